import { useEffect, useSyncExternalStore } from 'react'

/*
 * What opens over the page (menus, windows, hints) is fetched when the user points at what opens it, and otherwise once the
 * first page stands: no page needs it to be seen.
 */

type Library = typeof import('./overlays-library.ts')

let library: Library | undefined
const watchers = new Set<() => void>()

export const loadOverlays = async (): Promise<void> => {
  if (library) return
  const loaded = await import('./overlays-library.ts')
  library = loaded
  for (const changed of watchers) changed()
}

/** Also where there is no network: what was asked for is fetched when it is asked for again. */
export const fetchOverlays = (): void => void loadOverlays().catch(() => {})

const watch = (changed: () => void): (() => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** The library once it is there; fetched as soon as it is `wanted`. */
export const useOverlays = (wanted: boolean): Library | undefined => {
  const loaded = useSyncExternalStore(watch, () => library)
  useEffect(() => {
    if (wanted) fetchOverlays()
  }, [wanted])
  return loaded
}
