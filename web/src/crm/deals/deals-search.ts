import { isId, orderIn, textIn } from '#web/ui/route-params.ts'
import type { Input } from '#web/wire.ts'

/** What the address of the board says. */
export interface DealsSearch {
  readonly q?: string
  readonly pipeline?: string
  /** `me`, `nobody`, or the id of a person. */
  readonly who?: string
  readonly state?: 'open'
  /** As a table; the board without it. */
  readonly view?: 'list'
  /** Of the table; newest first without it. */
  readonly order?: DealOrder | undefined
  /** The form for a new deal is open. */
  readonly new?: 'yes'
}

export type DealOrder = NonNullable<Input<'list-deals'>['order']>
const orders = [
  '-created_at',
  'created_at',
  '-value_minor',
  'value_minor',
  'name',
  '-name',
] as const satisfies readonly DealOrder[]

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readDealsSearch = (search: Record<string, unknown>): DealsSearch => {
  const { q, pipeline, who, state } = search
  return {
    ...textIn('q', q),
    ...(isId(pipeline) && { pipeline }),
    ...((who === 'me' || who === 'nobody' || isId(who)) && { who }),
    ...(state === 'open' && { state }),
    ...(search.view === 'list' && { view: 'list' as const }),
    ...orderIn(orders, search.order),
    ...(search.new === 'yes' && { new: 'yes' as const }),
  }
}

/** What the address of the tasks says. */
export interface TasksSearch {
  readonly who?: 'all'
  readonly done?: 'yes'
}

export const readTasksSearch = (search: Record<string, unknown>): TasksSearch => ({
  ...(search.who === 'all' && { who: 'all' }),
  ...(search.done === 'yes' && { done: 'yes' }),
})
