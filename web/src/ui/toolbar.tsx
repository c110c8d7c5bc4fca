import type { ReactNode } from 'react'
import classes from './toolbar.module.css'

/** The row below a page's head: search, and what narrows the list. */
export const Toolbar = ({ children }: { children: ReactNode }) => (
  <search className={classes.toolbar} data-toolbar>
    {children}
  </search>
)
