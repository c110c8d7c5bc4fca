import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Facts side by side, as many as fit; `stacked` below each other, in a narrow column. */
export const Facts = ({ stacked = false, children }: { stacked?: boolean; children: ReactNode }) => (
  <dl className={classes.facts} data-stacked={stacked || undefined}>
    {children}
  </dl>
)

/** `wide` for what needs two places. */
export const Fact = ({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={classes.fact} data-wide={wide || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
