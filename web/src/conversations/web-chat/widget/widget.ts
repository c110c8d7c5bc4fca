import type { Line } from './message-log.ts'
import { openMessages, type Said } from './messages.ts'
import { openOutbox, slowestMs, type Waiting } from './outbox.ts'
import { hasBegun, openSession } from './session.ts'
import { openStore } from './store.ts'
import { consoleWords, type Language, languageOf } from './strings.ts'
import { type Deeds, makeView, type View } from './view.ts'

/** The chat of one widget on this page. `language`: of the page, where its tag says so. */
const startChat = (base: string, widgetId: string, language: Language | null): { open(): void; close(): void } => {
  const store = openStore(widgetId)
  let view: View | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let wantsOpen = false
  let isRefused = false

  const session = openSession(base, widgetId, store, {
    restarted() {
      messages.forget()
      for (const name of ['begun', 'read', 'who']) store.remove(name)
    },
    refused() {
      isRefused = true
      view?.remove()
      view = undefined
    },
  })
  const messages = openMessages(base, store, session, {
    changed: () => show(),
    answered: (author) => view?.isOpen || view?.announce(author),
    isOpen: () => view?.isOpen ?? false,
  })
  const outbox = openOutbox(base, store, session, {
    changed: () => show(),
    sent: messages.addOwn,
    flushed: () => {
      if (hasBegun(store)) void messages.look().then(messages.keepListening)
    },
  })

  const deeds: Deeds = {
    send: outbox.put,
    again: outbox.again,
    identify: session.identify,
    dismissWho: () => store.write('who', false),
    turned(isOpen) {
      store.write('open', isOpen)
      show()
    },
  }
  const stand = (): void => {
    const widget = session.current?.widget
    if (view || !widget) return
    const host = document.body.appendChild(document.createElement('foyer-chat'))
    const logo = widget.logo_path && base + widget.logo_path
    view = makeView(host, { ...widget, logo }, language ?? languageOf(widget.locale) ?? 'en', deeds)
    if (wantsOpen) view.open()
    show()
  }
  const show = (): void => {
    if (!view) return
    const known = messages.inOrder()
    view.show(linesOf(known, outbox.waiting(), outbox.isSending && navigator.onLine))
    view.setOffline(!navigator.onLine)
    const answers = known.filter(({ from }) => from === 'agent')
    if (view.isOpen && !document.hidden) {
      const newest = answers.at(-1)?.at
      if (newest && newest !== store.read('read')) store.write('read', newest)
    }
    const readTo = store.read<string>('read') ?? ''
    view.setUnread(answers.filter(({ at }) => at > readTo).length)
    if (session.current?.widget.asks_email && hasBegun(store) && store.read('who') === null) view.askWho(true)
  }

  const awake = async (): Promise<void> => {
    clearTimeout(retry)
    if (!session.isFresh && !(await session.start()) && !session.current) {
      if (!isRefused) retry = setTimeout(() => void awake(), slowestMs)
      return
    }
    stand()
    if (store.read('open') === true && innerWidth > 480) view?.open()
    await outbox.flush()
  }

  store.onChange((name) => {
    if (name === 'news') void messages.look()
    show()
  })
  watchPage({
    online() {
      outbox.forgive()
      void (view ? outbox.flush() : awake())
    },
    offline: show,
    seen() {
      show()
      void messages.look().then(messages.keepListening)
    },
    unseen: messages.stopListening,
  })
  void awake()
  const turn = (to: boolean): void => {
    wantsOpen = to
    if (to) view?.open()
    else view?.close()
  }
  return { open: () => turn(true), close: () => turn(false) }
}

/** What the server has, and below it what is on its way. */
const linesOf = (known: readonly Said[], waiting: readonly Waiting[], isSending: boolean): Line[] => {
  const arrived = new Set(known.map((message) => message.client_message_id))
  return [
    ...known.map(({ id, client_message_id, from, author, text }): Line => {
      return { id: client_message_id ?? id, from, author, text, state: 'sent' }
    }),
    ...waiting
      .filter(({ id }) => !arrived.has(id))
      .map(({ id, text, hasFailed }): Line => {
        return { id, from: 'user', author: null, text, state: hasFailed ? 'failed' : isSending ? 'sending' : 'waiting' }
      }),
  ]
}

const watchPage = (on: { online(): void; offline(): void; seen(): void; unseen(): void }): void => {
  addEventListener('online', on.online)
  addEventListener('offline', on.offline)
  document.addEventListener('visibilitychange', () => (document.hidden ? on.unseen() : on.seen()))
  addEventListener('pagehide', on.unseen)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) on.seen()
  })
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
