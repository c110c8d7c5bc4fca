import { NumberInput, TextInput } from '@mantine/core'
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
  const units = isMoney ? minorUnits(condition.currency ?? field.currency ?? 'EUR') : 1
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

/** How many of the smallest unit one unit of a currency has. */
const minorUnits = (currency: string): number => {
  try {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    return 10 ** maximumFractionDigits
  } catch {
    return 100
  }
}
