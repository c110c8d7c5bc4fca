import { NumberInput } from '@mantine/core'
import { strings } from '../strings.ts'
import { useTrouble } from './field-context.ts'

interface Props {
  readonly label: string
  readonly field: string
  readonly micros: number | undefined
  /** Undefined: there is none. */
  onChange(micros: number | undefined): void
}

const million = 1_000_000

/** What may be spent for models in a month, typed in whole units and kept in millionths. */
export const BudgetField = ({ label, field, micros, onChange }: Props) => (
  <NumberInput
    label={label}
    description={strings.budgetHint}
    error={useTrouble(field)}
    value={micros === undefined ? '' : micros / million}
    min={0}
    max={1_000_000}
    decimalScale={2}
    onChange={(value) =>
      onChange(typeof value === 'number' && value > 0 ? Math.max(1, Math.round(value * million)) : undefined)
    }
  />
)
