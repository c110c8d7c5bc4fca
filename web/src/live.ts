import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { freshToken, isSignedOut } from './gateway.ts'

/** `off` before the first connection. */
export type LiveState = 'off' | 'live' | 'reconnecting'

/** The kinds of change a page can hear of; `everything` after a gap, in which anything may have happened. */
export type Change =
  | 'lead.received'
  | 'contact.changed'
  | 'delivery.recorded'
  | 'key.changed'
  | 'workspace.changed'
  | 'upload.changed'
  | 'everything'

/**
 * What is read again after a change: queries whose key begins with one of these (an action's name, or a room's own word).
 * Lists that page by keyset are not among them: they fetch what is new and keep what they have (see parts/keyset.ts).
 */
const touched: Record<Exclude<Change, 'everything'>, readonly string[]> = {
  'lead.received': [
    'list-sources',
    'show-contact',
    'show-lead',
    'show-key',
    'list-keys',
    'show-workspace',
    'keys',
    'workspace',
    'leads',
    'contacts',
    'deliveries',
  ],
  'contact.changed': ['show-contact', 'show-lead', 'contacts'],
  'delivery.recorded': ['show-key', 'show-lead', 'show-delivery', 'list-deliveries', 'keys', 'deliveries'],
  'key.changed': ['list-keys', 'show-key', 'keys'],
  'workspace.changed': ['show-workspace', 'list-members', 'workspace', 'members'],
  'upload.changed': ['list-uploads', 'show-upload', 'preview-upload', 'list-upload-rows', 'uploads'],
}

/** A kind of change is passed on at once when it is rare, and this far apart when it rains. */
const gatherMs = 700
/** The server says something every 15 s; silence for longer is a dead line. */
const silenceMs = 40_000
/** A hiccup shorter than this is nobody's business. */
const patienceMs = 1_500

let state: LiveState = 'off'
const stateWatchers = new Set<() => void>()
const listeners = new Set<(changes: ReadonlySet<Change>) => void>()

export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    (changed) => {
      stateWatchers.add(changed)
      return () => stateWatchers.delete(changed)
    },
    () => state,
  )

/** Calls back when something of these kinds changed, or may have. */
export const useChanges = (kinds: readonly Change[], heard: () => void): void => {
  const hear = useEffectEvent((changes: ReadonlySet<Change>) => {
    if (changes.has('everything') || kinds.some((kind) => changes.has(kind))) heard()
  })
  useEffect(() => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }, [])
}

const setState = (next: LiveState): void => {
  if (state === next) return
  state = next
  for (const changed of stateWatchers) changed()
}

/** Opens the live line and keeps it open until the answered function is called. */
export const startLive = (queries: QueryClient): (() => void) => {
  const stop = new AbortController()
  let gathered = new Set<Change>()
  let dueMs = 0
  const toldMs = new Map<Change, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let wakeUp = (): void => {}

  const tell = (): void => {
    timer = undefined
    const changes = gathered
    for (const change of changes) toldMs.set(change, Date.now())
    gathered = new Set()
    for (const hear of listeners) hear(changes)
    if (changes.has('everything')) {
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'keyset',
      })
      return
    }
    const roots = new Set([...changes].flatMap((change) => (change === 'everything' ? [] : (touched[change] ?? []))))
    void queries.invalidateQueries({ predicate: ({ queryKey }) => roots.has(String(queryKey[0])) })
  }

  const hear = (change: Change): void => {
    gathered.add(change)
    const wishMs = Math.max(Date.now(), (toldMs.get(change) ?? 0) + gatherMs)
    if (timer !== undefined && dueMs <= wishMs) return
    clearTimeout(timer)
    dueMs = wishMs
    timer = setTimeout(tell, dueMs - Date.now())
  }

  const lost = (): void => {
    patience ??= setTimeout(() => setState('reconnecting'), patienceMs)
  }
  const found = (): void => {
    clearTimeout(patience)
    patience = undefined
    setState('live')
  }

  const run = async (): Promise<void> => {
    let tries = 0
    let before = false
    let refused: string | undefined
    while (!stop.signal.aborted) {
      try {
        const token: string = await freshToken(refused)
        refused = undefined
        await listen(token, stop.signal, {
          opened() {
            found()
            if (before) hear('everything')
            before = true
            tries = 0
          },
          heard: hear,
          refused() {
            refused = token
          },
        })
      } catch (error) {
        // Signed out: the router shows the sign-in page; this line ends with the shell.
        if (isSignedOut(error)) return
      }
      if (stop.signal.aborted) return
      lost()
      const delayMs = Math.min(15_000, 300 * 2 ** tries++) * (0.7 + Math.random() * 0.6)
      await new Promise<void>((resolve) => {
        const waiting = setTimeout(resolve, delayMs)
        wakeUp = () => {
          clearTimeout(waiting)
          tries = 0
          resolve()
        }
      })
    }
  }

  const wake = (): void => {
    if (document.visibilityState === 'visible') wakeUp()
  }
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  void run()

  return () => {
    stop.abort()
    wakeUp()
    clearTimeout(timer)
    clearTimeout(patience)
    removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    setState('off')
  }
}

/** One connection, from its first byte to its last. EventSource cannot send a token, so the stream is read by hand. */
const listen = async (
  token: string,
  signal: AbortSignal,
  on: { opened(): void; heard(change: Change): void; refused(): void },
): Promise<void> => {
  const line = new AbortController()
  const hangUp = (): void => line.abort()
  signal.addEventListener('abort', hangUp)
  let silence = setTimeout(hangUp, silenceMs)
  try {
    const response = await fetch('/live', {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      signal: line.signal,
    })
    if (response.status === 401) on.refused()
    if (!response.ok || !response.body) throw new Error(`the live line answered ${response.status}`)
    on.opened()
    let rest = ''
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(hangUp, silenceMs)
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        const event = /^event: ?(.+?)\r?$/.exec(text)?.[1]
        if (event !== undefined && isChange(event)) on.heard(event)
      }
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', hangUp)
    line.abort()
  }
}

const isChange = (event: string): event is Change => event === 'everything' || event in touched
