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
  const circuits = new Map<string, Circuit>()

  const stateOf = (name: string): CircuitState => {
    const circuit = circuits.get(name)
    if (!circuit || circuit.openUntil === null) return 'closed'
    return nowMs() < circuit.openUntil ? 'open' : 'half_open'
  }

  /** Whether a call may be made now; else when to ask again. Whoever may make one says once, afterwards, what became of it. */
  const ask = (name: string): { readonly may: true } | { readonly may: false; readonly retryAtMs: number } => {
    const circuit = circuits.get(name)
    if (!circuit || circuit.openUntil === null) return { may: true }
    const now = nowMs()
    if (now < circuit.openUntil) return { may: false, retryAtMs: circuit.openUntil }
    if (circuit.tryingSince !== null && now - circuit.tryingSince < tryMs) return { may: false, retryAtMs: now + 1_000 }
    circuits.set(name, { ...circuit, tryingSince: now })
    return { may: true }
  }

  /** What became of a call with all its tries. `begunMs`: one that hung for ten seconds is a witness of all of them. */
  const tell = (name: string, finding: Finding, begunMs = nowMs()): void => {
    const circuit = circuits.get(name) ?? well
    // While it is open, what began before says nothing: only the one that tries does.
    const isOpen = circuit.openUntil !== null
    if (isOpen && circuit.tryingSince === null) return
    if (finding === 'unknown') {
      if (isOpen) circuits.set(name, { ...circuit, tryingSince: null })
    } else if (finding === 'well') {
      circuits.delete(name)
      if (isOpen) onChange?.(name, 'closed')
    } else if (isOpen) open(name, circuit, Math.min(circuit.openMs * 2, longestOpenMs))
    else fail(name, circuit, begunMs)
  }

  const fail = (name: string, circuit: Circuit, begunMs: number): void => {
    const now = nowMs()
    const lately = [...circuit.failed, { begunMs, endedMs: now }].filter(({ endedMs }) => now - endedMs <= withinMs)
    // The oldest says since when, the rest how many: of a storm no more is kept.
    const failed = lately.length > failuresToOpen ? [...lately.slice(0, failuresToOpen - 1), ...lately.slice(-1)] : lately
    const spanMs = now - Math.min(...failed.map((each) => each.begunMs))
    if (failed.length === failuresToOpen && spanMs >= leastMs) open(name, circuit, firstOpenMs)
    else circuits.set(name, { ...circuit, failed })
  }

  const open = (name: string, circuit: Circuit, openMs: number): void => {
    circuits.set(name, { failed: [], openMs, openUntil: nowMs() + openMs, tryingSince: null })
    if (circuit.openUntil === null) onChange?.(name, 'open')
  }

  return {
    ask,
    tell,
    stateOf,
    /** How many are not as they should be. */
    get size() {
      return circuits.size
    },
  }
}
