import type { ReactNode } from 'react'
import classes from './fieldset.module.css'

/** Fields that belong together, under a heading of their own. */
export const Fieldset = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={classes.fieldset}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
)
