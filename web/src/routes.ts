import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { publicRoutes, routes } from './modules.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PagePending } from './shell/page-pending.tsx'
import { root, staff } from './shell/root.ts'

/*
 * Every address of the app. The pages' own are in their folders' `module.ts`; a page is loaded when it is first opened, or
 * pointed at.
 */

const home = createRoute({
  getParentRoute: () => staff,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/leads' })
  },
})

const nowhere = createRoute({ getParentRoute: () => staff, path: '$', component: NotFoundPage })

const tree = root.addChildren([...publicRoutes, staff.addChildren([home, ...routes, nowhere])])

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 300,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    // What no page reads leaves the address: else it would reach the page unread, in place of what a reader left out.
    search: { strict: true },
    // Plain strings: an address says ?q=123, not ?q=%22123%22, and a person can read and edit it.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
      const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
      return text ? `?${text}` : ''
    },
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
