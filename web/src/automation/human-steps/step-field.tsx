import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { currencyChoices } from '#web/business/invoices/choices.ts'
import { FieldPair } from '#web/ui/form-page.tsx'
import { Select } from '#web/ui/select.tsx'
import type { HumanStepField } from '#web/wire.ts'
import classes from './human-steps.module.css'
import { strings } from './strings.ts'
import { isMoney, type TypedMoney, type TypedValue } from './typed.ts'

interface Props {
  readonly field: HumanStepField
  readonly typed: TypedValue
  readonly error: string | undefined
  onChange(typed: TypedValue): void
}

const types = { date: 'date', email: 'email', phone: 'tel' } as const

/** One field of what a step asks. */
export const StepField = ({ field, typed, error, onChange }: Props) => {
  const about = {
    label: <bdi>{field.label}</bdi>,
    description: field.help,
    error,
    required: field.required,
  }
  if (typeof typed === 'boolean')
    return (
      <Checkbox
        label={<bdi>{field.label}</bdi>}
        description={field.help}
        error={error}
        checked={typed}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  if (typeof typed !== 'string')
    return isMoney(typed) ? (
      <MoneyField field={field} typed={typed} error={error} onChange={onChange} />
    ) : (
      <Checkbox.Group {...about} value={[...typed]} onChange={onChange}>
        <div className={classes.several}>
          {field.choices.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={<bdi>{label}</bdi>} />
          ))}
        </div>
      </Checkbox.Group>
    )
  if (field.type === 'choice')
    return (
      <NativeSelect
        {...about}
        value={typed}
        data={[{ value: '', label: strings.choose }, ...field.choices]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (field.type === 'long_text')
    return (
      <Textarea
        {...about}
        autosize
        minRows={3}
        maxRows={16}
        maxLength={16_000}
        value={typed}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...about}
      type={types[field.type as keyof typeof types] ?? 'text'}
      {...(field.type === 'number' && { inputMode: 'decimal' })}
      maxLength={1_000}
      value={typed}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const MoneyField = ({ field, typed, error, onChange }: Omit<Props, 'typed'> & { typed: TypedMoney }) => (
  <FieldPair>
    <TextInput
      label={<bdi>{field.label}</bdi>}
      description={field.help}
      error={error}
      required={field.required}
      inputMode="decimal"
      maxLength={40}
      value={typed.amount}
      onChange={({ currentTarget }) => onChange({ ...typed, amount: currentTarget.value })}
    />
    <Select
      label={strings.currency}
      data={currencyChoices()}
      value={typed.currency}
      searchable
      allowDeselect={false}
      nothingFoundMessage={strings.nothingFound}
      onChange={(currency) => currency !== null && onChange({ ...typed, currency })}
    />
  </FieldPair>
)
