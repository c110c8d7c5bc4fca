import { NativeSelect, TextInput } from '@mantine/core'
import { strings } from './call-strings.ts'
import { isLength, outcomes, type TypedCall } from './typed-calls.ts'

/** How a call ended; one that reached them has a length. */
export const OutcomeFields = ({
  value,
  onChange,
}: {
  value: Pick<TypedCall, 'outcome' | 'minutes'>
  onChange: (changes: Partial<TypedCall>) => void
}) => (
  <>
    <NativeSelect
      label={strings.callOutcome}
      value={value.outcome}
      data={outcomes.map((outcome) => ({ value: outcome, label: strings.outcomes[outcome] }))}
      onChange={({ currentTarget }) =>
        onChange({ outcome: outcomes.find((outcome) => outcome === currentTarget.value) ?? 'reached' })
      }
    />
    {value.outcome === 'reached' && (
      <TextInput
        label={strings.callMinutes}
        inputMode="decimal"
        value={value.minutes}
        error={isLength(value.minutes) ? undefined : strings.noLength}
        onChange={({ currentTarget }) => onChange({ minutes: currentTarget.value })}
      />
    )}
  </>
)
