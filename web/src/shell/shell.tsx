import { Notifications } from '@mantine/notifications'
import {
  IconAddressBook,
  IconBuilding,
  IconDoorEnter,
  IconFileUpload,
  IconKey,
  IconSettings,
  IconTruckDelivery,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { freshToken, type Session } from '../gateway.ts'
import { startLive, useChanges } from '../live.ts'
import { isAtLeast, useMaybeSession } from '../session.ts'
import { AccountMenu } from './account-menu.tsx'
import { useShortcuts } from './keyboard.ts'
import { LiveBadge } from './live-badge.tsx'
import { Logo } from './logo.tsx'
import { words } from './messages.ts'
import { OfflineNotice } from './offline-notice.tsx'
import classes from './shell.module.css'

const Help = lazy(() => import('./help.tsx').then(({ Help }) => ({ default: Help })))

const rooms = [
  { to: '/leads', Icon: IconDoorEnter, name: words.leads },
  { to: '/contacts', Icon: IconAddressBook, name: words.contacts },
  { to: '/uploads', Icon: IconFileUpload, name: words.uploads },
] as const

const settings = [
  { to: '/settings/keys', Icon: IconKey, name: words.keys, least: 'admin' },
  { to: '/settings/deliveries', Icon: IconTruckDelivery, name: words.deliveries, least: 'admin' },
  { to: '/settings/workspace', Icon: IconBuilding, name: words.workspace, least: 'member' },
  { to: '/settings/members', Icon: IconUsers, name: words.members, least: 'member' },
  { to: '/settings/profile', Icon: IconUserCircle, name: words.profile, least: 'member' },
] as const

/** The frame around every page of the signed-in: where one is, where one can go, and whether what is shown is current. */
export const Shell = () => {
  const session = useMaybeSession()
  useLeaveWhenSignedOut(session === null)
  return session && <Frame workspace={session.organization.name} role={session.role} />
}

const Frame = ({ workspace, role }: { workspace: string; role: Session['role'] }) => {
  const queries = useQueryClient()
  useEffect(() => startLive(queries), [queries])
  useFetchPagesWhenIdle()
  useOwnRole()
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never')
  const openHelp = (): void => setHelp('open')
  useGoKeys(openHelp)

  return (
    <>
      <a href="#page" className={classes.skip}>
        {words.skip}
      </a>
      <OfflineNotice />
      <div className={classes.frame}>
        <aside className={classes.side} aria-label={workspace}>
          <Home workspace={workspace} />
          <nav className={classes.nav} aria-label={words.navigation}>
            <ul className={classes.navList}>
              {rooms.map((room) => (
                <NavItem key={room.to} {...room} />
              ))}
            </ul>
            <div className={classes.navTitle} id="settings-title">
              {words.settings}
            </div>
            <ul className={classes.navList} aria-labelledby="settings-title">
              {settings
                .filter(({ least }) => isAtLeast(role, least))
                .map((room) => (
                  <NavItem key={room.to} {...room} />
                ))}
            </ul>
          </nav>
          <div className={classes.sideFoot}>
            <LiveBadge />
            <AccountMenu onHelp={openHelp} />
          </div>
        </aside>
        <div className={classes.top}>
          <Home workspace={workspace} />
          <div className={classes.topEnd}>
            <LiveBadge />
            <AccountMenu compact onHelp={openHelp} />
          </div>
        </div>
        <main className={classes.main} id="page" tabIndex={-1} style={{ outline: 'none' }}>
          <div className={classes.page}>
            <Outlet />
          </div>
        </main>
        <nav className={classes.bar} aria-label={words.navigation}>
          <ul className={classes.barList}>
            {[...rooms, { to: '/settings', Icon: IconSettings, name: words.settings } as const].map(({ to, Icon, name }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={classes.barLink}
                  activeOptions={{ includeSearch: false }}
                  activeProps={{ 'aria-current': 'page' }}
                >
                  <Icon size={21} stroke={1.7} aria-hidden />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Notifications position="bottom-right" />
      {help !== 'never' && (
        <Suspense>
          <Help opened={help === 'open'} onClose={() => setHelp('closed')} />
        </Suspense>
      )}
    </>
  )
}

const Home = ({ workspace }: { workspace: string }) => (
  <Link to="/leads" className={classes.home}>
    <Logo />
    <span className={classes.homeName}>{workspace}</span>
  </Link>
)

const NavItem = ({ to, Icon, name }: Pick<(typeof rooms)[number] | (typeof settings)[number], 'to' | 'Icon' | 'name'>) => (
  <li>
    <Link to={to} className={classes.link} activeOptions={{ includeSearch: false }} activeProps={{ 'aria-current': 'page' }}>
      <Icon size={18} stroke={1.7} aria-hidden />
      {name}
    </Link>
  </li>
)

const useGoKeys = (help: () => void): void => {
  const navigate = useNavigate()
  const router = useRouter()
  useShortcuts({
    'g l': () => void navigate({ to: '/leads' }),
    'g c': () => void navigate({ to: '/contacts' }),
    'g u': () => void navigate({ to: '/uploads' }),
    'g s': () => void navigate({ to: '/settings' }),
    'g k': () => void navigate({ to: '/settings/keys' }),
    'g d': () => void navigate({ to: '/settings/deliveries' }),
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

/** The reader's own role may have changed, and the name of the workspace: both come with the token. */
const useOwnRole = (): void =>
  useChanges(['member.changed', 'workspace.changed'], async () => {
    try {
      await freshToken(await freshToken())
    } catch {
      // Signed out, or no network just now: the next call says so.
    }
  })

/** Once the first page stands, the files of all others are fetched: from then on every page opens at once, also without a network. */
const useFetchPagesWhenIdle = (): void => {
  const router = useRouter()
  useEffect(() => {
    const fetchAll = async (): Promise<void> => {
      try {
        for (const route of Object.values(router.routesById)) await router.loadRouteChunk(route)
      } catch {
        // No network just now: each page is fetched when it is opened.
      }
    }
    const timer = setTimeout(fetchAll, 2_500)
    return () => clearTimeout(timer)
  }, [router])
}

/** The session ended elsewhere, or its 30 days are over: to the sign-in page, and back here afterwards. */
const useLeaveWhenSignedOut = (isSignedOut: boolean): void => {
  const router = useRouter()
  useEffect(() => {
    const { href, pathname } = router.state.location
    if (isSignedOut && pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { next: href } })
  }, [isSignedOut, router])
}
