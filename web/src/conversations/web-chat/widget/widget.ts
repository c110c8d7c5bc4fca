import { listen, post } from './calls.ts'
import { openStore } from './store.ts'
import { consoleWords, type Language, languageOf } from './strings.ts'
import { type Line, type Look, makeView, type View } from './view.ts'

interface Session {
  readonly sessionId: string
  readonly token: string
  readonly widget: Look & { readonly locale: string; readonly asks_email: boolean }
  /** When the server was last asked. */
  readonly atMs: number
}

interface Waiting {
  readonly id: string
  readonly text: string
  readonly atMs: number
  readonly hasFailed?: boolean
}

interface Said {
  readonly id: string
  readonly at: string
  readonly from: 'user' | 'agent'
  readonly author: string | null
  readonly text: string
  readonly client_message_id: string | null
}

/** How long a page may show what another one was told, so that each page of a website does not ask anew. */
const freshMs = 10 * 60_000
const slowestMs = 60_000

/** The chat of one widget on this page. `language`: of the page, where its tag says so. */
const startChat = (base: string, widgetId: string, language: Language | null): { open(): void; close(): void } => {
  const store = openStore(widgetId)
  const said = new Map<string, Said>()
  let session = store.read<Session>('session')
  let view: View | undefined
  let cursor: string | null = null
  let sending = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let stream: AbortController | undefined
  let wantsOpen = false
  let isRefused = false

  const languageNow = (): Language => language ?? languageOf(session?.widget.locale) ?? 'en'
  const queue = (): Waiting[] => store.all<Waiting>('queue:').sort((a, b) => a.atMs - b.atMs)
  const hasBegun = (): boolean => store.read('begun') === true

  // ── What is shown ─────────────────────────────────────────────────────────────────────────────────────────────────

  const stand = (): void => {
    if (view || !session) return
    const host = document.createElement('foyer-chat')
    document.body.append(host)
    view = makeView(host, session.widget, languageNow(), {
      send(text) {
        const id = newId()
        store.write(`queue:${id}`, { id, text, atMs: Date.now() } satisfies Waiting)
        show()
        void flush()
      },
      again(id) {
        const waiting = store.read<Waiting>(`queue:${id}`)
        if (waiting) store.write(`queue:${id}`, { ...waiting, hasFailed: false })
        show()
        void flush()
      },
      async identify(who) {
        if (!session) return false
        const { status } = await post(base, 'identify-web-visitor', { sessionId: session.sessionId, ...who }, session.token)
        if (status === 200) store.write('who', true)
        return status === 200
      },
      dismissWho: () => store.write('who', false),
      turned(isOpen) {
        store.write('open', isOpen)
        show()
      },
    })
    if (wantsOpen) view.open()
    show()
  }

  const show = (): void => {
    if (!view) return
    const known = [...said.values()].sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1))
    const arrived = new Set(known.map((message) => message.client_message_id))
    const lines: Line[] = [
      ...known.map(({ id, client_message_id, from, author, text }): Line => {
        return { id: client_message_id ?? id, from, author, text, state: 'sent' }
      }),
      ...queue()
        .filter(({ id }) => !arrived.has(id))
        .map(({ id, text, hasFailed }): Line => {
          const state = hasFailed ? 'failed' : sending && navigator.onLine ? 'sending' : 'waiting'
          return { id, from: 'user', author: null, text, state }
        }),
    ]
    view.show(lines)
    view.setOffline(!navigator.onLine)
    const answers = known.filter(({ from }) => from === 'agent')
    if (view.isOpen && !document.hidden) {
      const newest = answers.at(-1)?.at
      if (newest && newest !== store.read('read')) store.write('read', newest)
    }
    const readTo = store.read<string>('read') ?? ''
    view.setUnread(answers.filter(({ at }) => at > readTo).length)
    if (session?.widget.asks_email && hasBegun() && store.read('who') === null) view.askWho(true)
  }

  // ── The server ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Begins the session or goes on with it. False when nothing can be done at the moment. */
  const start = async (): Promise<boolean> => {
    const { status, body } = await post<Session>(base, 'start-web-chat', { widgetId, token: session?.token ?? null })
    if (status === 200) {
      if (session && session.sessionId !== body.sessionId) forget()
      session = { sessionId: body.sessionId, token: body.token, widget: body.widget, atMs: Date.now() }
      store.write('session', session)
      return true
    }
    if (status === 403 || status === 404) {
      console.warn(consoleWords.refused(body.error ?? String(status)))
      isRefused = true
      view?.remove()
      view = undefined
      session = null
      store.remove('session')
    }
    return false
  }

  /** The old session is none any more; what waits goes into the new one. */
  const forget = (): void => {
    said.clear()
    cursor = null
    store.remove('begun')
    store.remove('read')
    store.remove('who')
  }

  /** Sends what waits, one after the other. Another page may do the same: the server takes each message once. */
  const flush = async (): Promise<void> => {
    if (sending || !session) return
    sending = true
    clearTimeout(retry)
    show()
    let hasRestarted = false
    for (let next = nextWaiting(); next && session; next = nextWaiting()) {
      const { status, body, retryAfterSeconds } = await post<{ code?: string }>(
        base,
        'log-web-chat',
        {
          sessionId: session.sessionId,
          message: next.text,
          role: 'user',
          clientMessageId: next.id,
          page: (location.origin + location.pathname).slice(0, 2_000),
          locale: navigator.language?.slice(0, 35),
        },
        session.token,
      )
      if (status === 200) {
        failures = 0
        store.write('begun', true)
        said.set(`sent ${next.id}`, ownMessage(next))
        store.remove(`queue:${next.id}`)
        store.write('news', Date.now())
        show()
      } else if (status === 401) {
        session = { ...session, token: '' }
        const isBack = !hasRestarted && (await start())
        hasRestarted = true
        if (!isBack) {
          retry = setTimeout(() => void flush(), slowestMs)
          break
        }
      } else if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
        if (body.code !== undefined) console.warn(consoleWords.refused(body.error ?? body.code))
        store.write(`queue:${next.id}`, { ...next, hasFailed: true })
      } else {
        failures++
        const waitMs = retryAfterSeconds > 0 ? retryAfterSeconds * 1_000 : Math.min(2_000 * 2 ** failures, slowestMs)
        retry = setTimeout(() => void flush(), waitMs * (1 + Math.random() / 4))
        break
      }
    }
    sending = false
    show()
    if (hasBegun()) {
      await look()
      void keepListening()
    }
  }

  const nextWaiting = (): Waiting | undefined => queue().find(({ hasFailed }) => !hasFailed)

  /** Until it is read back, as it was sent. */
  const ownMessage = ({ id, text }: Waiting): Said => ({
    id: `sent ${id}`,
    at: new Date(Math.max(Date.now(), ...[...said.values()].map(({ at }) => Date.parse(at) + 1))).toISOString(),
    from: 'user',
    author: null,
    text,
    client_message_id: id,
  })

  /** Reads what is new. */
  const look = async (): Promise<void> => {
    if (!session || !hasBegun()) return
    const isFirst = cursor === null
    const asked = session.sessionId
    const { status, body } = await post<{ messages: Said[]; cursor: string | null }>(
      base,
      'read-web-chat',
      { sessionId: asked, after: cursor },
      session.token,
    )
    if (status !== 200 || session?.sessionId !== asked) return
    cursor = body.cursor
    const fresh = body.messages.filter(({ id }) => !said.has(id))
    for (const message of fresh) {
      said.set(message.id, message)
      said.delete(`sent ${message.client_message_id}`)
      if (message.client_message_id !== null) store.remove(`queue:${message.client_message_id}`)
    }
    const answer = fresh.findLast(({ from }) => from === 'agent')
    show()
    if (answer && !isFirst && !view?.isOpen) view?.announce(answer.author)
  }

  /**
   * Listens for news while the page is visible: a page in the background holds no connection, of which a browser has six for
   * a server. Where streams do not come through, it asks now and then.
   */
  const keepListening = async (): Promise<void> => {
    if (stream || document.hidden || !session || !hasBegun()) return
    const mine = new AbortController()
    stream = mine
    for (let deaf = 0; !mine.signal.aborted; ) {
      const hasHeard = await listen(base, session.token, mine.signal, () => void look())
      if (mine.signal.aborted) break
      deaf = hasHeard ? 0 : deaf + 1
      await pause(deaf === 0 ? 500 + Math.random() * 1_000 : Math.min(2_000 * 2 ** deaf, view?.isOpen ? 10_000 : slowestMs))
      if (!mine.signal.aborted && deaf > 0) await look()
    }
    if (stream === mine) stream = undefined
  }

  const stopListening = (): void => {
    stream?.abort()
    stream = undefined
  }

  // ── The page ──────────────────────────────────────────────────────────────────────────────────────────────────────

  const awake = async (): Promise<void> => {
    const isFresh = session !== null && Date.now() - session.atMs < freshMs
    if (!isFresh && !(await start()) && !session) {
      if (!isRefused) retry = setTimeout(() => void awake(), slowestMs)
      return
    }
    stand()
    if (store.read('open') === true && innerWidth > 480) view?.open()
    await flush()
  }

  store.onChange((name) => {
    if (name === 'news') void look()
    show()
  })
  addEventListener('online', () => {
    failures = 0
    void (view ? flush() : awake())
  })
  addEventListener('offline', show)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return stopListening()
    show()
    void look().then(keepListening)
  })
  addEventListener('pagehide', stopListening)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void look().then(keepListening)
  })

  void awake()
  return {
    open: () => {
      wantsOpen = true
      view?.open()
    },
    close: () => {
      wantsOpen = false
      view?.close()
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** A UUID; `crypto.randomUUID` is for secure pages only. */
const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

// ── The script tag ──────────────────────────────────────────────────────────────────────────────────────────────────

declare global {
  interface Window {
    FoyerChat?: { open(): void; close(): void }
  }
}

const begin = (): void => {
  const tag = (document.currentScript ?? document.querySelector('script[src*="/chat/widget.js"]')) as HTMLScriptElement | null
  const widgetId = tag?.dataset.widget
  if (!tag || !widgetId) return console.warn(consoleWords.noWidget)
  if (window.FoyerChat) return
  const base = tag.src.replace(/\/chat\/widget\.js.*$/, '')
  const language = languageOf(tag.dataset.locale)
  const go = (): void => {
    window.FoyerChat = startChat(base, widgetId, language)
  }
  if (document.body) go()
  else addEventListener('DOMContentLoaded', go)
}

begin()
