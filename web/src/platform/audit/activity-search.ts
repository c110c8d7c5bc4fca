import { isId } from '#web/ui/route-params.ts'

/** What the activity page shows, as its address says it. Days are the reader's own. */
export interface ActivitySearch {
  readonly person?: string
  readonly action?: string
  readonly outcome?: 'done' | 'refused'
  readonly from?: string
  readonly to?: string
}

const text = (value: unknown, form: RegExp): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readActivitySearch = (search: Record<string, unknown>): ActivitySearch => {
  const read = {
    person: isId(search.person) ? search.person : undefined,
    action: text(search.action, /^[a-z0-9-]{1,64}$/),
    outcome: text(search.outcome, /^(done|refused)$/),
    from: text(search.from, /^\d{4}-\d\d-\d\d$/),
    to: text(search.to, /^\d{4}-\d\d-\d\d$/),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** The same as the server asks for it: from the first moment of a day to the last of another. */
export const filterOf = ({ person, action, outcome, from, to }: ActivitySearch) => ({
  ...(person && { personId: person }),
  ...(action && { action }),
  ...(outcome && { outcome }),
  ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
  ...(to && { to: dayAfter(to) }),
})

const dayAfter = (day: string): string => {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + 1)
  return date.toISOString()
}
