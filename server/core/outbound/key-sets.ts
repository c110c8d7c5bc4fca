import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { Failure } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Http } from './http.ts'

/** Keys are read again after this long … */
const keysMs = 10 * 60_000
/** … and at most this often for an unknown key, or after a failure. */
const unknownKeyMs = 30_000
/** Keys that cannot be refreshed stay valid for so long: an issuer may be down briefly. */
const staleKeysMs = 60 * 60_000
const timeoutMs = 5_000
const maxKeySetBytes = 512 * 1024

interface KeySet {
  readonly issuer: string
  /** Where its JSON Web Key Set is. */
  readonly url: string
  readonly http: Pick<Http, 'send'>
  readonly log: Log
}

/** The public keys of an issuer of tokens, by guarded outbound HTTP. Throws `unavailable` where there are none that are good still. */
export const openKeySet = (keySet: KeySet): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(keySet.url), {
    cooldownDuration: unknownKeyMs,
    cacheMaxAge: keysMs,
    timeoutDuration: timeoutMs,
    [customFetch]: keySetReader(keySet),
  })

/** One that cannot be read is the one that was read before, for an hour. */
const keySetReader = ({ issuer, http, log }: KeySet) => {
  let last: { readonly body: string; readonly atMs: number } | undefined
  let failedAtMs = Number.NEGATIVE_INFINITY

  return async (url: string): Promise<Response> => {
    if (performance.now() - failedAtMs > unknownKeyMs) {
      try {
        const answer = await http.send({ method: 'GET', url, timeoutMs, maxBytes: maxKeySetBytes })
        const body = answer.body.toString('utf8')
        if (answer.status !== 200 || answer.isCut || !isKeySet(body)) throw new Error(`no key set, status ${answer.status}`)
        last = { body, atMs: performance.now() }
        failedAtMs = Number.NEGATIVE_INFINITY
      } catch (error) {
        failedAtMs = performance.now()
        log.warn({ err: error, issuer }, 'the keys of a trusted issuer cannot be fetched')
      }
    }
    if (!last || performance.now() - last.atMs > staleKeysMs) throw new Failure('unavailable', { retryAfterSeconds: 30 })
    return new Response(last.body, { status: 200, headers: { 'Content-Type': 'application/json' } })
  }
}

const isKeySet = (body: string): boolean => {
  try {
    const { keys } = JSON.parse(body) as { keys?: unknown }
    return Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null)
  } catch {
    return false
  }
}
