import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { isSignedOut, openSession } from '../gateway.ts'
import { settleLanguage } from '../own-language.ts'
import { textIn } from '../ui/route-params.ts'
import { NotFoundPage } from './not-found-page.tsx'

export interface RouterContext {
  readonly queries: QueryClient
  /** Fetches the list of the pages inside and adds them to the router; whether one of them, or only now none, answers this path. */
  openInside(path: string): Promise<boolean>
}

/** The frame and the list of the pages inside, in one file, which the pages outside do without. */
export const loadInside = () => import('../inside.ts')

/** Above all pages; those of a folder's `publicRoutes`, which need no session, are right below. */
export const root = createRootRouteWithContext<RouterContext>()({
  // The language, for a browser without storage (web/src/i18n/locale.ts).
  validateSearch: (search: Record<string, unknown>): { locale?: string } => textIn('locale', search.locale),
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

/** Above every page that needs a session: the frame around them. */
export const staff = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  beforeLoad: async ({ location }) => {
    try {
      // The page is loaded again in the language of the person: nothing of this one is shown.
      if (settleLanguage(await openSession())) await new Promise(() => {})
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
      throw error
    }
  },
  // Who is not signed in needs none of it.
  component: lazyRouteComponent(loadInside, 'AppShell'),
})
