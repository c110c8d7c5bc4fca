import type { Finding } from './circuit-breakers.ts'
import { type ConcurrencyLimit, NoFreeSlot } from './concurrency-limit.ts'
import { type Http, NoAnswer, type Opened } from './http.ts'
import type { CallOutcome } from './provider-calls.ts'
import type { ProviderOpening } from './provider-http.ts'

/** How long a call in pieces waits for its slot. */
const slotMs = 5_000

/** How a call in pieces ended. */
export interface OpenedEnd {
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  /** Null: its caller ended it, or it never left. */
  readonly outcome: CallOutcome | null
  readonly finding: Finding
}

const unknown: OpenedEnd = { status: null, headers: {}, outcome: null, finding: 'unknown' }

/** Opens a call whose answer comes in pieces; `ended` is called once, when its last piece was read, or it came to nothing. */
export const openCall = async (
  { http, slots }: { readonly http: Pick<Http, 'open'>; readonly slots: ConcurrencyLimit },
  { operation: _, ...request }: ProviderOpening,
  { slotNames, ended }: { readonly slotNames: readonly string[]; readonly ended: (end: OpenedEnd) => void },
): Promise<Opened> => {
  let giveBack: (() => void) | undefined
  let isEnded = false
  const end = (found: OpenedEnd): void => {
    clearTimeout(unread)
    if (isEnded) return
    isEnded = true
    giveBack?.()
    ended(found)
  }
  // A generator that is never begun never ends.
  const unread = setTimeout(() => end(unknown), slotMs + request.wholeMs + 1_000).unref()
  try {
    giveBack = await slots.take(slotNames, slotMs, request.signal)
    const opened = await http.open(request)
    return { ...opened, pieces: followed(opened, request.signal, end) }
  } catch (error) {
    const outcome = outcomeOf(error, request.signal)
    end({ status: null, headers: {}, outcome, finding: outcome === null ? 'unknown' : 'failed' })
    if (error instanceof NoFreeSlot) throw new NoAnswer('timed_out', 'Too many calls to this provider are under way.', error)
    throw error
  }
}

/** The same pieces. A reader that has enough leaves, and that is well; one that wants no more says so by the signal. */
async function* followed(
  { status, headers, pieces }: Opened,
  signal: AbortSignal | undefined,
  end: (found: OpenedEnd) => void,
): Opened['pieces'] {
  let found = { status, headers, ...judged(status) }
  try {
    yield* pieces
  } catch (error) {
    found = { ...found, outcome: 'cut', finding: 'failed' }
    throw error
  } finally {
    end(signal?.aborted ? { ...found, outcome: null, finding: 'unknown' } : found)
  }
}

const judged = (status: number): Pick<OpenedEnd, 'outcome' | 'finding'> => {
  if (status === 429) return { outcome: 'rate_limited', finding: 'failed' }
  if (status >= 500) return { outcome: 'failed', finding: 'failed' }
  if (status >= 400) return { outcome: 'refused', finding: 'well' }
  return { outcome: 'ok', finding: 'well' }
}

const outcomeOf = (error: unknown, signal: AbortSignal | undefined): CallOutcome | null => {
  if (signal?.aborted || error instanceof NoFreeSlot || !(error instanceof NoAnswer)) return null
  return error.reason === 'timed_out' ? 'timed_out' : 'no_answer'
}
