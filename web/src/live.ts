import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { foyer } from './gateway.ts'
import type { Change, WebModule } from './module.ts'

/** `off` before the first connection. */
export type LiveState = 'off' | 'live' | 'reconnecting'

/** A kind of change is passed on at once when it is rare, and this far apart when it rains. */
const gatherMs = 700
/** Shorter interruptions are not shown. */
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

/** The same, no more often than every so many ms: for what is read at the edge of the eye. What came meanwhile is passed on once. */
export const useChangesEvery = (everyMs: number, kinds: readonly Change[], heard: () => void): void => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastMs = useRef(0)
  const hear = useEffectEvent(heard)
  useChanges(kinds, () => {
    if (timer.current !== undefined) return
    const pass = (): void => {
      timer.current = undefined
      lastMs.current = Date.now()
      hear()
    }
    timer.current = setTimeout(pass, Math.max(0, lastMs.current + everyMs - Date.now()))
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}

const setState = (next: LiveState): void => {
  if (state === next) return
  state = next
  for (const changed of stateWatchers) changed()
}

/** The names of the queries that are read again after each kind of change. */
const queriesByChange = (modules: readonly WebModule[]): ReadonlyMap<Change, readonly string[]> =>
  new Map(
    [
      ...Map.groupBy(
        modules.flatMap(({ live = {} }) =>
          Object.entries(live).flatMap(([query, changes]) => changes.map((change) => ({ change, query }))),
        ),
        ({ change }) => change,
      ),
    ].map(([change, found]) => [change, found.map(({ query }) => query)]),
  )

/** Opens the live line and keeps it open until the answered function is called; what the modules call live is read again. */
export const startLive = (queries: QueryClient, modules: readonly WebModule[]): (() => void) => {
  const touched = queriesByChange(modules)
  let gathered = new Set<Change>()
  let dueMs = 0
  const toldMs = new Map<Change, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined

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
    const roots = new Set([...changes].flatMap((change) => touched.get(change) ?? []))
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

  const line = foyer.live(
    ({ type }) => {
      hear(type)
    },
    { onState: (next) => (next === 'live' ? found() : lost()) },
  )
  const wake = (): void => {
    if (document.visibilityState === 'visible') line.wake()
  }
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)

  return () => {
    line.close()
    clearTimeout(timer)
    clearTimeout(patience)
    removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    setState('off')
  }
}
