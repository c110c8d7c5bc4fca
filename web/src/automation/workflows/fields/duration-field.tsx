import { NativeSelect, NumberInput } from '@mantine/core'
import { FieldPair } from '#web/ui/form-page.tsx'
import { strings } from '../strings.ts'
import { useTrouble } from './field-context.ts'

export interface Duration {
  readonly amount: number
  readonly unit: 'minutes' | 'hours' | 'days' | 'weeks'
}
const units = ['minutes', 'hours', 'days', 'weeks'] as const

/** For how long. `isOptional`: may be left empty, which is no limit. */
export const DurationField = ({
  label,
  field,
  value,
  isOptional = false,
  onChange,
}: {
  label: string
  field: string
  value: Duration | undefined
  isOptional?: boolean
  onChange(value: Duration | undefined): void
}) => {
  const unit = value?.unit ?? 'days'
  return (
    <FieldPair>
      <NumberInput
        label={label}
        error={useTrouble(field)}
        value={value?.amount ?? ''}
        placeholder={isOptional ? strings.noLimit : ''}
        min={1}
        max={100_000}
        allowDecimal={false}
        onChange={(amount) => (typeof amount === 'number' ? onChange({ amount, unit }) : isOptional && onChange(undefined))}
      />
      <NativeSelect
        label={strings.unit}
        aria-label={`${label}: ${strings.unit}`}
        value={unit}
        data={units.map((each) => ({ value: each, label: strings.units[each] }))}
        onChange={({ currentTarget }) =>
          value && onChange({ ...value, unit: units.find((each) => each === currentTarget.value) ?? 'days' })
        }
      />
    </FieldPair>
  )
}
