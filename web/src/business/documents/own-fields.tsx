import { Checkbox, TextInput } from '@mantine/core'
import { fieldError } from '#web/ui/error-note.tsx'
import type { DocumentField } from '#web/wire.ts'
import { strings } from './strings.ts'

type Values = Readonly<Record<string, string | boolean>>

interface Props {
  readonly fields: readonly DocumentField[]
  readonly values: Values
  readonly onChange: (values: Values) => void
  /** Whether what is missing is said. */
  readonly isChecked: boolean
  readonly error: unknown
}

/** Signature, initials, name and date are filled in by signing. */
const isTyped = ({ kind }: DocumentField): boolean => kind === 'text' || kind === 'tick'

const isEmpty = ({ id }: DocumentField, values: Values): boolean => {
  const value = values[id]
  return typeof value === 'string' ? value.trim() === '' : value !== true
}

/** Fields that have to be filled in and are not yet. */
export const missingIn = (fields: readonly DocumentField[], values: Values): readonly DocumentField[] =>
  fields.filter((field) => isTyped(field) && field.required && isEmpty(field, values))

/** As `sign-document` takes them: only what is filled in. */
export const valuesIn = (fields: readonly DocumentField[], values: Values): Record<string, string | boolean> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.id]
      return isTyped(field) && value !== undefined && !isEmpty(field, values) ? [[field.id, value]] : []
    }),
  )

/** What a member fills in before they sign: the texts and ticks that a template gives them. */
export const OwnFields = ({ fields, values, onChange, isChecked, error }: Props) =>
  fields.filter(isTyped).map((field) => {
    const { id, kind, label, required, page } = field
    const isMissing = isChecked && required && isEmpty(field, values)
    const fault = fieldError(error, `values.${id}`)
    const about = required ? strings.ownFieldOn(page + 1) : strings.ownFieldOptional(page + 1)
    return kind === 'tick' ? (
      <Checkbox
        key={id}
        label={<bdi>{label || strings.ownFields.tick}</bdi>}
        description={about}
        checked={values[id] === true}
        error={fault ?? (isMissing ? strings.ownTickMissing : undefined)}
        onChange={({ currentTarget }) => onChange({ ...values, [id]: currentTarget.checked })}
      />
    ) : (
      <TextInput
        key={id}
        label={<bdi>{label || strings.ownFields.text}</bdi>}
        description={about}
        maxLength={500}
        value={String(values[id] ?? '')}
        error={fault ?? (isMissing ? strings.ownTextMissing : undefined)}
        onChange={({ currentTarget }) => onChange({ ...values, [id]: currentTarget.value })}
      />
    )
  })
