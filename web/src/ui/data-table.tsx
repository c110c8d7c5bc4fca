/* biome-ignore-all lint/a11y/noRedundantRoles: rows that are laid out as grids lose their role in some browsers unless they say it */
import { Checkbox, Skeleton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type CSSProperties, type PointerEvent as PointerOver, type ReactNode, useEffect, useRef } from 'react'
import { useListKeys } from '../shell/keyboard.ts'
import classes from './data-table.module.css'
import { ariaSort, SortButton, type SortedBy, type Sorting, SortMenu } from './sorting.tsx'
import { strings } from './strings.ts'
import type { Selection } from './use-selection.ts'
import { useTickingKeys } from './use-ticking-keys.ts'

export interface Column<Row> {
  readonly key: string
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** A track of a grid: `minmax(0, 2fr)`, `7rem`. Without one it takes an equal share. */
  readonly width?: string
  /** Figures and times stand at the end of their column. */
  readonly atEnd?: boolean
  /** Where a phone shows it, under the name or at its end; without one it is on the record's own page alone. */
  readonly phone?: 'end' | 'below' | 'belowEnd'
  /** Its head sorts the table, where the table has `sorting`. */
  readonly sort?: SortedBy | undefined
  /** Gives way on a screen narrower than a desk's. */
  readonly isExtra?: boolean
}

interface DataTableProps<Row> {
  /** What the table is of, for those who listen. */
  label: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** The first column: what the row is called. Its link is the whole row's. */
  name: string
  nameOf: (row: Row) => ReactNode
  /** Before the name: the face of a person. */
  markOf?: (row: Row) => ReactNode
  linkOf?: (row: Row) => Pick<LinkProps, 'to' | 'params' | 'search'> | null
  /** In place of a link: what the row opens over the page. */
  onOpen?: (row: Row) => void
  /** A box before each name, for what can be done to several rows. `labelOf` says which one it ticks. */
  selection?: Selection & { labelOf: (row: Row) => string }
  nameWidth?: string
  /** By which the first column sorts. */
  nameSort?: SortedBy
  sorting?: Sorting | undefined
  /** What the table can be sorted by, where that is more than the columns that are shown: a phone has no heads. */
  orders?: readonly { readonly name: string; readonly by: SortedBy }[]
  columns: readonly Column<Row>[]
  /** At the end of the row, above its link. */
  actionsOf?: (row: Row) => ReactNode
  actionsWidth?: string
  /** Below all cells of a row. */
  noteOf?: (row: Row) => ReactNode
  fresh?: ReadonlySet<string>
  /** Within a pane and not from edge to edge. */
  isInset?: boolean
  /** How high a row is. */
  density?: 'compact' | 'normal' | 'comfortable' | undefined
  /** A column was given another width, in pixels. Without it they have the ones they say. */
  onWidth?: (key: string, width: number) => void
}

/** The row that was opened last: going back restores the focus. */
let lastOpened: string | null = null

/**
 * Records, one a row of 40 px, on a phone one an item of two lines. Rows out of view are kept by the browser without being
 * laid out or painted (`content-visibility`), so that thousands scroll like fifty, and are still found by Ctrl-F.
 */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { label, rows, idOf, nameWidth = 'minmax(12rem, 2fr)', columns, actionsOf, actionsWidth = '2.5rem', isInset } = props
  const { name, nameSort, sorting } = props
  const table = useRef<HTMLTableElement>(null)
  useListKeys(table)
  useTickingKeys(table, props.selection)
  useEffect(() => {
    const row = lastOpened && table.current?.querySelector<HTMLElement>(`[data-row="${lastOpened}"]`)
    if (row) row.focus({ preventScroll: true })
    lastOpened = null
  }, [])
  const tracks = (each: readonly Column<Row>[]): string =>
    [nameWidth, ...each.map(({ width }) => width ?? 'minmax(0, 1fr)'), ...(actionsOf ? [actionsWidth] : [])].join(' ')
  const shown = [{ name, sort: nameSort }, ...columns].flatMap(({ name, sort }) => (sort ? [{ name, by: sort }] : []))
  return (
    <>
      {sorting && <SortMenu columns={props.orders ?? shown} sorting={sorting} />}
      <table
        ref={table}
        role="table"
        className={classes.table}
        aria-label={label}
        data-table
        data-inset={isInset || undefined}
        data-density={props.density}
        style={{ '--columns': tracks(columns), '--fewer': tracks(columns.filter(({ isExtra }) => !isExtra)) } as CSSProperties}
      >
        <thead role="rowgroup">
          <HeadRow {...props} />
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <BodyRow key={idOf(row)} table={props} row={row} />
          ))}
        </tbody>
      </table>
    </>
  )
}

const HeadRow = <Row,>(props: DataTableProps<Row>) => {
  const { rows, idOf, name, nameSort, sorting, selection, columns, actionsOf, onWidth } = props
  return (
    <tr role="row">
      {selection ? (
        <th
          role="columnheader"
          scope="col"
          className={classes.pickAll}
          aria-sort={sorting && nameSort && ariaSort(sorting, nameSort)}
        >
          <Checkbox
            size="xs"
            aria-label={strings.selectAll}
            checked={selection.chosen.size === rows.length}
            indeterminate={selection.chosen.size > 0 && selection.chosen.size < rows.length}
            onChange={() => selection.setAll(selection.chosen.size === rows.length ? [] : rows.map(idOf))}
          />
          <HeadText name={name} sort={nameSort} sorting={sorting} />
        </th>
      ) : (
        <Head column={{ name, sort: nameSort }} sorting={sorting} />
      )}
      {columns.map((column) => (
        <Head key={column.key} column={column} sorting={sorting} onWidth={onWidth && ((width) => onWidth(column.key, width))} />
      ))}
      {actionsOf && (
        <th role="columnheader" scope="col">
          <span className="hidden-visually">{strings.rowActions}</span>
        </th>
      )}
    </tr>
  )
}

