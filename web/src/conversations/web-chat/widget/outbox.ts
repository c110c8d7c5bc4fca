import { type Answered, post } from './calls.ts'
import type { OpenSession, Session } from './session.ts'
import type { Store } from './store.ts'
import { consoleWords } from './strings.ts'

export interface Waiting {
  readonly id: string
  readonly text: string
  readonly atMs: number
  readonly hasFailed?: boolean
}

/** The longest wait before another try. */
export const slowestMs = 60_000

/** Messages that the server does not have yet: kept across pages, sent one at a time. */
export const openOutbox = (
  base: string,
  store: Store,
  session: OpenSession,
  on: { changed(): void; sent(message: Waiting): void; flushed(): void },
) => {
  let isSending = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const waiting = (): Waiting[] => store.all<Waiting>('queue:').sort((a, b) => a.atMs - b.atMs)
  const next = (): Waiting | undefined => waiting().find(({ hasFailed }) => !hasFailed)
  const keep = (message: Waiting): void => {
    store.write(`queue:${message.id}`, message)
    on.changed()
    void flush()
  }
  const retryIn = (waitMs: number): void => {
    retry = setTimeout(() => void flush(), waitMs)
  }

  /** Whether to go on with the next one. */
  const settle = (message: Waiting, { status, body, retryAfterSeconds }: Answered): boolean => {
    if (status === 200) {
      failures = 0
      store.write('begun', true)
      on.sent(message)
      store.remove(`queue:${message.id}`)
      store.write('news', Date.now())
      on.changed()
      return true
    }
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      if (body.code !== undefined) console.warn(consoleWords.refused(body.error ?? body.code))
      store.write(`queue:${message.id}`, { ...message, hasFailed: true })
      return true
    }
    failures++
    const waitMs = retryAfterSeconds > 0 ? retryAfterSeconds * 1_000 : Math.min(2_000 * 2 ** failures, slowestMs)
    retryIn(waitMs * (1 + Math.random() / 4))
    return false
  }

  /** Sends what waits. Another page may do the same: the server takes each message once. */
  const flush = async (): Promise<void> => {
    if (isSending || !session.current) return
    isSending = true
    clearTimeout(retry)
    on.changed()
    let hasRestarted = false
    for (let message = next(); message && session.current; message = next()) {
      const answer = await post<Answered['body']>(base, 'log-web-chat', bodyOf(message, session.current), session.current.token)
      if (answer.status !== 401) {
        if (settle(message, answer)) continue
        break
      }
      session.dropToken()
      const isBack = !hasRestarted && (await session.start())
      hasRestarted = true
      if (isBack) continue
      retryIn(slowestMs)
      break
    }
    isSending = false
    on.changed()
    on.flushed()
  }

  return {
    waiting,
    flush,
    get isSending() {
      return isSending
    },
    put: (text: string): void => keep({ id: newId(), text, atMs: Date.now() }),
    again(id: string): void {
      const message = store.read<Waiting>(`queue:${id}`)
      if (message) keep({ ...message, hasFailed: false })
      else on.changed()
    },
    /** The network is back: failures before do not count. */
    forgive(): void {
      failures = 0
    },
  }
}

const bodyOf = ({ id, text }: Waiting, { sessionId }: Session) => ({
  sessionId,
  message: text,
  role: 'user',
  clientMessageId: id,
  page: (location.origin + location.pathname).slice(0, 2_000),
  locale: navigator.language?.slice(0, 35),
})

/** A UUID; `crypto.randomUUID` is for secure pages only. */
const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
