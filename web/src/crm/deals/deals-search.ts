import { type ListSearch, readListSearch } from '#web/desk/lists/list-search.ts'
import { isId, textIn } from '#web/ui/route-params.ts'

/** What the address of the board says. */
export interface DealsSearch {
  readonly q?: string
  readonly pipeline?: string
  /** `me`, `nobody`, or the id of a person. */
  readonly who?: string
  readonly state?: 'open'
  /** As a table; the board without it. */
  readonly view?: 'list'
  /** Of the table: as every list says it (`ListSearch`), a saved view as `saved`. */
  readonly saved?: string
  readonly f?: string
  readonly cols?: string
  readonly order?: string | undefined
  /** The form for a new deal is open. */
  readonly new?: 'yes'
}

/** As the table's orders were once called. */
const ordersBefore: Readonly<Record<string, string>> = { value_minor: 'value', '-value_minor': '-value' }

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readDealsSearch = (search: Record<string, unknown>): DealsSearch => {
  const { q, pipeline, who, state, saved } = search
  const { view, ...list } = readListSearch({ ...search, view: saved })
  return {
    ...textIn('q', q),
    ...(isId(pipeline) && { pipeline }),
    ...((who === 'me' || who === 'nobody' || isId(who)) && { who }),
    ...(state === 'open' && { state }),
    ...(search.view === 'list' && { view: 'list' as const }),
    ...list,
    order: ordersBefore[list.order ?? ''] ?? list.order,
    ...(view && { saved: view }),
    ...(search.new === 'yes' && { new: 'yes' as const }),
  }
}

/** What the address of the tasks says. */
export interface TasksSearch {
  readonly who?: 'all'
  readonly done?: 'yes'
}

export const readTasksSearch = (search: Record<string, unknown>): TasksSearch & ListSearch => ({
  ...readListSearch(search),
  ...(search.who === 'all' && { who: 'all' }),
  ...(search.done === 'yes' && { done: 'yes' }),
})
