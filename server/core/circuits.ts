import type { CircuitState } from '#ports/circuits.ts'

/** So many failures in a row, the first of them no longer ago than that, and the provider is left alone. */
const failuresToOpen = 5
const withinMs = 60_000
/** The first time for so long, doubling with each try that fails, up to the longest. */
const firstOpenMs = 30_000
const longestOpenMs = 300_000
/** A try that never came to an end, because whoever made it is gone, blocks the next one no longer than this. */
const tryMs = 60_000

interface Circuit {
  /** When each of the last failures in a row was. */
  readonly failedAt: readonly number[]
  readonly openMs: number
  /** Null while it is closed. */
  readonly openUntil: number | null
  /** Since when one call finds out how things are. */
  readonly tryingSince: number | null
}

const well: Circuit = { failedAt: [], openMs: firstOpenMs, openUntil: null, tryingSince: null }

/** What became of a call: the provider did its part (it may well have refused), it failed, or nobody knows. */
export type Finding = 'well' | 'failed' | 'unknown'

/**
 * Circuit breakers, one a name: what fails again and again is left alone, so that nobody waits for it and it can come to itself.
 * Of what is well nothing is kept. Times in milliseconds by the clock `nowMs`.
 */
export const makeCircuits = ({
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

  /** Whether a call may be made now; else when to ask again. Whoever may make one says afterwards what became of it. */
  const ask = (name: string): { readonly may: true } | { readonly may: false; readonly retryAtMs: number } => {
    const circuit = circuits.get(name)
    if (!circuit || circuit.openUntil === null) return { may: true }
    const now = nowMs()
    if (now < circuit.openUntil) return { may: false, retryAtMs: circuit.openUntil }
    if (circuit.tryingSince !== null && now - circuit.tryingSince < tryMs) return { may: false, retryAtMs: now + 1_000 }
    circuits.set(name, { ...circuit, tryingSince: now })
    return { may: true }
  }

  const tell = (name: string, finding: Finding): void => {
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
    else fail(name, circuit)
  }

  const fail = (name: string, circuit: Circuit): void => {
    const now = nowMs()
    const failedAt = [...circuit.failedAt, now].slice(-failuresToOpen)
    const isEnough = failedAt.length === failuresToOpen && now - (failedAt[0] as number) <= withinMs
    if (isEnough) open(name, circuit, firstOpenMs)
    else circuits.set(name, { ...circuit, failedAt })
  }

  const open = (name: string, circuit: Circuit, openMs: number): void => {
    circuits.set(name, { failedAt: [], openMs, openUntil: nowMs() + openMs, tryingSince: null })
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
