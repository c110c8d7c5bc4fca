import type { ReactNode } from 'react'
import classes from './parts.module.css'

/** A word in a small box. The tone never says anything that the word does not. */
export const Pill = ({ tone, children }: { tone?: 'good' | 'warn' | 'bad' | 'accent' | undefined; children: ReactNode }) => (
  <span className={classes.pill} data-tone={tone}>
    <span>{children}</span>
  </span>
)
