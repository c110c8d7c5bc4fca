import { NumberInput } from '@mantine/core'
import { wholeNumberField } from '#web/i18n/format.ts'
import { strings } from './strings.ts'

/** How many requests a minute a key may send; empty leaves it to the workspace. For a form's `getInputProps`. */
export const OwnLimit = (field: object) => (
  <NumberInput
    label={strings.rateLimit}
    description={strings.rateLimitHint}
    min={1}
    max={100_000_000}
    {...wholeNumberField}
    {...field}
  />
)

/** What the field holds, as the limit it means. */
export const readLimit = (value: number | ''): number | null => (value === '' ? null : value)
