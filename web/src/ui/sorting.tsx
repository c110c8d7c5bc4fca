import { NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '#icons'
import classes from './sorting.module.css'
import { strings } from './strings.ts'

/** The order of a table, as its list action takes it: a field of its rows, with a minus for descending. */
export interface Sorting {
  readonly order: string
  readonly onSort: (order: string) => void
}

/** The field a column sorts by; `greatestFirst`, for times and amounts: the first click sorts descending. */
export interface SortedBy {
  readonly field: string
  readonly greatestFirst?: boolean
}

const isDescending = (order: string): boolean => order.startsWith('-')
const fieldOf = (order: string): string => order.replace('-', '')
const firstOrder = ({ field, greatestFirst }: SortedBy): string => (greatestFirst ? `-${field}` : field)
const reversed = (order: string): string => (isDescending(order) ? fieldOf(order) : `-${order}`)

/** The `aria-sort` of a column's head. */
export const ariaSort = (sorting: Sorting, by: SortedBy): 'ascending' | 'descending' | undefined =>
  fieldOf(sorting.order) !== by.field ? undefined : isDescending(sorting.order) ? 'descending' : 'ascending'

/** The head of a column that sorts: a second click reverses the order. */
export const SortButton = ({ name, by, sorting }: { name: string; by: SortedBy; sorting: Sorting }) => {
  const now = ariaSort(sorting, by)
  const Arrow = (now ?? (by.greatestFirst ? 'descending' : 'ascending')) === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={classes.button}
      data-sorted={now !== undefined || undefined}
      onClick={() => sorting.onSort(now === undefined ? firstOrder(by) : reversed(sorting.order))}
    >
      <span>{name}</span>
      <Arrow size={14} stroke={2} aria-hidden />
    </button>
  )
}

/** In place of the heads, which a phone has no room for. */
export const SortMenu = ({
  columns,
  sorting,
}: {
  columns: readonly { readonly name: string; readonly by: SortedBy }[]
  sorting: Sorting
}) => (
  <div className={classes.menu} data-sort-menu>
    <NativeSelect
      aria-label={strings.sortBy}
      value={sorting.order}
      data={columns.flatMap(({ name, by }) =>
        [firstOrder(by), reversed(firstOrder(by))].map((order) => ({
          value: order,
          label: strings.sortedBy(name, isDescending(order)),
        })),
      )}
      onChange={({ currentTarget }) => sorting.onSort(currentTarget.value)}
    />
  </div>
)
