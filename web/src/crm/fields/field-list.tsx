import { useState } from 'react'
import { IconChevronDown, IconChevronRight } from '#icons'
import type { FieldValues, PlainRecordKind } from '#web/wire.ts'
import { useFields } from './api.ts'
import { FieldRow } from './field-row.tsx'
import classes from './fields.module.css'
import { strings } from './strings.ts'
import { hasValue } from './values.tsx'

/** So few are shown, with a value or without. */
const few = 3

/** Rows of a list of properties (`dl`). */
export const FieldList = ({ kind, id, values }: { kind: PlainRecordKind; id: string; values: FieldValues }) => {
  const { data } = useFields(kind)
  const [isOpen, setOpen] = useState(false)
  if (!data || data.fields.length === 0) return null
  const filled = data.fields.filter(({ key, type }) => hasValue(values[key]) || type === 'tick')
  const empty = data.fields.filter((field) => !filled.includes(field))
  const folds = empty.length > few
  const shown = folds && !isOpen ? filled : data.fields
  return (
    <>
      {shown.map((field) => (
        <FieldRow key={field.id} kind={kind} id={id} field={field} value={values[field.key]} />
      ))}
      {folds && (
        <div>
          <dt className="hidden-visually">{strings.title}</dt>
          <dd className={classes.foldRow}>
            <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
              {isOpen ? strings.hideEmpty : strings.showEmpty(empty.length)}
            </button>
          </dd>
        </div>
      )}
    </>
  )
}