const Head = ({
  column: { name, atEnd, isExtra, sort },
  sorting,
  onWidth,
}: {
  column: Pick<Column<never>, 'name' | 'atEnd' | 'isExtra' | 'sort'>
  sorting: Sorting | undefined
  onWidth?: ((width: number) => void) | undefined
}) => (
  <th
    role="columnheader"
    scope="col"
    title={name}
    data-end={atEnd || undefined}
    data-extra={isExtra || undefined}
    aria-sort={sorting && sort && ariaSort(sorting, sort)}
  >
    <HeadText name={name} sort={sort} sorting={sorting} />
    {onWidth && <WidthHandle onWidth={onWidth} />}
  </th>
)

const narrowest = 60
const widest = 1_200

/** At the end of a head: pulled with the pointer. Who has none gives widths where the columns are chosen. */
const WidthHandle = ({ onWidth }: { onWidth: (width: number) => void }) => {
  const pull = (down: PointerOver<HTMLElement>): void => {
    const handle = down.currentTarget
    const from = down.clientX
    const width = handle.parentElement?.getBoundingClientRect().width ?? 0
    const sign = getComputedStyle(handle).direction === 'rtl' ? -1 : 1
    handle.setPointerCapture(down.pointerId)
    const end = (up: PointerEvent): void => {
      handle.removeEventListener('pointerup', end)
      const wanted = Math.round(Math.min(Math.max(width + sign * (up.clientX - from), narrowest), widest))
      if (up.clientX !== from) onWidth(wanted)
    }
    handle.addEventListener('pointerup', end)
  }
  return <span className={classes.handle} aria-hidden onPointerDown={pull} />
}

const HeadText = ({ name, sort, sorting }: { name: string; sort: SortedBy | undefined; sorting: Sorting | undefined }) =>
  sort && sorting ? <SortButton name={name} by={sort} sorting={sorting} /> : name

/** The row that was ticked last: from there Shift ticks all rows in between. */
let lastTicked: string | null = null

const tick = <Row,>({ rows, idOf, selection }: DataTableProps<Row>, id: string, isRange: boolean): void => {
  const ids = rows.map(idOf)
  const [from, to] = [ids.indexOf(lastTicked ?? ''), ids.indexOf(id)].sort((a, b) => a - b)
  lastTicked = id
  if (!isRange || from === undefined || to === undefined || from === -1) return selection?.toggle(id)
  selection?.setAll([...new Set([...selection.chosen, ...ids.slice(from, to + 1)])])
}

const BodyRow = <Row,>({ table, row }: { table: DataTableProps<Row>; row: Row }) => {
  const { idOf, markOf, linkOf, onOpen, selection, columns, actionsOf, noteOf, fresh } = table
  const id = idOf(row)
  const note = noteOf?.(row)
  return (
    <tr
      role="row"
      data-fresh={fresh?.has(id) || undefined}
      data-links={linkOf?.(row) || onOpen ? true : undefined}
      data-chosen={selection?.chosen.has(id) || undefined}
    >
      <td role="cell" className={classes.nameCell}>
        {selection && (
          <Checkbox
            size="xs"
            aria-label={strings.select(selection.labelOf(row))}
            checked={selection.chosen.has(id)}
            onChange={({ nativeEvent }) => tick(table, id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        )}
        {markOf?.(row)}
        <Name table={table} row={row} />
      </td>
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          data-end={column.atEnd || undefined}
          data-phone={column.phone}
          data-extra={column.isExtra || undefined}
        >
          {column.cell(row)}
        </td>
      ))}
      {actionsOf && (
        <td role="cell" className={classes.actions}>
          {actionsOf(row)}
        </td>
      )}
      {note && (
        <td role="cell" className={classes.note}>
          {note}
        </td>
      )}
    </tr>
  )
}

/** What the row is called: its link, the button that opens it, or a text. */
const Name = <Row,>({ table: { idOf, nameOf, linkOf, onOpen }, row }: { table: DataTableProps<Row>; row: Row }) => {
  const id = idOf(row)
  const link = linkOf?.(row)
  if (link)
    return (
      <Link
        {...link}
        className={classes.name}
        data-row={id}
        onClick={() => {
          lastOpened = id
        }}
      >
        {nameOf(row)}
      </Link>
    )
  if (onOpen)
    return (
      <button type="button" className={classes.name} data-row={id} onClick={() => onOpen(row)}>
        {nameOf(row)}
      </button>
    )
  return <span className={classes.name}>{nameOf(row)}</span>
}

/** Rows to come, as high as they will be, so that nothing jumps when they do. */
export const TablePending = ({ rows = 10 }: { rows?: number | undefined }) => (
  <div className={classes.pending} role="status" aria-label={strings.loading} data-table>
    {Array.from({ length: rows }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
      <div key={n} className={classes.pendingRow}>
        <Skeleton circle height={24} />
        <Skeleton height={10} width={`${14 + ((n * 13) % 12)}%`} />
        <Skeleton height={10} width={`${10 + ((n * 17) % 14)}%`} />
      </div>
    ))}
  </div>
)

/** How many there are, as far as is known. */
export const countOf = (list: { rows: readonly unknown[]; hasOlder: boolean; isPending: boolean }): string | undefined =>
  list.isPending || list.rows.length === 0 ? undefined : strings.countOf(list.rows.length, list.hasOlder)
