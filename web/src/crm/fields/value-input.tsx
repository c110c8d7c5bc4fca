import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import type { OwnField } from '#web/wire.ts'
import classes from './fields.module.css'
import { strings } from './strings.ts'
import type { Draft, FieldValue } from './values.tsx'

interface Props {
  readonly field: OwnField
  readonly draft: Draft
  /** As it stands: a choice or a member of before can be kept. */
  readonly value?: FieldValue
  /** Beside its name, in place of a label above. */
  readonly isBare?: boolean
  readonly error?: string | undefined
  readonly required?: boolean
  readonly onChange: (draft: Draft) => void
}

const longestText = 4_000

/** The field to type or choose a value in, by its type. */
export const ValueInput = ({ field, draft, value, isBare = false, error, required = false, onChange }: Props) => {
  const named = { ...(isBare ? { 'aria-label': field.name } : { label: field.name }), error, required }
  if (field.type === 'tick')
    return (
      <Checkbox
        label={isBare ? strings.yes : field.name}
        {...(isBare && { 'aria-label': field.name })}
        error={error}
        checked={draft === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  if (typeof draft !== 'string' && typeof draft !== 'boolean')
    return (
      <Checkbox.Group {...named} value={[...draft]} onChange={onChange}>
        <Stack gap={6} className={classes.several}>
          {choicesOf(field, value).map(({ id, name }) => (
            <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} />
          ))}
        </Stack>
      </Checkbox.Group>
    )
  const text = {
    ...named,
    value: String(draft),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  switch (field.type) {
    case 'choice':
      return (
        <NativeSelect
          {...text}
          data={[
            { value: '', label: strings.none },
            ...choicesOf(field, value).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )
    case 'person':
      return <PersonInput text={text} value={value} />
    case 'date':
      return <TextInput {...text} type="date" />
    case 'number':
      return <TextInput {...text} inputMode="decimal" />
    case 'money':
      return (
        <TextInput
          {...text}
          inputMode="decimal"
          rightSection={<span className={classes.unit}>{field.currency}</span>}
          rightSectionWidth={52}
        />
      )
    case 'link':
      return <TextInput {...text} inputMode="url" dir="ltr" maxLength={2_048} />
    default:
      return <Textarea {...text} autosize minRows={1} maxRows={8} maxLength={longestText} />
  }
}

/** Those that can be chosen, and what was chosen before. */
const choicesOf = (field: OwnField, value: FieldValue) => {
  const kept = new Set([value].flat().map((each) => (typeof each === 'object' && each !== null && 'id' in each ? each.id : '')))
  return field.choices.filter(({ id, is_archived }) => !is_archived || kept.has(id))
}

const PersonInput = ({
  text,
  value,
}: {
  text: { value: string; onChange: (event: { currentTarget: { value: string } }) => void }
  value: FieldValue
}) => {
  const { data } = useQuery(read('list-members', {}))
  const members = data?.members.map(({ id, name, email }) => ({ value: id, label: name || email })) ?? []
  const before =
    typeof value === 'object' && value !== null && 'name' in value && !members.some((each) => each.value === value.id)
      ? [{ value: value.id, label: value.name }]
      : []
  return <NativeSelect {...text} data={[{ value: '', label: strings.none }, ...before, ...members]} />
}
