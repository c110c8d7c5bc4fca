import { orderIn, textIn } from '#web/ui/route-params.ts'
import type { Input } from '#web/wire.ts'

export const ranges = ['today', '7d', '30d', 'custom'] as const
export type Range = (typeof ranges)[number]

/** What the address of the leads page says. Days are local, YYYY-MM-DD, both included. */
export interface LeadSearch {
  readonly q?: string
  readonly source?: string
  readonly range?: Range
  readonly from?: string
  readonly to?: string
  readonly order?: 'received_at' | undefined
}

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readLeadSearch = (search: Record<string, unknown>): LeadSearch => {
  const day = (value: unknown): string | undefined => (typeof value === 'string' && isDay(value) ? value : undefined)
  const range = ranges.find((known) => known === search.range)
  const days = range === 'custom' ? { from: day(search.from), to: day(search.to) } : {}
  const { q } = textIn('q', search.q)
  // What is searched for is newest first.
  const order = orderIn(['-received_at', 'received_at'] as const, q === undefined ? search.order : undefined)
  return { ...withoutBlanks({ q, ...textIn('source', search.source), range, ...days }), ...order }
}

/** The same as the gateway and the export take it. `from` is included, `to` is not. */
export const filterOf = (
  search: LeadSearch,
  now = new Date(),
): Pick<Input<'list-leads'>, 'search' | 'source' | 'from' | 'to'> => {
  const span = spanOf(search, now)
  return withoutBlanks({ search: search.q, source: search.source, from: span.from?.toISOString(), to: span.to?.toISOString() })
}

export const isFiltered = (search: LeadSearch): boolean =>
  Boolean(search.q || search.source || (search.range && (search.range !== 'custom' || search.from || search.to)))

const spanOf = (search: LeadSearch, now: Date): { from?: Date | undefined; to?: Date | undefined } => {
  const daysAgo = (days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)
  if (search.range === 'today') return { from: daysAgo(0) }
  if (search.range === '7d') return { from: daysAgo(6) }
  if (search.range === '30d') return { from: daysAgo(29) }
  if (search.range === 'custom') return { from: startOf(search.from, 0), to: startOf(search.to, 1) }
  return {}
}

const startOf = (day: string | undefined, plusDays: number): Date | undefined => {
  const [year, month, date] = day?.split('-').map(Number) ?? []
  return year === undefined || month === undefined || date === undefined
    ? undefined
    : new Date(year, month - 1, date + plusDays)
}

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

type WithoutBlanks<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }
const withoutBlanks = <T extends Record<string, unknown>>(given: T): WithoutBlanks<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as WithoutBlanks<T>
