import type { ReactNode } from 'react'
import { counted } from '../i18n/format.ts'
import classes from './count-badge.module.css'

/** A count in a badge; `children` say to a screen reader what it counts, where nothing around it does. */
export const CountBadge = ({
  count,
  className = '',
  children,
}: {
  count: number
  className?: string | undefined
  children?: ReactNode
}) => (
  <span className={`${classes.badge} ${className}`}>
    <span aria-hidden>{count > 99 ? `${counted(99)}+` : counted(count)}</span>
    {children && <span className="hidden-visually">{children}</span>}
  </span>
)
