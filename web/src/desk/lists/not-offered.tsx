import { listed } from '#web/i18n/format.ts'
import type { ListField } from '#web/wire.ts'
import classes from './lists.module.css'
import { strings } from './strings.ts'

const reasons = ['searched', 'several_values', 'no_index'] as const

/** Columns by which the list cannot be filtered or sorted, each with the reason; nothing where there are none. */
export const NotOffered = ({ fields, to }: { fields: readonly ListField[]; to: 'filter' | 'sort' }) => {
  const limited = reasons.flatMap((reason) => {
    const names = fields.filter((field) => field.is_column && limitOf(field, to) === reason).map(({ name }) => name)
    return names.length > 0 ? [{ reason, words: strings.limits[reason](listed(names)) }] : []
  })
  if (limited.length === 0) return null
  return (
    <details className={classes.notOffered}>
      <summary>{to === 'filter' ? strings.notFiltered : strings.notSorted}</summary>
      <ul>
        {limited.map(({ reason, words }) => (
          <li key={reason}>{words}</li>
        ))}
      </ul>
    </details>
  )
}

const limitOf = (field: ListField, to: 'filter' | 'sort') => (to === 'filter' ? field.no_filter_because : field.no_sort_because)
