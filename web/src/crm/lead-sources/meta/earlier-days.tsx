import { NumberInput } from '@mantine/core'
import { strings } from './strings.ts'

/** Meta keeps leads for so long. */
export const mostDays = 90

/** Of how many days before leads are fetched. */
export const EarlierDays = (props: { least: number; days: number; onChange(days: number): void }) => (
  <NumberInput
    label={strings.earlierDays}
    description={strings.earlierHint}
    min={props.least}
    max={mostDays}
    allowDecimal={false}
    value={props.days}
    onChange={(days) => props.onChange(Math.min(mostDays, Math.max(props.least, Math.round(Number(days)) || props.least)))}
  />
)
