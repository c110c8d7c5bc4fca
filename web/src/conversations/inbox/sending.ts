import { useSyncExternalStore } from 'react'
import { CallError, call, isSignedOut } from '#web/gateway.ts'
import { sentenceOf } from '#web/ui/error-note.tsx'
import type { Input, Message } from '#web/wire.ts'

type Given = Input<'reply-chat'>

/** Something that was written here and is not acknowledged yet. Its id stays the same however often it is tried: it is sent once. */
export interface Unsent {
  readonly id: string
  readonly projectId: string
  readonly given: Given
  /** What the bubble shows. */
  readonly text: string
  readonly at: string
  /** `waiting`: Foyer could not be reached; retried automatically. `refused`: the member has to decide. */
  readonly state: 'sending' | 'waiting' | 'refused'
  readonly error: string | null
  readonly code: string | null
}

type Arrived = (projectId: string, message: Message) => void

/** Between tries while Foyer cannot be reached; the last one holds from then on. */
const waitsMs = [1_000, 2_000, 5_000, 10_000, 20_000]

let unsent: readonly Unsent[] = []
let storeName: string | null = null
const watchers = new Set<() => void>()
const busy = new Set<string>()
const failures = new Map<string, number>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
let arrived: Arrived = () => {}

const set = (next: readonly Unsent[]): void => {
  unsent = next
  try {
    if (storeName) sessionStorage.setItem(storeName, JSON.stringify(next))
  } catch {
    // Without storage it is kept as long as the page lives.
  }
  for (const changed of watchers) changed()
}

const change = (id: string, changes: Partial<Unsent>): void =>
  set(unsent.map((one) => (one.id === id ? { ...one, ...changes } : one)))

/** Hears of each message that is acknowledged. */
export const onArrival = (hear: Arrived): void => {
  arrived = hear
}

/** Takes up what this person had not sent when the page was left, in this tab and workspace: whichever page is opened next. */
export const openOutbox = (owner: string): void => {
  if (storeName === `foyer-unsent ${owner}`) return
  storeName = `foyer-unsent ${owner}`
  try {
    unsent = JSON.parse(sessionStorage.getItem(storeName) ?? '[]') as Unsent[]
  } catch {
    unsent = []
  }
  for (const changed of watchers) changed()
  for (const projectId of new Set(unsent.map((one) => one.projectId))) void pump(projectId)
}

/** What of a conversation is on its way, in the order in which it was written. */
export const useUnsent = (projectId: string): readonly Unsent[] => {
  const all = useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => unsent,
  )
  return all.filter((one) => one.projectId === projectId)
}

/** Sends as soon as it can, after what was written before in this conversation. */
export const send = (given: Omit<Given, 'clientMessageId'>, text: string): void => {
  const id = crypto.randomUUID()
  const { projectId } = given
  set([
    ...unsent,
    {
      id,
      projectId,
      given: { ...given, clientMessageId: id },
      text,
      at: new Date().toISOString(),
      state: 'sending',
      error: null,
      code: null,
    },
  ])
  void pump(projectId)
}

/** Tries what waits or was refused once more, with the id that it has. */
export const tryAgain = (id: string): void => {
  const one = unsent.find((each) => each.id === id)
  if (!one) return
  change(id, { state: 'sending', error: null, code: null })
  void pump(one.projectId)
}

export const discard = (id: string): void => {
  const one = unsent.find((each) => each.id === id)
  set(unsent.filter((each) => each.id !== id))
  if (one) void pump(one.projectId)
}

/** It stands among the messages already: the live line was faster than the answer. */
export const forget = (ids: readonly string[]): void => {
  if (unsent.some(({ id }) => ids.includes(id))) set(unsent.filter(({ id }) => !ids.includes(id)))
}

/** One after the other, so that they arrive in the order in which they were written. What was refused holds up nothing. */
const pump = async (projectId: string): Promise<void> => {
  if (busy.has(projectId)) return
  busy.add(projectId)
  clearTimeout(timers.get(projectId))
  try {
    for (;;) {
      const next = unsent.find((one) => one.projectId === projectId && one.state !== 'refused')
      if (!next) return
      try {
        const { message } = await call('reply-chat', next.given)
        failures.delete(projectId)
        arrived(projectId, message)
        set(unsent.filter(({ id }) => id !== next.id))
      } catch (error) {
        if (isPassing(error)) return waitFor(projectId, next, error)
        change(next.id, {
          state: 'refused',
          error: sentenceOf(error),
          code: error instanceof CallError ? error.code : null,
        })
      }
    }
  } finally {
    busy.delete(projectId)
  }
}

/** No answer, or one that says later: the same again is right, and harmless. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError &&
  (isSignedOut(error) || error.status === 0 || error.status >= 500 || [408, 425, 429].includes(error.status))

const waitFor = (projectId: string, one: Unsent, error: unknown): void => {
  change(one.id, { state: 'waiting', error: sentenceOf(error) })
  const failed = failures.get(projectId) ?? 0
  failures.set(projectId, failed + 1)
  timers.set(
    projectId,
    setTimeout(() => void pump(projectId), waitsMs[Math.min(failed, waitsMs.length - 1)]),
  )
}

if (typeof addEventListener === 'function')
  addEventListener('online', () => {
    for (const projectId of new Set(unsent.map((one) => one.projectId))) void pump(projectId)
  })
