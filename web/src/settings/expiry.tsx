import { Select } from '@mantine/core'

const dayMs = 86_400_000
const choices = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
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
    label="Expires"
    description="An ended key is refused; it can be rolled before that."
    data={kept ? [kept, ...choices] : choices}
    allowDeselect={false}
    {...props}
    onChange={(value) => props.onChange?.(value ?? 'never')}
  />
)

/** A choice as the instant it means; null for never. */
export const readExpiry = (choice: string): string | null =>
  choice === 'never' ? null : new Date(Date.now() + Number(choice) * dayMs).toISOString()
