/** Longer than any real use; and a date that far away can still be stored. */
const longestMs = 365 * 86_400_000

/** The milliseconds that a Retry-After header asks for: seconds, or a date (RFC 9110, 10.2.3). Null when there is nothing that can be read. */
export const retryAfterMs = (header: string | null | undefined, now: Date): number | null => {
  const text = header?.trim()
  if (!text) return null
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), longestMs)
}

/** A wait as `Retry-After` says it: whole seconds, one at the least. */
export const retryAfterSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))
