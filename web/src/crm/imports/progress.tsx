import { Progress } from '@mantine/core'
import { counted } from '#web/i18n/format.ts'
import classes from './uploads.module.css'

export const Bar = ({ value, label }: { value: number; label: string }) => (
  <Progress.Root size="lg" radius="xl">
    <Progress.Section value={Math.round(value * 1_000) / 10} aria-label={label} />
  </Progress.Root>
)

export interface Count {
  readonly name: string
  readonly n: number
}
export const count = (name: string, n: number): Count => ({ name, n })

export const Counts = ({ of: counts }: { of: readonly Count[] }) => (
  <dl className={classes.counts}>
    {counts.map(({ name, n }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="numbers">{counted(n)}</dd>
      </div>
    ))}
  </dl>
)
