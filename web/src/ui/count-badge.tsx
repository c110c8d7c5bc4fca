import type { ReactNode } from 'react'
import { counted } from '../i18n/format.ts'
import classes from './count-badge.module.css'

/** How many wait for a look, as a figure in a mark; what it counts stands in `children`, for those who listen. */
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
