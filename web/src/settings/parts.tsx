import type { ReactNode } from 'react'
import { Pill } from '../ui/pill.tsx'
import classes from './settings.module.css'
import type { StateLabel } from './states.ts'

export const State = ({ of: { label, tone } }: { of: StateLabel }) => <Pill tone={tone}>{label}</Pill>

/** Facts side by side, as many as fit. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>

/** `wide` for what needs two places. */
export const Fact = ({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={classes.fact} data-wide={wide || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

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
