import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './parts.module.css'

/** Something that stands still and will not go on by itself: what it is, and what to do about it. */
export const WarningNote = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.warning} role="alert">
    <IconAlertTriangle size={18} className={classes.warningMark} aria-hidden />
    <div className={classes.errorText}>
      <div className={classes.errorMessage}>{title}</div>
      <div>{children}</div>
    </div>
  </div>
)
