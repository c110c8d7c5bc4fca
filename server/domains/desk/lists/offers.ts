import { choice } from '#shapes'
import { operatorsOf } from './filters.ts'
import { listDefinitions } from './list-definitions.ts'
import type { ListField } from './list-fields.ts'
import { isSortable } from './orders.ts'

/** Why a list cannot be filtered or sorted by a column. */
export const ListLimit = choice('ListLimit', ['searched', 'several_values', 'no_index'])
type ListLimit = 'searched' | 'several_values' | 'no_index'

/** Whether the list can be filtered by it. */
export const isFiltered = ({ type, filter, own, belongs }: ListField): boolean =>
  (filter !== undefined || own !== undefined || belongs !== undefined || type === 'tags') && operatorsOf[type].length > 0

/** Null where it can be filtered by. */
export const filterLimitOf = (field: ListField): ListLimit | null => {
  if (isFiltered(field)) return null
  return field.isSearched ? 'searched' : 'no_index'
}

/** Null where it can be sorted by. */
export const sortLimitOf = (field: ListField): ListLimit | null => {
  if (isSortable(field)) return null
  return field.type === 'tags' || field.type === 'choices' || field.type === 'records' ? 'several_values' : 'no_index'
}

const named = (limitOf: (field: ListField) => ListLimit | null): string =>
  Object.values(listDefinitions)
    .map(({ kind, fields }) => ({ kind, keys: fields.filter((each) => each.shown && limitOf(each)).map(keyWith(limitOf)) }))
    .filter(({ keys }) => keys.length > 0)
    .map(({ kind, keys }) => `${kind} (${keys.join(', ')})`)
    .join(', ')

const keyWith =
  (limitOf: (field: ListField) => ListLimit | null) =>
  (field: ListField): string =>
    limitOf(field) === 'searched' ? `${field.key}*` : field.key

/** What the reference says of columns that are shown alone. */
export const notOffered = `No filter: ${named(filterLimitOf)}; those with * are found by \`search\`. No order: ${named(sortLimitOf)}. With a million records each of these would take seconds, because no index serves it.`
