import { queryOptions } from '@tanstack/react-query'
import type { ActionName, Input, Output } from './wire.ts'

/** A call that did not work, with what the server said about it. `network`: it never got an answer. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: string
  readonly status: number
  /** The input's own member that is to blame. */
  readonly field: string | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(facts: {
    message: string
    code: string
    status: number
    field?: string | null
    requestId?: string | null
    retryAfterSeconds?: number | null
    cause?: unknown
  }) {
    super(facts.message, { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.field = facts.field ?? null
    this.requestId = facts.requestId ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
  }
}

/** Who is signed in, where, and as what. */
export type Session = Omit<Output<'get-token'>, 'token' | 'expires_at'>

/** These go without a token: nobody is signed in yet, or the cookie alone says who. */
const open: ReadonlySet<ActionName> = new Set<ActionName>([
  'set-up-workspace',
  'check-link',
  'sign-in',
  'sign-out',
  'get-token',
  'set-password',
])

/**
 * Calls an action of the gateway by its name; input and answer are typed from the server's catalogue.
 * Throws a CallError. Never repeats by itself what may have happened: only queries are tried again (see main.tsx).
 */
export const call = async <Name extends ActionName>(
  name: Name,
  input: Input<Name>,
  options: { signal?: AbortSignal } = {},
): Promise<Output<Name>> => {
  if (open.has(name)) return post(name, input, null, options.signal)
  const token = await freshToken()
  try {
    return await post(name, input, token, options.signal)
  } catch (error) {
    if (!isSignedOut(error)) throw error
    return post(name, input, await freshToken(token), options.signal)
  }
}

/** An action that reads, as a query: `useQuery(read('list-sources', {}))`. Its key is its name and its input. */
export const read = <Name extends ActionName>(name: Name, input: Input<Name>) =>
  queryOptions({ queryKey: [name, input] as const, queryFn: ({ signal }) => call(name, input, { signal }) })

const post = async <Name extends ActionName>(
  name: Name,
  input: Input<Name>,
  token: string | null,
  signal: AbortSignal | undefined,
): Promise<Output<Name>> => {
  let response: Response
  let body: unknown
  try {
    response = await fetch('/gateway', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ ...input, type: name }),
      credentials: 'same-origin',
      ...(signal ? { signal } : {}),
    })
    body = await response.json().catch(() => null)
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new CallError({ message: 'Foyer cannot be reached right now.', code: 'network', status: 0, cause })
  }
  if (response.ok) return body as Output<Name>
  throw errorOf(response, body)
}

const errorOf = (response: Response, body: unknown): CallError => {
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const wait = Number(response.headers.get('Retry-After'))
  return new CallError({
    message: text(said.error) ?? `The server answered ${response.status}.`,
    code: text(said.code) ?? (response.status >= 502 ? 'network' : 'server_error'),
    status: response.status,
    field: text(said.field),
    requestId: text(said.request_id) ?? response.headers.get('X-Request-Id'),
    retryAfterSeconds: Number.isFinite(wait) && wait > 0 ? wait : null,
  })
}

export const isSignedOut = (error: unknown): boolean => error instanceof CallError && error.status === 401
export const isUnreachable = (error: unknown): boolean => error instanceof CallError && error.code === 'network'

// The token lives in this module and nowhere else: no storage that a script of another day could read.

interface Held extends Session {
  readonly token: string
  readonly refreshAtMs: number
}

let held: Held | null = null
let asking: Promise<Held> | null = null
const watchers = new Set<() => void>()

/** A token with at least a minute to live. With `insteadOf`, another one than that, which was refused. */
export const freshToken = async (insteadOf?: string): Promise<string> => {
  if (held && held.token !== insteadOf && Date.now() < held.refreshAtMs) return held.token
  return (await askForToken()).token
}

/** Who is signed in. Throws a CallError with status 401 when nobody is. */
export const openSession = async (): Promise<Session> => held ?? (await askForToken())

/** Forgets who was signed in; the next call asks the cookie again. */
export const forgetSession = (): void => void hold(null)

/** Follows the session; null once it has ended. For useSyncExternalStore. */
export const watchSession = (changed: () => void): (() => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
export const currentSession = (): Session | null => held

/** Many may need a token at once; one asks. */
const askForToken = (): Promise<Held> => {
  asking ??= call('get-token', {})
    .then((answer) => {
      const { token, expires_at, ...session } = answer
      // A clock that is wrong here must not make every token look old: at least a minute, at most 13, counts as fresh.
      const freshMs = Math.min(Math.max(Date.parse(expires_at) - Date.now() - 60_000, 60_000), 13 * 60_000)
      return hold({ ...session, token, refreshAtMs: Date.now() + freshMs })
    })
    .catch((error: unknown) => {
      if (isSignedOut(error)) hold(null)
      throw error
    })
    .finally(() => {
      asking = null
    })
  return asking
}

const hold = <Next extends Held | null>(next: Next): Next => {
  held = next
  for (const changed of watchers) changed()
  return next
}

/** The address of a download; the session's cookie opens it. Empty parameters are left out. */
export const downloadAddress = (name: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '')
  const query = new URLSearchParams(given).toString()
  return `/download/${name}${query ? `?${query}` : ''}`
}
