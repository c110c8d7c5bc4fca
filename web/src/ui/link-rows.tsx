import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useListKeys } from '../shell/keyboard.ts'
import classes from './link-rows.module.css'

/** Related records in a pane: one line each, a link. */
export const LinkRows = ({ children }: { children: ReactNode }) => {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={classes.rows} ref={list} role="list">
      {children}
    </ul>
  )
}

export const LinkRow = ({
  link,
  linkId,
  pill,
  end,
  children,
}: {
  link: Pick<LinkProps, 'to' | 'params'>
  /** By which j and k find it. */
  linkId?: string
  pill?: ReactNode
  /** At the end of the line: a time, an amount, a role. */
  end?: ReactNode
  /** What it is called. */
  children: ReactNode
}) => (
  <li>
    <Link {...link} className={classes.row} data-row={linkId}>
      <span className={classes.name}>{children}</span>
      {pill}
      {end && <span className={classes.end}>{end}</span>}
    </Link>
  </li>
)
