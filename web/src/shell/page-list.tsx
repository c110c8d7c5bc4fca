import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import type { Session } from '../gateway.ts'
import { type Page, pagesFor, settingsGroups } from './pages.ts'
import classes from './shell.module.css'
import { words } from './strings.ts'
import { Unread } from './unread.tsx'

interface PageListProps {
  role: Session['role']
  /** The settings alone, for changing from one to the next. */
  settingsOnly?: boolean
  className: string | undefined
  onFollow?(): void
}

/** Where one can go: the rooms, then the settings by whom they concern. The page one is on is marked, and in view. */
export const PageList = ({ role, settingsOnly = false, className, onFollow }: PageListProps) => {
  const list = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    if (!path || !list.current) return
    // A notice above the frame comes later and takes some of its height.
    const sized = new ResizeObserver(() => bringIntoView(list.current))
    sized.observe(list.current)
    return () => sized.disconnect()
  }, [path])
  const rooms = settingsOnly ? pagesFor(role, 'bar') : [...pagesFor(role, 'rooms'), ...pagesFor(role, 'bar')]
  return (
    <nav ref={list} className={className} aria-label={settingsOnly ? words.settings : words.navigation}>
      <Group pages={rooms} onFollow={onFollow} />
      {settingsGroups.map((group) => (
        <Group key={group.at} name={group.name} pages={pagesFor(role, group.at)} onFollow={onFollow} />
      ))}
    </nav>
  )
}

const Group = ({ name, pages, onFollow }: { name?: string; pages: readonly Page[]; onFollow: PageListProps['onFollow'] }) => {
  const title = useId()
  if (pages.length === 0) return null
  return (
    <>
      {name && (
        <div className={classes.navTitle} id={title}>
          {name}
        </div>
      )}
      <ul className={classes.navList} aria-labelledby={name && title}>
        {pages.map(({ to, Icon, name }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              onClick={onFollow}
              // The settings' own page is one of them, not above them.
              activeOptions={{ includeSearch: false, exact: to === '/settings' }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              {name}
              {to === '/inbox' && <Unread />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Scrolls the list, and nothing around it. */
const bringIntoView = (list: HTMLElement | null): void => {
  const current = list?.querySelector('[aria-current="page"]')
  if (!list || !current) return
  const [frame, link] = [list.getBoundingClientRect(), current.getBoundingClientRect()]
  // Room for the heading above it, so that one sees where one is.
  const above = link.top - 40 - frame.top
  const below = link.bottom + 8 - frame.bottom
  if (above < 0) list.scrollTop += above
  else if (below > 0) list.scrollTop += below
}
