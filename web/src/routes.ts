import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { routes } from './modules.ts'
import { publicRoutes } from './platform/sign-in/module.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PagePending } from './shell/page-pending.tsx'
import { loadInside, root, staff } from './shell/root.ts'

/*
 * Every address of the app. The pages' own are in their folders' `module.ts`; a page is loaded when it is first opened, or
 * pointed at. Those outside are known from the start, those inside once an address is none of them: sign-in needs no list of
 * all pages.
 */

let isInsideOpen = false

/** Any other address: until the pages inside are known, one of them; from then on, one that leads nowhere. */
const elsewhere = createRoute({
  getParentRoute: () => staff,
  path: '$',
  // What the page inside reads of it, that page knows.
  validateSearch: (search: Record<string, unknown>): object => (isInsideOpen ? {} : search),
  beforeLoad: async ({ context, location }) => {
    if (!(await context.openInside(location.pathname))) return
    // The same address again, for the route that answers it now, without what that route does not read.
    throw redirect({ to: location.pathname as '/', search: true, params: true, hash: true, state: true })
  },
  component: NotFoundPage,
})

const treeWith = (inside: typeof routes) => root.addChildren([...publicRoutes, staff.addChildren([...inside, elsewhere])])

export const makeRouter = (queries: QueryClient) => {
  const openInside = async (path: string): Promise<boolean> => {
    const wasOpen = isInsideOpen
    if (!wasOpen) {
      const { routes } = await loadInside()
      treeWith(routes)
      router.setRoutes(router.buildRouteTree())
      isInsideOpen = true
    }
    // Who asks second may have been matched before the first was done.
    return !wasOpen || router.getMatchedRoutes(path)[2]?.id !== elsewhere.id
  }
  const router = createRouter({
    routeTree: treeWith([]),
    context: { queries, openInside },
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
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
