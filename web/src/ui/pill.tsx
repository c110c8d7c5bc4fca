import type { ReactNode } from 'react'
import classes from './parts.module.css'

/** A label for a state; the tone never says anything that the label does not. */
export interface StateLabel {
  readonly label: string
  readonly tone?: 'good' | 'warn' | 'bad' | 'accent'
}

/** A word in a small box. The tone never says anything that the word does not. */
export const Pill = ({ tone, children }: { tone?: 'good' | 'warn' | 'bad' | 'accent' | undefined; children: ReactNode }) => (
  <span className={classes.pill} data-tone={tone}>
    <span>{children}</span>
  </span>
)

export const State = ({ of: { label, tone } }: { of: StateLabel }) => <Pill tone={tone}>{label}</Pill>
