import type { ReactNode } from 'react'
import classes from './folded.module.css'

/** Past entries, collapsed below the open ones. */
export const Folded = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details className={classes.folded}>
    <summary>{summary}</summary>
    {children}
  </details>
)
