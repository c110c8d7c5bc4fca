import { Select } from '#web/ui/select.tsx'
import { strings } from './strings.ts'

const dayMs = 86_400_000
const choices = [
  { value: 'never', label: strings.expiry.never },
  { value: '30', label: strings.expiry.month },
  { value: '90', label: strings.expiry.quarter },
  { value: '365', label: strings.expiry.year },
]

/** When a key is to end, as a choice of a few spans. `kept` is the instant that it has now, which can stay. */
export const Expiry = ({
  kept,
  ...props
}: {
  kept?: { value: string; label: string }
  value?: string
  onChange?: (value: string) => void
}) => (
  <Select
    label={strings.expires}
    description={strings.expiresHint}
    data={kept ? [kept, ...choices] : choices}
    allowDeselect={false}
    {...props}
    onChange={(value) => props.onChange?.(value ?? 'never')}
  />
)

/** A choice as the instant it means; null for never. */
export const readExpiry = (choice: string): string | null =>
  choice === 'never' ? null : new Date(Date.now() + Number(choice) * dayMs).toISOString()
