import { type Answer, type Http, NoAnswer } from '#core/outbound/http.ts'
import { ProviderError, type ProviderErrorKind } from '#ports/provider-error.ts'
import type { Push, PushKey, PushMessage } from '#ports/push.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { encrypt } from './encryption.ts'
import { vapidHeader } from './vapid.ts'

const timeoutMs = 15_000
const mostAnswerBytes = 4_096

/** Web Push (RFC 8030, 8188, 8291, 8292), to whatever push service a browser named. */
export const webPush = (parts: {
  readonly http: Pick<Http, 'send'>
  readonly mayReach: (endpoint: string) => boolean
  readonly contact: () => string
  readonly now: () => Date
}): Push => ({
  mayReach: parts.mayReach,
  async send(message, key) {
    const answer = await post(parts, message, key)
    if (answer.status < 200 || answer.status > 299) throw errorOf(answer, parts.now())
  },
})

const post = async (
  { http, contact, now }: Parameters<typeof webPush>[0],
  { to, payload, ttlSeconds, topic }: PushMessage,
  key: PushKey,
): Promise<Answer> => {
  const body = encryptFor(to, payload)
  try {
    return await http.send({
      method: 'POST',
      url: to.endpoint,
      headers: {
        authorization: vapidHeader(key, { endpoint: to.endpoint, contact: contact(), now: now() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
        urgency: 'high',
        topic,
      },
      body,
      timeoutMs,
      maxBytes: mostAnswerBytes,
    })
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    // An address that the guard refuses stays refused; a name without an answer may have one later.
    const reason = error.reason === 'timed_out' ? 'the push service timed out' : 'the push service cannot be reached'
    throw new ProviderError('unreachable', reason, { cause: error })
  }
}

const encryptFor = (to: PushMessage['to'], payload: string): Buffer => {
  try {
    return encrypt(Buffer.from(payload), to)
  } catch (error) {
    throw new ProviderError('dead', 'the key of the browser cannot be used', { cause: error })
  }
}

/** 404 and 410: the browser is no longer subscribed (RFC 8030, 7.3). 401 and 403: it subscribed by another key than ours. */
const kinds: Readonly<Record<number, ProviderErrorKind>> = {
  ...{ 401: 'dead', 403: 'dead', 404: 'dead', 410: 'dead' },
  ...{ 408: 'broken', 425: 'broken', 429: 'busy' },
}

const errorOf = ({ status, headers }: Answer, now: Date): ProviderError =>
  new ProviderError(kinds[status] ?? (status >= 500 ? 'broken' : 'refused'), `the push service responded with ${status}`, {
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
  })
