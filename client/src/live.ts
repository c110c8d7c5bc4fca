import { errorOf, type FoyerError } from './errors.ts'
import { asFoyerError, type Credential, type Settings } from './sending.ts'
import type { EventType } from './wire.ts'

/** What kind of thing changed in the workspace; `everything` after a gap, in which anything may have. */
export interface LiveEvent {
  readonly type: EventType | 'everything'
}

export interface LiveOptions {
  readonly signal?: AbortSignal | undefined
  /** `live` once the line stands, `reconnecting` from the moment it is lost. */
  readonly onState?: ((state: 'live' | 'reconnecting') => void) | undefined
}

export interface LiveLine {
  /** Resolves when it was closed; rejects with a FoyerError when the caller is not, or no longer, let in. */
  readonly ended: Promise<void>
  /** Tries at once instead of waiting: the network is back, or the page is looked at again. */
  wake(): void
  close(): void
}

/** The server says something every 15 s; silence for longer is a dead line. */
const silenceMs = 40_000
const longestWaitMs = 15_000
/** Said about the line itself, not about the workspace. */
const aboutTheLine: ReadonlySet<string> = new Set(['open', 'renew', 'restart', 'closed'])

/** Opens the line and keeps it open. EventSource cannot send a token, so the stream is read by hand. */
export const openLive = (
  settings: Settings,
  credential: Credential | undefined,
  onEvent: (event: LiveEvent) => void,
  { signal, onState }: LiveOptions,
): LiveLine => {
  const stop = new AbortController()
  const close = (): void => stop.abort()
  let wake = (): void => {}

  const run = async (): Promise<void> => {
    let tries = 0
    let wasOpen = false
    let refused: string | undefined
    while (!stop.signal.aborted) {
      let token: string | undefined
      try {
        token =
          typeof credential !== 'function' ? credential : refused === undefined ? await credential() : await credential(refused)
        await listen(settings, token, stop.signal, {
          opened() {
            onState?.('live')
            if (wasOpen) onEvent({ type: 'everything' })
            wasOpen = true
            tries = 0
            refused = undefined
          },
          heard: (type) => onEvent({ type: type as LiveEvent['type'] }),
        })
      } catch (thrown) {
        if (stop.signal.aborted) return
        const error = asFoyerError(thrown)
        if (isRefusal(error)) {
          // An expired token is renewed once; a call rejected with the new one fails.
          if (
            error.code !== 'not_signed_in' ||
            typeof credential !== 'function' ||
            refused !== undefined ||
            token === undefined
          )
            throw error
          refused = token
          continue
        }
      }
      if (stop.signal.aborted) return
      onState?.('reconnecting')
      const waitMs = Math.min(longestWaitMs, 300 * 2 ** tries++) * (0.7 + Math.random() * 0.6)
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(waiting)
          stop.signal.removeEventListener('abort', done)
          resolve()
        }
        const waiting = setTimeout(done, waitMs)
        stop.signal.addEventListener('abort', done)
        wake = () => {
          tries = 0
          done()
        }
      })
    }
  }

  if (signal?.aborted) close()
  signal?.addEventListener('abort', close)
  const ended = run().finally(() => signal?.removeEventListener('abort', close))
  // A caller that ignores `ended` must not meet an unhandled rejection.
  ended.catch(() => {})
  return { ended, wake: () => wake(), close }
}

const isRefusal = (error: FoyerError): boolean => error.status === 401 || error.status === 403 || error.status === 404

/** One connection, from its first byte to its last. */
const listen = async (
  settings: Settings,
  token: string | undefined,
  signal: AbortSignal,
  on: { opened(): void; heard(type: string): void },
): Promise<void> => {
  const line = new AbortController()
  const hangUp = (): void => line.abort()
  signal.addEventListener('abort', hangUp)
  let silence = setTimeout(hangUp, silenceMs)
  try {
    const response = await settings.fetch(`${settings.address}/live`, {
      headers: { Accept: 'text/event-stream', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
      signal: line.signal,
    })
    if (!response.ok || !response.body) throw await errorOf(response)
    on.opened()
    let rest = ''
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(hangUp, silenceMs)
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        const type = /^event: ?(.+?)\r?$/.exec(text)?.[1]
        if (type !== undefined && !aboutTheLine.has(type)) on.heard(type)
      }
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', hangUp)
    line.abort()
  }
}
