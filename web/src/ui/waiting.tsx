import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './parts.module.css'

/** Something is awaited, and will stand in this place. */
export const Waiting = ({ children }: { children: ReactNode }) => (
  <div className={classes.waiting} role="status">
    <Loader size={18} aria-hidden />
    {children}
  </div>
)
