import type { ReactNode } from 'react'
import classes from './timeline.module.css'

/** What happened, newest first, on one thread. */
export const Timeline = ({ label, children }: { label?: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
  <ol className={classes.timeline} role="list" reversed aria-label={label}>
    {children}
  </ol>
)

export const TimelineEntry = ({
  icon,
  tone,
  title,
  end,
  children,
}: {
  icon: ReactNode
  tone?: 'good' | 'warn' | 'bad' | 'accent' | undefined
  title: ReactNode
  /** When it was. */
  end: ReactNode
  children?: ReactNode
}) => (
  <li className={classes.entry}>
    <span className={classes.mark} data-tone={tone} aria-hidden>
      {icon}
    </span>
    <div className={classes.body}>
      <div className={classes.head}>
        <span className={classes.title}>{title}</span>
        <span className="dim">{end}</span>
      </div>
      {children}
    </div>
  </li>
)
