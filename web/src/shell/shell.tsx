import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { IconSearch, IconSparkles } from '#icons'
import iconClasses from '#web/ui/icon-button.module.css'
import { laterWindow, loadWindows } from '#web/ui/later-window.tsx'
import { loadNotifications, NotificationsRegion } from '#web/ui/notifications.tsx'
import { choices, overlays } from '#web/ui/overlays.ts'
import type { Role } from '#web/wire.ts'
import { openOutbox } from '../conversations/inbox/sending.ts'
import { freshToken } from '../gateway.ts'
import { startLive, useChanges } from '../live.ts'
import { modules } from '../modules.ts'
import { rememberRecord } from '../palette/recent.ts'
import { Bell } from '../platform/notifications/bell.tsx'
import { useMaybeSession, useSession } from '../session.ts'
import { AccountMenu } from './account-menu.tsx'
import { CreateWindows } from './create-windows.tsx'
import { useAskKeys, useShortcuts } from './keyboard.ts'
import { LiveBadge } from './live-badge.tsx'
import { NoRight } from './no-right.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { mayOpen, pagesFor } from './pages.ts'
import { PhoneBar } from './phone-bar.tsx'
import { SettingsSwitch } from './settings-switch.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { SimulatedNotice } from './simulated-notice.tsx'
import { strings } from './strings.ts'
import { useNarrow } from './use-narrow.ts'
import { usePalette } from './use-palette.ts'
import { WorkspaceMenu } from './workspace-menu.tsx'

const Help = lazy(() => import('./help.tsx').then(({ Help }) => ({ default: Help })))

const AskPanel = lazy(() => import('../automation/assistant/ask-panel.tsx').then(({ AskPanel }) => ({ default: AskPanel })))

const Palette = lazy(() => import('../palette/palette.tsx').then(({ Palette }) => ({ default: Palette })))

const RunningChanges = laterWindow(() =>
  import('../desk/bulk-changes/running-changes.tsx').then(({ RunningChanges }) => RunningChanges),
)

/** The frame around every page of the signed-in: where one is, where one can go, and whether what is shown is current. */
export const AppShell = () => {
  const session = useMaybeSession()
  useLeaveWhenSignedOut(session === null)
  return session && <Frame workspace={session.organization.name} role={session.role} />
}

const Frame = ({ workspace, role }: { workspace: string; role: Role }) => {
  const queries = useQueryClient()
  useEffect(() => startLive(queries, modules), [queries])
  useFetchPagesWhenIdle()
  useOwnRole()
  useOutbox()
  useRecentRecords()
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never')
  const openHelp = (): void => setHelp('open')
  const [asks, setAsks] = useState<'never' | 'open' | 'closed'>('never')
  const openAsk = (): void => setAsks('open')
  useAskKeys(() => setAsks((before) => (before === 'open' ? 'closed' : 'open')))
  const palette = usePalette()
  const hasStood = useStood()
  const [isNarrow, turn] = useNarrow()
  useGoKeys(role, openHelp)
  const isOpen = useLocation({ select: ({ pathname }) => mayOpen(role, pathname) })

  return (
    <>
      <a href="#page" className={classes.skip}>
        {strings.skip}
      </a>
      <OfflineNotice />
      <div className={classes.frame} data-narrow={isNarrow || undefined}>
        <Sidebar
          workspace={workspace}
          role={role}
          isNarrow={isNarrow}
          onTurn={turn}
          onSearch={palette.open}
          onAsk={openAsk}
          onHelp={openHelp}
        />
        <div className={classes.top} data-top>
          <WorkspaceMenu workspace={workspace} />
          <div className={classes.topEnd}>
            <SimulatedNotice />
            <LiveBadge compact />
            <button type="button" className={iconClasses.iconButton} aria-label={strings.ask} onClick={openAsk}>
              <IconSparkles size={20} stroke={1.7} aria-hidden />
            </button>
            <button type="button" className={iconClasses.iconButton} aria-label={strings.palette} onClick={palette.open}>
              <IconSearch size={20} stroke={1.7} aria-hidden />
            </button>
            <Bell />
            <AccountMenu compact onHelp={openHelp} />
          </div>
        </div>
        <SettingsSwitch role={role} />
        <main className={classes.main} id="page" tabIndex={-1} style={{ outline: 'none' }}>
          <div className={classes.page}>{isOpen ? <Outlet /> : <NoRight />}</div>
        </main>
        <PhoneBar role={role} />
      </div>
      <NotificationsRegion />
      <CreateWindows />
      <RunningChanges opened={hasStood} />
      {palette.times > 0 && (
        <Suspense>
          <Palette
            opened={palette.isOpen}
            times={palette.times}
            onLeave={palette.leave}
            onFollow={palette.follow}
            onHelp={openHelp}
            onAsk={openAsk}
          />
        </Suspense>
      )}
      {asks !== 'never' && (
        <Suspense>
          <AskPanel opened={asks === 'open'} onClose={() => setAsks('closed')} />
        </Suspense>
      )}
      {help !== 'never' && (
        <Suspense>
          <Help opened={help === 'open'} onClose={() => setHelp('closed')} />
        </Suspense>
      )}
    </>
  )
}

