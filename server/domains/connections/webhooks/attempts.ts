import { type Answer, type Http, NoAnswer } from '#core/outbound/http.ts'
import type { Vault } from '#core/vault.ts'
import type { Claimed } from './leases.ts'
import { openSecret, signedHeaders } from './secrets.ts'

/** What is kept of an answer. */
const keptBytes = 4_096

/** A delivery that was sent once, and what came back. */
export interface Attempt {
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly answer: Answer | null
  readonly error: string | null
  readonly durationMs: number
  /** Another try would not help, or might do it twice. */
  readonly isFinal?: boolean
  /** How long the receiver asked to be left alone, where that stands in no header. */
  readonly askedSeconds?: number
  /** What a service made, by its name for it. */
  readonly made?: string
}

/** Sends it, signed. Null when `signal` stopped it: then nothing is known. */
export const attemptDelivery = async (
  delivery: Claimed,
  { http, vault, timeoutMs, signal }: { http: Http; vault: Vault; timeoutMs: number; signal: AbortSignal },
): Promise<Attempt | null> => {
  const begun = performance.now()
  const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': 'Foyer-Webhooks/1' }
  let answer: Answer | null = null
  let error: string | null = null
  try {
    Object.assign(headers, signedHeaders(secretsOf(vault, delivery), messageOf(delivery)))
    answer = await http.send({
      method: 'POST',
      url: delivery.url,
      headers,
      body: delivery.body,
      timeoutMs,
      maxBytes: keptBytes,
      signal,
    })
    error = errorOf(answer.status)
  } catch (thrown) {
    if (thrown instanceof NoAnswer && thrown.reason === 'stopped') return null
    error = thrown instanceof NoAnswer ? thrown.message : 'The signing secret cannot be decrypted with this FOYER_KEY.'
  }
  return { requestHeaders: headers, answer, error, durationMs: Math.round(performance.now() - begun) }
}

const messageOf = (delivery: Claimed) => ({ id: delivery.event_id, at: delivery.at, body: delivery.body })

const secretsOf = (vault: Vault, delivery: Claimed): string[] =>
  [delivery.secret_sealed, delivery.old_secret_sealed].flatMap((sealed) =>
    sealed === null ? [] : [openSecret(vault, delivery.org_id, delivery.endpoint_id, sealed)],
  )

/** Why an answer is no success, in words; null when it is one. */
const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The endpoint responded with ${status}; redirects are not followed.`
  if (status === 410) return 'The endpoint responded with 410 (Gone): it unsubscribed.'
  return `The endpoint responded with ${status}.`
}
