import type { ReactNode } from 'react'
import { IconAlertTriangle } from '#icons'
import classes from './parts.module.css'

/** Something that needs attention: what it is, and what to do about it. */
export const WarningNote = ({
  title,
  tone = 'warn',
  role = 'alert',
  children,
}: {
  title: string
  tone?: 'warn' | 'bad'
  /** `status` for what stood there when the page was opened. */
  role?: 'alert' | 'status'
  children: ReactNode
}) => (
  <div className={tone === 'bad' ? classes.error : classes.warning} role={role} data-note>
    <IconAlertTriangle size={18} className={tone === 'bad' ? classes.errorMark : classes.warningMark} aria-hidden />
    <div className={classes.errorText}>
      <div className={classes.errorMessage}>{title}</div>
      <div>{children}</div>
    </div>
  </div>
)
