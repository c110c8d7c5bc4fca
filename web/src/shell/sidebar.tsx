import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import {
  IconArrowLeft,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconSettings,
  IconSparkles,
} from '#icons'
import iconClasses from '#web/ui/icon-button.module.css'
import type { Role } from '#web/wire.ts'
import { Bell } from '../platform/notifications/bell.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CreateMenu } from './create-menu.tsx'
import { askKeys, paletteKeys } from './keyboard.ts'
import { LiveBadge } from './live-badge.tsx'
import pageClasses from './page-list.module.css'
import { PageList } from './page-list.tsx'
import classes from './sidebar.module.css'
import { SimulatedNotice } from './simulated-notice.tsx'
import { strings } from './strings.ts'
import { WorkspaceMenu } from './workspace-menu.tsx'

const PinnedViews = lazy(() => import('../desk/lists/pinned-views.tsx').then(({ PinnedViews }) => ({ default: PinnedViews })))

interface SidebarProps {
  workspace: string
  role: Role
  isNarrow: boolean
  onTurn(): void
  onSearch(): void
  onAsk(): void
  onHelp(): void
}

/** At the side of a desk: the pages of daily work, or, in the settings, the settings. Its foot is the same for both. */
export const Sidebar = ({ workspace, role, isNarrow, onTurn, onSearch, onAsk, onHelp }: SidebarProps) => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const inSettings = path === '/settings' || path.startsWith('/settings/')
  const before = usePageBefore(inSettings)
  return (
    <aside className={classes.side} aria-label={workspace}>
      {inSettings ? (
        <div className={classes.sideHead}>
          <Link to={before as '/'} className={classes.backToApp}>
            <IconArrowLeft size={16} stroke={1.8} className="mirrors" aria-hidden />
            <span className={pageClasses.linkName} data-words>
              {strings.backFromSettings}
            </span>
          </Link>
          <Bell />
        </div>
      ) : (
        <>
          <div className={classes.sideHead}>
            <WorkspaceMenu workspace={workspace} />
            <Bell />
          </div>
          <div className={classes.quick}>
            <button type="button" className={classes.search} aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
              <IconSearch size={16} stroke={1.8} aria-hidden />
              <span className={classes.searchText} data-words>
                {strings.paletteShort}
              </span>
              <kbd className={classes.searchKeys} data-words aria-hidden>
                {paletteKeys}
              </kbd>
            </button>
            <CreateMenu />
          </div>
          <button type="button" className={classes.ask} aria-keyshortcuts="Control+J Meta+J" onClick={onAsk}>
            <IconSparkles size={16} stroke={1.7} aria-hidden />
            <span className={classes.searchText} data-words>
              {strings.ask}
            </span>
            <kbd className={classes.searchKeys} data-words aria-hidden>
              {askKeys}
            </kbd>
          </button>
        </>
      )}
      <PageList role={role} of={inSettings ? 'settings' : 'main'} className={classes.nav}>
        {!inSettings && (
          <Suspense>
            <PinnedViews />
          </Suspense>
        )}
      </PageList>
      <div className={classes.sideFoot}>
        {!inSettings && (
          <Link to="/settings" className={pageClasses.link}>
            <IconSettings size={16} stroke={1.6} aria-hidden />
            <span className={pageClasses.linkName} data-words>
              {strings.settings}
            </span>
          </Link>
        )}
        <div className={classes.sideState}>
          <LiveBadge />
          <SimulatedNotice />
          <button
            type="button"
            className={`${iconClasses.iconButton} ${classes.turn}`}
            aria-label={isNarrow ? strings.widen : strings.narrow}
            aria-expanded={!isNarrow}
            onClick={onTurn}
          >
            {isNarrow ? (
              <IconLayoutSidebarLeftExpand size={16} stroke={1.6} className="mirrors" aria-hidden />
            ) : (
              <IconLayoutSidebarLeftCollapse size={16} stroke={1.6} className="mirrors" aria-hidden />
            )}
          </button>
        </div>
        <AccountMenu onHelp={onHelp} />
      </div>
    </aside>
  )
}

/** The page that one came to the settings from, which is where their arrow leads back to. */
const usePageBefore = (inSettings: boolean): string => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [before, setBefore] = useState('/')
  useEffect(() => {
    if (!inSettings) setBefore(path)
  }, [inSettings, path])
  return before
}
