import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useWalkedList } from '#web/crm/records/walked-lists.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { KeysetFound } from '#web/ui/keyset-found.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import type { SortedBy } from '#web/ui/sorting.tsx'
import type { Selection } from '#web/ui/use-selection.ts'
import type { ListedRecord, ListField } from '#web/wire.ts'
import { ListCell } from './list-cells.tsx'
import type { ShownColumn } from './list-search.ts'
import classes from './lists.module.css'
import { strings } from './strings.ts'
import type { ListState } from './use-list.ts'

interface ListTableProps {
  state: ListState
  label: string
  failed: string
  /** The first column. */
  name: string
  nameOf: (record: ListedRecord) => ReactNode
  /** The field that the first column sorts by. */
  nameField?: string
  markOf?: (record: ListedRecord) => ReactNode
  nameWidth?: string
  linkOf?: (record: ListedRecord) => Pick<LinkProps, 'to' | 'params' | 'search'> | null
  /** In place of a link: what the row opens over the page. */
  onOpen?: (record: ListedRecord) => void
  /** By the key of a column: what its cells show in place of what its type shows. */
  cells?: Readonly<Record<string, (record: ListedRecord) => ReactNode>>
  /** By the key of a column: where a phone shows it, how wide it is, and whether it gives way on a narrow desk. */
  looks?: Readonly<Record<string, Pick<Column<ListedRecord>, 'phone' | 'width' | 'isExtra' | 'atEnd'>>>
  selection?: Selection & { labelOf: (record: ListedRecord) => string }
  /** At the end of the row, above its link. */
  actionsOf?: (record: ListedRecord) => ReactNode
  /** Where they are more than one button. */
  actionsWidth?: string
  /** Within a pane and not from edge to edge. */
  isInset?: boolean
  /** In place of the table where there is nothing at all. */
  empty: ReactNode
}

const widths: Partial<Record<ListField['type'], string>> = {
  time: '7rem',
  day: '8rem',
  number: '6rem',
  money: '8rem',
  tick: '5rem',
  person: '9rem',
  choice: '9rem',
}
const atEnd: readonly ListField['type'][] = ['time', 'day', 'number', 'money']
const greatestFirst: readonly ListField['type'][] = ['time', 'number', 'money']

/** The records of a list, with the columns that its state says. */
export const ListTable = (props: ListTableProps) => {
  const { state, label, failed, name, nameOf, nameField, markOf, selection, actionsOf, actionsWidth, empty } = props
  const { nameWidth, linkOf, onOpen, isInset } = props
  const { list, fields, view } = state
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows])
  useWalkedList(state.of.kind, ids, list.hasOlder)
  const isSearch = state.search.q !== undefined && state.of.isSearchNewestFirst
  const columns = state.columns.flatMap((column) => {
    const field = fields.find(({ key, is_column }) => key === column.key && is_column)
    return field ? [columnOf(field, column, props)] : []
  })
  return (
    <>
      {view && view.missing_fields.length > 0 && (
        <p className={classes.note}>{strings.missingFields(view.missing_fields.join(', '))}</p>
      )}
      {view && view.missing_tags.length > 0 && <p className={classes.note}>{strings.missingTags(view.missing_tags.length)}</p>}
      <KeysetFound
        list={list}
        failed={failed}
        empty={
          state.isWhole ? (
            empty
          ) : (
            <NoMatch title={strings.noMatchTitle} text={strings.noMatchText} clear={strings.clearAll} onClear={state.clear} />
          )
        }
      >
        {list.rows.length === 0 ? (
          <p className={classes.looking} role="status">
            {strings.looking}
          </p>
        ) : (
          <DataTable
            label={label}
            rows={list.rows}
            fresh={list.fresh}
            idOf={({ id }) => id}
            name={name}
            nameOf={nameOf}
            {...(nameField && !isSearch && { nameSort: { field: nameField } })}
            {...(markOf && { markOf })}
            {...(nameWidth && { nameWidth })}
            {...(linkOf && { linkOf })}
            {...(onOpen && { onOpen })}
            {...(isInset && { isInset })}
            columns={columns}
            {...(selection && { selection })}
            {...(actionsOf && { actionsOf })}
            {...(actionsWidth && { actionsWidth })}
            density={state.density}
            orders={fields.filter(({ can_sort }) => can_sort).map(sortedBy)}
            onWidth={(key, width) =>
              state.setColumns(state.columns.map((column) => (column.key === key ? { key, width } : column)))
            }
            sorting={isSearch ? undefined : { order: state.order, onSort: (order) => state.change({ order }) }}
          />
        )}
      </KeysetFound>
    </>
  )
}

const columnOf = (
  field: ListField,
  { width }: ShownColumn,
  { cells = {}, looks = {} }: ListTableProps,
): Column<ListedRecord> => {
  const { key, type } = field
  const usual = widths[type]
  const look = { ...(usual && { width: usual }), ...looks[key], ...(width !== null && { width: `${width}px` }) }
  return {
    key,
    name: field.name,
    cell: cells[key] ?? ((record) => <ListCell field={field} record={record} />),
    ...(atEnd.includes(type) && { atEnd: true }),
    ...look,
    ...(look.width && { width: shrinking(look.width, width === null ? '4.5rem' : 'max(4.5rem, 9%)') }),
    ...(field.can_sort && { sort: sortedBy(field).by }),
  }
}

/**
 * A length is had where there is room for it: columns that were chosen or made wide take none from the window. One that a member made wide gives way
 * last: room is shared out equally, and of nine columns it got 18 pixels.
 */
const shrinking = (width: string, least: string): string =>
  /^[\d.]+(?:rem|px)$/.test(width) ? `minmax(min(${least}, ${width}), ${width})` : width

const sortedBy = ({ key, name, type }: ListField): { readonly name: string; readonly by: SortedBy } => ({
  name,
  by: { field: key, ...(greatestFirst.includes(type) && { greatestFirst: true }) },
})
