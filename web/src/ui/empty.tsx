import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty.module.css'

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
      <div className={classes.mark} aria-hidden>
        {icon}
      </div>
    )}
    <Title order={2}>{title}</Title>
    {text && <p className={classes.text}>{text}</p>}
    {children && <div className={classes.next}>{children}</div>}
  </div>
)
