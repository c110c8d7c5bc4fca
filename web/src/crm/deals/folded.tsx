import type { ReactNode } from 'react'
import classes from './folded.module.css'

/** What is over: below what is open, and folded away. */
export const Folded = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details className={classes.folded}>
    <summary>{summary}</summary>
    {children}
  </details>
)
