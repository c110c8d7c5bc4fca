import type { Simulator } from '../simulators.ts'
import { serveDav } from './api.ts'
import { servePages } from './pages.ts'
import { openStore } from './store.ts'

/** A calendar server as members have their own (RFC 4791). */
export const caldav: Simulator = {
  slug: 'caldav',
  title: 'Calendar server',
  instead: 'a server that speaks CalDAV',
  about:
    'Connect it in Settings → Mailboxes → Other server with its address, any user name, and any password except “wrong”. Its page adds, moves and deletes events, and makes it forget, cut, rewrite or redirect.',
  pages: [{ path: '/calendar', title: 'Calendar' }],
  counts: (context) => ({ events: openStore(context).count() }),
  isMeant: ({ method, path }) =>
    path === '/.well-known/caldav' || /^\/(dav|moved)\//.test(path) || (method === 'PROPFIND' && path === '/'),

  register(app, context) {
    const store = openStore(context)
    serveDav(app, context, store)
    servePages(app, context, store)
  },
}