const useGoKeys = (role: Role, help: () => void): void => {
  const navigate = useNavigate()
  const router = useRouter()
  useShortcuts({
    ...Object.fromEntries(pagesFor(role).map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
    '?': help,
    '/': () => {
      const search = document.querySelector<HTMLInputElement>('#page input[type="search"]')
      search?.focus()
      search?.select()
      return search !== null
    },
    // Up one level: from a record to its list.
    Escape: () => {
      const up = router.state.location.pathname.replace(/\/[^/]+$/, '')
      if (up === '' || up === '/settings') return false
      if (router.history.canGoBack()) router.history.back()
      else void router.navigate({ to: up })
      return true
    },
  })
}

/** Whether the first page has stood for a while: what is not needed for it is fetched then. */
const useStood = (): boolean => {
  const [hasStood, setStood] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStood(true), 3_000)
    return () => clearTimeout(timer)
  }, [])
  return hasStood
}

/** The reader's own role may have changed, and the name of the workspace: both come with the token. */
const useOwnRole = (): void =>
  useChanges(['member.changed', 'workspace.changed'], async () => {
    try {
      await freshToken(await freshToken())
    } catch {
      // Signed out, or no network just now: the next call says so.
    }
  })

/** What was written to clients and could not be sent is sent from wherever one is. */
const useOutbox = (): void => {
  const { person, organization } = useSession()
  const owner = `${organization.id} ${person.id}`
  useEffect(() => openOutbox(owner), [owner])
}

/** A record is remembered when another page is opened: by then its tab has its name. */
const useRecentRecords = (): void => {
  const router = useRouter()
  const { organization } = useSession()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        if (fromLocation) rememberRecord(organization.id, fromLocation.pathname, document.title)
      }),
    [router, organization.id],
  )
}

/** Once the first page stands, the files of all others are fetched: from then on every page opens at once, also without a network. */
const useFetchPagesWhenIdle = (): void => {
  const router = useRouter()
  useEffect(() => {
    const fetchAll = async (): Promise<void> => {
      try {
        await overlays.load()
        await choices.load()
        await import('../palette/palette.tsx') // early: people keep typing after Ctrl-K
        await import('./page-sheet.tsx')
        await import('../automation/assistant/ask-panel.tsx')
        await loadWindows()
        await loadNotifications()
        for (const route of Object.values(router.routesById)) await router.loadRouteChunk(route)
        await loadWindows()
      } catch {
        // No network just now: each page is fetched when it is opened.
      }
    }
    if (savesData()) return
    const timer = setTimeout(fetchAll, 2_500)
    return () => clearTimeout(timer)
  }, [router])
}

/** Whether the browser was told to fetch no more than it must. Not every browser can say so. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** The session ended elsewhere, or its 30 days are over: to the sign-in page, and back here afterwards. */
const useLeaveWhenSignedOut = (isSignedOut: boolean): void => {
  const router = useRouter()
  useEffect(() => {
    const { href, pathname } = router.state.location
    if (isSignedOut && pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { next: href } })
  }, [isSignedOut, router])
}
