import type { CircuitState } from '#ports/circuit-breakers.ts'

/** So many calls that fail in a row, within the longer and over no less than the shorter time, and the provider is left alone. */
const failuresToOpen = 5
const withinMs = 60_000
/** A network that drops for a moment, or a payer who clicks five times, is no provider that is away. */
const leastMs = 5_000
/** The first time for so long, doubling with each try that fails, up to the longest. */
const firstOpenMs = 30_000
const longestOpenMs = 300_000
/** A try that never ended, because its caller is gone, blocks the next one no longer than this. */
const tryMs = 60_000

interface Failed {
  readonly begunMs: number
  readonly endedMs: number
}

interface Circuit {
  /** The calls that failed in a row, oldest first. */
  readonly failed: readonly Failed[]
  readonly openMs: number
  /** Null while it is closed. */
  readonly openUntil: number | null
  /** Since when one call finds out how things are. */
  readonly tryingSince: number | null
}

const well: Circuit = { failed: [], openMs: firstOpenMs, openUntil: null, tryingSince: null }

/** What became of a call: the provider did its part (it may well have refused), it failed, or that is unknown. */
export type Finding = 'well' | 'failed' | 'unknown'

/**
 * Circuit breakers, one a name: what fails repeatedly is not called for a while, so that no caller waits for it and it can recover.
 * Of what is well nothing is kept. Times in milliseconds by the clock `nowMs`.
 */
export const makeCircuitBreakers = ({
  nowMs,
  onChange,
}: {
  nowMs: () => number
  onChange?: (name: string, to: 'open' | 'closed') => void
}) => {
  const breakers = new Map<string, Circuit>()

  const stateOf = (name: string): CircuitState => {
    const breaker = breakers.get(name)
    if (!breaker || breaker.openUntil === null) return 'closed'
    return nowMs() < breaker.openUntil ? 'open' : 'half_open'
  }

  /** Whether a call may be made now; else when to ask again. The caller reports the outcome once, afterwards. */
  const ask = (name: string): { readonly may: true } | { readonly may: false; readonly retryAtMs: number } => {
    const breaker = breakers.get(name)
    if (!breaker || breaker.openUntil === null) return { may: true }
    const now = nowMs()
    if (now < breaker.openUntil) return { may: false, retryAtMs: breaker.openUntil }
    if (breaker.tryingSince !== null && now - breaker.tryingSince < tryMs) return { may: false, retryAtMs: now + 1_000 }
    breakers.set(name, { ...breaker, tryingSince: now })
    return { may: true }
  }

  /** What became of a call with all its tries. `begunMs`: one that hung for ten seconds is a witness of all of them. */
  const tell = (name: string, finding: Finding, begunMs = nowMs()): void => {
    const breaker = breakers.get(name) ?? well
    // While it is open, what began before says nothing: only the one that tries does.
    const isOpen = breaker.openUntil !== null
    if (isOpen && breaker.tryingSince === null) return
    if (finding === 'unknown') {
      if (isOpen) breakers.set(name, { ...breaker, tryingSince: null })
    } else if (finding === 'well') {
      breakers.delete(name)
      if (isOpen) onChange?.(name, 'closed')
    } else if (isOpen) open(name, breaker, Math.min(breaker.openMs * 2, longestOpenMs))
    else fail(name, breaker, begunMs)
  }

  const fail = (name: string, breaker: Circuit, begunMs: number): void => {
    const now = nowMs()
    const lately = [...breaker.failed, { begunMs, endedMs: now }].filter(({ endedMs }) => now - endedMs <= withinMs)
    // The oldest says since when, the rest how many: of a storm no more is kept.
    const failed = lately.length > failuresToOpen ? [...lately.slice(0, failuresToOpen - 1), ...lately.slice(-1)] : lately
    const spanMs = now - Math.min(...failed.map((each) => each.begunMs))
    if (failed.length === failuresToOpen && spanMs >= leastMs) open(name, breaker, firstOpenMs)
    else breakers.set(name, { ...breaker, failed })
  }

  const open = (name: string, breaker: Circuit, openMs: number): void => {
    breakers.set(name, { failed: [], openMs, openUntil: nowMs() + openMs, tryingSince: null })
    if (breaker.openUntil === null) onChange?.(name, 'open')
  }

  return {
    ask,
    tell,
    stateOf,
    /** How many are not as they should be. */
    get size() {
      return breakers.size
    },
  }
}
