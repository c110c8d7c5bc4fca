import { queryOptions } from '@tanstack/react-query'
import { type DownloadName, FoyerError, makeFoyer, reads } from '#client'
import type { ActionName, Input, Output } from './wire.ts'

/** A call that did not work, with what the server said about it. `network`: it never got an answer. */
export { FoyerError as CallError } from '#client'

/** Who is signed in, where, and as what. */
export type Session = Omit<Output<'get-token'>, 'token' | 'expires_at'>

/**
 * The only way to the server. Retries what may be retried; a person is waiting, so it stops sooner than a
 * program would.
 */
export const foyer = makeFoyer({
  address: '',
  token: (refused) => freshToken(refused),
  longestWaitMs: 10_000,
})

/** Calls an action of the gateway by its name; input and answer are typed by the catalogue. Throws a CallError. */
export const call = <Name extends ActionName>(
  name: Name,
  input: Input<Name>,
  options: { signal?: AbortSignal; asMember?: boolean; idempotencyKey?: string } = {},
): Promise<Output<Name>> => {
  if (reads.has(name) || options.signal) return foyer.call(name, input, options)
  const same = JSON.stringify([name, input, options])
  const before = underWay.get(same) as Promise<Output<Name>> | undefined
  if (before) return before
  const calling = foyer.call(name, input, { ...options, timeoutMs: changeTimeoutMs }).finally(() => underWay.delete(same))
  underWay.set(same, calling)
  return calling
}

/**
 * What changes something is waited for longer than what is read (30 s): a model may think for a minute, and a document made in Google takes up to
 * 75 s. Who gave up sooner and asked again would pay for it twice.
 */
const changeTimeoutMs = 120_000

/** Changes that have no answer yet: what a second click asks for is the same change, and not another one. */
const underWay = new Map<string, Promise<unknown>>()

/** An action that reads, as a query: `useQuery(read('list-sources', {}))`. Its key is its name and its input. */
export const read = <Name extends ActionName>(name: Name, input: Input<Name>) =>
  queryOptions({ queryKey: [name, input] as const, queryFn: ({ signal }) => call(name, input, { signal }) })

export const isSignedOut = (error: unknown): boolean => error instanceof FoyerError && error.status === 401
export const isUnreachable = (error: unknown): boolean =>
  error instanceof FoyerError && (error.code === 'network' || error.code === 'timeout')

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

/** Who is signed in. Throws a CallError with status 401 without a session. */
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
  asking ??= foyer
    .call('get-token', {})
    .then((answer) => {
      const { token, expires_at, ...session } = answer
      if (held && isElsewhere(held, session)) return leave()
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

/** Another tab signed in as another user, or switched workspaces: the cookie is one for all of them. */
const isElsewhere = (before: Session, now: Session): boolean =>
  before.person.id !== now.person.id || before.organization.id !== now.organization.id

/** Nothing that was read or half typed here may meet the other workspace: the page begins anew, and no call goes on. */
const leave = (): Promise<never> => {
  location.assign('/')
  return new Promise(() => {})
}

const hold = <Next extends Held | null>(next: Next): Next => {
  held = next
  for (const changed of watchers) changed()
  return next
}

/** Starts a download whose parameters an address has no room for: the browser sends them as a form, and the page stays. */
export const downloadByForm = (name: DownloadName, parameters: Readonly<Record<string, string>>): void => {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = downloadAddress(name, {})
  form.hidden = true
  for (const [member, value] of Object.entries(parameters)) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = member
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}

/** The address of a download; the session's cookie opens it. Empty parameters are left out. */
export const downloadAddress = (name: DownloadName, parameters: Readonly<Record<string, string | undefined>>): string =>
  foyer.downloadAddress(name, parameters as Parameters<typeof foyer.downloadAddress>[1])
