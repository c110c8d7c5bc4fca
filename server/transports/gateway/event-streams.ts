import { once } from 'node:events'
import type { Streamed } from '#core/actions/action.ts'
import { asFailure } from '#core/actions/dispatch.ts'
import { errorBody } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import type { Answer } from '../server/http-adapter.ts'

/** Silence in which a proxy would take the connection for dead. */
const heartbeatMs = 15_000
/** A reader of nothing for so long is cut off: what waits for it is kept in memory. */
const usualUnreadMs = 60_000

const head = [
  ...['Content-Type', 'text/event-stream; charset=utf-8', 'X-Accel-Buffering', 'no'],
  ...['X-Content-Type-Options', 'nosniff'],
]

/**
 * Sends pieces as server-sent events, and at the end `[DONE]`, once. A piece that a reader has no room for is waited with: its provider is read no
 * faster than the caller reads.
 */
export const sendEvents = async (
  answer: Answer,
  { pieces }: Streamed,
  { requestId, log, unreadMs = usualUnreadMs }: { readonly requestId: string; readonly log: Log; readonly unreadMs?: number },
): Promise<void> => {
  const { response } = answer
  const beating = setInterval(() => {
    // What comes after a piece that waits to be read would only make it wait longer.
    if (response.headersSent && response.writableLength === 0) response.write(': still here\n\n')
  }, heartbeatMs)
  try {
    for await (const piece of pieces) {
      if (!response.headersSent && !answer.begin(head)) return
      beating.refresh()
      if (!response.write(`data: ${piece}\n\n`) && !(await isRead(answer, unreadMs))) return
    }
  } catch (error) {
    // Its reader went away: that ends it, and is no trouble.
    if (response.destroyed) return
    // Nothing was sent: it is answered like any error.
    if (!response.headersSent) throw error
    // An action tells its own trouble as a piece: this is ours.
    log.error({ err: error, request_id: requestId }, 'a stream broke off')
    const body = errorBody(asFailure(error), requestId)
    response.write(`data: ${JSON.stringify({ text: '', ...body, partial: true })}\n\n`)
  } finally {
    clearInterval(beating)
    if (response.headersSent && !response.destroyed) response.end('data: [DONE]\n\n')
  }
}

/** Waits until there is room again. */
const isRead = async ({ response }: Answer, unreadMs: number): Promise<boolean> => {
  if (response.destroyed) return false
  const patience = AbortSignal.timeout(unreadMs)
  try {
    await Promise.race([
      once(response, 'drain', { signal: patience }),
      once(response, 'close', { signal: patience }).then(() => Promise.reject(new Error('gone'))),
    ])
    return true
  } catch {
    response.destroy()
    return false
  }
}
