import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useListKeys } from '../shell/keyboard.ts'
import classes from './list.module.css'

/** Things below each other, parted by lines, each with as much text as it has. For what is compared, see DataTable. */
export const List = ({ label, children, isInset = false }: { label: string; children: ReactNode; isInset?: boolean }) => {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={classes.list} ref={list} role="list" aria-label={label} data-list data-inset={isInset || undefined}>
      {children}
    </ul>
  )
}

export const ListRow = ({
  mark,
  title,
  pills,
  link,
  linkId,
  onFollow,
  children,
  end,
  actions,
  isFresh = false,
}: {
  mark?: ReactNode
  title: ReactNode
  /** Beside the title. */
  pills?: ReactNode
  /** Where the whole row leads. */
  link?: Pick<LinkProps, 'to' | 'params' | 'search'> | undefined
  /** By which j and k find it. */
  linkId?: string
  onFollow?: () => void
  /** Below the title, in muted lines. */
  children?: ReactNode
  /** At the end of the first line: a time, an amount. */
  end?: ReactNode
  actions?: ReactNode
  isFresh?: boolean
}) => (
  <li className={classes.row} data-fresh={isFresh || undefined} data-links={link ? true : undefined}>
    {mark && (
      <span className={classes.mark} aria-hidden>
        {mark}
      </span>
    )}
    <div className={classes.body}>
      <div className={classes.head}>
        {link ? (
          <Link {...link} className={classes.title} data-row={linkId} onClick={onFollow}>
            {title}
          </Link>
        ) : (
          <span className={classes.title}>{title}</span>
        )}
        {pills && <span className={classes.pills}>{pills}</span>}
      </div>
      {children && <div className={classes.more}>{children}</div>}
    </div>
    {end && <div className={classes.end}>{end}</div>}
    {actions && <div className={classes.actions}>{actions}</div>}
  </li>
)
