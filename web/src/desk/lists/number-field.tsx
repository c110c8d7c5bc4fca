import { NumberInput, TextInput } from '@mantine/core'
import { exponentOf } from '#shapes/amounts.ts'
import type { ListCondition, ListField } from '#web/wire.ts'
import { strings } from './strings.ts'

/** Amounts are typed in whole units of their currency. */
export const NumberField = ({
  name,
  field,
  condition,
  onChange,
}: {
  name: string
  field: ListField
  condition: ListCondition
  onChange: (condition: ListCondition) => void
}) => {
  const isMoney = field.type === 'money'
  const units = isMoney ? 10 ** exponentOf(condition.currency ?? field.currency ?? 'EUR') : 1
  return (
    <>
      <NumberInput
        label={name}
        value={typeof condition.value === 'number' ? condition.value / units : ''}
        hideControls
        onChange={(typed) => {
          const { value: _before, ...rest } = condition
          onChange(typeof typed === 'number' ? { ...rest, value: isMoney ? Math.round(typed * units) : typed } : rest)
        }}
      />
      {isMoney && field.currency === null && (
        <TextInput
          label={strings.currency}
          value={condition.currency ?? ''}
          maxLength={3}
          onChange={({ currentTarget }) => onChange({ ...condition, currency: currentTarget.value.toUpperCase() })}
        />
      )}
    </>
  )
}
