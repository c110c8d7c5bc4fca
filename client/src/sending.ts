import { errorOf, FoyerError, mayPass } from './errors.ts'

/** A token or key, or where to get one. It is asked before every request, and once more with the one that was refused. */
export type Credential = string | ((refused?: string) => string | Promise<string>)

/** What every call can be told. */
export interface CallOptions {
  /** Ends the call, its waits included, with `aborted`. */
  readonly signal?: AbortSignal | undefined
  /** For the whole call: all tries and all waits between them. 0: no limit. */
  readonly timeoutMs?: number | undefined
  /** Further tries after the first, where repeating is safe. */
  readonly retries?: number | undefined
  /** Sends the credential with an action that works without one too, and answers members more. */
  readonly asMember?: boolean | undefined
}

export interface Settings {
  readonly address: string
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
  readonly retries: number
  readonly longestWaitMs: number
}

/** One request, as often as it takes. */
export interface Order {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Blob
  readonly credential?: Credential | undefined
  /** Whether a second one does no harm: it reads, or it carries an Idempotency-Key. */
  readonly repeatable: boolean
  /** The answer's body is read later, by the caller; the signal ends that too. */
  readonly streams?: boolean
}

/** Of the first repeat; each further one doubles it. */
const firstWaitMs = 250

/** Sends until it works or there is no hope, and reads the answer by `read`. Throws a FoyerError and nothing else. */
export const send = async <Answer>(
  settings: Settings,
  order: Order,
  options: CallOptions,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> => {
  const limit = startLimit(options.timeoutMs ?? settings.timeoutMs, options.signal)
  const retries = options.retries ?? settings.retries
  let refused: string | undefined
  try {
    for (let tries = 0; ; ) {
      // What goes wrong here is the giver's own trouble, and is handed on as it is.
      const credential = await limit.within(credentialOf(order.credential, refused))
      let error: FoyerError
      try {
        const response = await settings.fetch(`${settings.address}${order.path}`, {
          method: order.method,
          headers: {
            ...order.headers,
            ...(credential === undefined ? {} : { Authorization: `Bearer ${credential}` }),
          },
          ...(order.body === undefined ? {} : { body: order.body }),
          signal: limit.signal,
        })
        if (response.ok) {
          const answer = await read(response)
          if (order.streams) limit.leaveSignal()
          return answer
        }
        error = await errorOf(response)
      } catch (thrown) {
        error = limit.ended() ?? asFoyerError(thrown)
      }
      const ended = limit.ended()
      if (ended) throw ended
      // A token that ran out a moment ago; nothing was done with it.
      if (error.code === 'not_signed_in' && typeof order.credential === 'function' && refused === undefined) {
        refused = credential ?? ''
        continue
      }
      if (!order.repeatable || tries++ >= retries || !mayPass(error)) throw error
      const waitMs = waitAfter(error, tries)
      if (waitMs > Math.min(settings.longestWaitMs, limit.leftMs())) throw error
      await limit.pause(waitMs)
    }
  } finally {
    limit.end()
  }
}

const credentialOf = async (credential: Credential | undefined, refused: string | undefined): Promise<string | undefined> =>
  typeof credential !== 'function' ? credential : refused === undefined ? credential() : credential(refused)

/** As long as the server says; else twice as long each time, spread so that many do not come back at once. */
const waitAfter = (error: FoyerError, tries: number): number =>
  error.retryAfterSeconds === null
    ? firstWaitMs * 2 ** (tries - 1) * (0.5 + Math.random())
    : error.retryAfterSeconds * 1_000 + Math.random() * 250

export const asFoyerError = (thrown: unknown): FoyerError =>
  thrown instanceof FoyerError
    ? thrown
    : new FoyerError({ message: 'Foyer cannot be reached right now.', code: 'network', status: 0, cause: thrown })

/** The time limit and the caller's signal, as one. */
const startLimit = (timeoutMs: number, signal: AbortSignal | undefined) => {
  const line = new AbortController()
  const endsMs = timeoutMs > 0 ? Date.now() + timeoutMs : Number.POSITIVE_INFINITY
  let timedOut = false
  const timer =
    timeoutMs > 0
      ? setTimeout(() => {
          timedOut = true
          line.abort()
        }, timeoutMs)
      : undefined
  const abort = (): void => line.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)

  const ended = (): FoyerError | null => {
    if (signal?.aborted)
      return new FoyerError({ message: 'The call was aborted.', code: 'aborted', status: 0, cause: signal.reason })
    if (timedOut) return new FoyerError({ message: `Foyer did not answer within ${timeoutMs} ms.`, code: 'timeout', status: 0 })
    return null
  }
  const within = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const stop = (): void => reject(ended())
      if (line.signal.aborted) return stop()
      line.signal.addEventListener('abort', stop)
      work.then(resolve, reject).finally(() => line.signal.removeEventListener('abort', stop))
    })
  let keepsSignal = false
  return {
    signal: line.signal,
    ended,
    leftMs: (): number => endsMs - Date.now(),
    /** Waits for something that knows no signal. */
    within,
    pause: async (waitMs: number): Promise<void> => {
      let waiting: ReturnType<typeof setTimeout> | undefined
      try {
        await within(
          new Promise<void>((done) => {
            waiting = setTimeout(done, waitMs)
          }),
        )
      } finally {
        clearTimeout(waiting)
      }
    },
    leaveSignal: (): void => {
      keepsSignal = true
    },
    end: (): void => {
      clearTimeout(timer)
      if (!keepsSignal) signal?.removeEventListener('abort', abort)
    },
  }
}
