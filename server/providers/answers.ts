import { NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import { CircuitOpen } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'

/** What every provider's folder does with an answer before it looks for its own words in it. */

/** A body as JSON; undefined when it is none. */
export const parsed = (body: Buffer | string): unknown => {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

/** JSON with names in it, or a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** `org.0.id` of an answer: names and places in lists. */
export const memberOf = (said: unknown, place: string): unknown =>
  place.split('.').reduce((within, name) => (isObject(within) ? within[name] : undefined), said)

/** A vendor's words for people, in one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)

export const fromUnix = (seconds: number): Date => new Date(seconds * 1_000)

/** Why no answer came, as the error that every port throws. Anything else is returned as it is. */
export const asProviderError = (title: string, error: unknown, now: Date): unknown => {
  if (error instanceof CircuitOpen)
    return new ProviderError('unreachable', `${title} keeps failing; calls to it are paused for a moment.`, {
      retryAfterMs: Math.max(0, error.retryAt.getTime() - now.getTime()),
      cause: error,
    })
  if (error instanceof NoAnswer)
    return new ProviderError(
      'unreachable',
      error.reason === 'timed_out' ? `${title} timed out.` : `${title} cannot be reached.`,
      { isBillable: mayHaveLeft(error), cause: error },
    )
  return error
}
