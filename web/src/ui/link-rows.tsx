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
  linkId,
  pill,
  end,
  mark,
  action,
  children,
  ...way
}: {
  /** By which j and k find it. */
  linkId?: string
  pill?: ReactNode
  /** At the end of the line: a time, an amount, a role. */
  end?: ReactNode
  /** A button before the line. */
  mark?: ReactNode
  /** A button behind the line: what can be done in place. */
  action?: ReactNode
  /** What it is called. */
  children: ReactNode
} & ({ link: Pick<LinkProps, 'to' | 'params'> } | { onOpen: () => void })) => {
  const line = (
    <>
      <span className={classes.name}>{children}</span>
      {pill}
      {end && <span className={classes.end}>{end}</span>}
    </>
  )
  return (
    <li className={action || mark ? classes.acted : undefined}>
      {mark}
      {'link' in way ? (
        <Link {...way.link} className={classes.row} data-row={linkId}>
          {line}
        </Link>
      ) : (
        <button type="button" className={classes.row} data-row={linkId} onClick={way.onOpen}>
          {line}
        </button>
      )}
      {action}
    </li>
  )
}
