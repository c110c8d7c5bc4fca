import { useSyncExternalStore } from 'react'
import type { Creatable, CreateGiven } from '../module.ts'
import { modules } from '../modules.ts'

/** What can be created from everywhere, in the order of the navigation. */
export const creatables: readonly Creatable[] = modules.flatMap(({ creates = [] }) => creates)

interface Creating {
  readonly what: Creatable['what'] | null
  readonly given: CreateGiven
}

let creating: Creating = { what: null, given: {} }
const watchers = new Set<() => void>()
const set = (next: Creating): void => {
  creating = next
  for (const changed of watchers) changed()
}

/** Opens the sheet in which it is created, over whatever page is shown. */
export const beginCreating = (what: Creatable['what'], given: CreateGiven = {}): void => set({ what, given })
/** What was given stays while the sheet closes. */
export const endCreating = (): void => set({ ...creating, what: null })

export const useCreating = (): Creating =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => creating,
  )
