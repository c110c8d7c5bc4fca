import type { ReactNode } from 'react'
import classes from './parts.module.css'

/** Something to take note of, with a mark before it. Said aloud when it comes. */
export const Note = ({
  tone,
  icon,
  title,
  children,
}: {
  tone: 'good' | 'bad'
  icon: ReactNode
  title: string
  children?: ReactNode
}) => (
  <div className={classes.note} data-tone={tone} role="status">
    <span className={classes.noteMark} aria-hidden>
      {icon}
    </span>
    <div className={classes.noteText}>
      <strong>{title}</strong>
      {children && <div>{children}</div>}
    </div>
  </div>
)
