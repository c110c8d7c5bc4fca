import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './parts.module.css'

/** Where nothing is yet, or nothing was found: says so, and offers the next step as its children. */
export const Empty = ({
  icon,
  title,
  text,
  children,
}: {
  icon?: ReactNode
  title: string
  text?: ReactNode
  children?: ReactNode
}) => (
  <div className={classes.empty}>
    {icon && (
      <div className={classes.emptyMark} aria-hidden>
        {icon}
      </div>
    )}
    <Title order={2}>{title}</Title>
    {text && (
      <p className={classes.emptyText} style={{ margin: 0 }}>
        {text}
      </p>
    )}
    {children && (
      <div style={{ marginTop: '0.75rem', display: 'flex', gap: '0.5rem', flexWrap: 'wrap', justifyContent: 'center' }}>
        {children}
      </div>
    )}
  </div>
)
