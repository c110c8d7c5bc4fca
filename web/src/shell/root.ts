import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { isSignedOut, openSession } from '../gateway.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** Above all pages; those of a folder's `publicRoutes`, which need no session, are right below. */
export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

/** Above every page that needs a session: the frame around them. */
export const staff = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  beforeLoad: async ({ location }) => {
    try {
      await openSession()
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
      throw error
    }
  },
  // Who is not signed in needs none of it.
  component: lazyRouteComponent(() => import('./shell.tsx'), 'AppShell'),
})
