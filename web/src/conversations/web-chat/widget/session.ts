import { post } from './calls.ts'
import type { Store } from './store.ts'
import { consoleWords } from './strings.ts'
import type { Look } from './view.ts'

export interface Session {
  readonly sessionId: string
  readonly token: string
  readonly widget: Look & { readonly locale: string; readonly asks_email: boolean; readonly logo_path: string | null }
  /** When the server was last asked. */
  readonly atMs: number
}

/** How long a page may show what another one was told, so that each page of a website does not ask anew. */
const freshMs = 10 * 60_000

/** The visitor's session with the server, kept over pages and visits. */
export const openSession = (
  base: string,
  widgetId: string,
  store: Store,
  on: {
    /** The previous session has ended; queued messages go into this one. */
    restarted(): void
    /** The server rejects this page, or the widget does not exist. */
    refused(): void
  },
) => {
  let current = store.read<Session>('session')
  return {
    get current() {
      return current
    },
    get isFresh() {
      return current !== null && Date.now() - current.atMs < freshMs
    },
    /** The server did not take the token: it is not sent again. */
    dropToken(): void {
      if (current) current = { ...current, token: '' }
    },
    /** Begins the session or goes on with it. False when nothing can be done at the moment. */
    async start(): Promise<boolean> {
      const { status, body } = await post<Session>(base, 'start-web-chat', { widgetId, token: current?.token ?? null })
      if (status === 200) {
        if (current && current.sessionId !== body.sessionId) on.restarted()
        current = { sessionId: body.sessionId, token: body.token, widget: body.widget, atMs: Date.now() }
        store.write('session', current)
        return true
      }
      if (status === 403 || status === 404) {
        console.warn(consoleWords.refused(body.error ?? String(status)))
        current = null
        store.remove('session')
        on.refused()
      }
      return false
    },
    /** Where an answer reaches the visitor. True once it is saved. */
    async identify(who: { name?: string; email?: string }): Promise<boolean> {
      if (!current) return false
      const { status } = await post(base, 'identify-web-visitor', { sessionId: current.sessionId, ...who }, current.token)
      if (status === 200) store.write('who', true)
      return status === 200
    },
  }
}

export type OpenSession = ReturnType<typeof openSession>

/** Whether the visitor has written: before, there is nothing to read. */
export const hasBegun = (store: Store): boolean => store.read('begun') === true
