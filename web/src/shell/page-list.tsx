import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Role } from '#web/wire.ts'
import { OpenSteps } from './open-steps.tsx'
import classes from './page-list.module.css'
import { type Page, pageAt, pagesFor, settingsGroups } from './pages.ts'
import { strings } from './strings.ts'
import { Unread } from './unread.tsx'

interface PageListProps {
  role: Role
  /** Of all pages, those of daily work, or the settings. */
  of: 'all' | 'main' | 'settings'
  className: string | undefined
  onFollow?(): void
  /** Below the pages, in the same scroll. */
  children?: ReactNode
}

/** Where one can go: the pages of daily work, and the settings by what they concern. The page one is on is marked, and in view. */
export const PageList = ({ role, of, className, onFollow, children }: PageListProps) => {
  const list = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    if (!path || !list.current) return
    // A notice above the frame comes later and takes some of its height.
    const sized = new ResizeObserver(() => bringIntoView(list.current))
    sized.observe(list.current)
    return () => sized.disconnect()
  }, [path])
  return (
    <nav ref={list} className={className} aria-label={of === 'settings' ? strings.settings : strings.navigation}>
      {of !== 'settings' && <Group pages={pagesFor(role, 'main')} onFollow={onFollow} />}
      {of === 'all' && <Group pages={pagesFor(role, 'bar')} onFollow={onFollow} />}
      {of !== 'main' &&
        settingsGroups.map((group) => (
          <Group key={group.at} name={group.name} pages={pagesFor(role, group.at)} onFollow={onFollow} />
        ))}
      {children}
    </nav>
  )
}

const Group = ({ name, pages, onFollow }: { name?: string; pages: readonly Page[]; onFollow: PageListProps['onFollow'] }) => {
  const title = useId()
  const current = useLocation({ select: ({ pathname }) => pageAt(pathname)?.to })
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
              // The settings' own page is one of them, not above them; runs have a page of their own beneath that of workflows.
              activeOptions={{ includeSearch: false, exact: to === '/settings' || to !== current }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon size={16} stroke={1.6} aria-hidden />
              <span className={classes.linkName} data-words>
                {name}
              </span>
              {to === '/inbox' && <Unread />}
              {to === '/to-do' && <OpenSteps />}
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
