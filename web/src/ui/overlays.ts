import { useEffect, useSyncExternalStore } from 'react'

/*
 * What opens over the page is fetched when the user points at what opens it, and otherwise once the first page stands: no page
 * needs it to be seen.
 */

interface Later<Library> {
  load(): Promise<void>
  /** Without a network it is fetched when it is wanted again. */
  getReady(): void
  watch(changed: () => void): () => void
  current(): Library | undefined
}

const later = <Library>(getLibrary: () => Promise<Library>): Later<Library> => {
  let library: Library | undefined
  const watchers = new Set<() => void>()
  const load = async (): Promise<void> => {
    if (library) return
    library = await getLibrary()
    for (const changed of watchers) changed()
  }
  return {
    load,
    getReady: () => void load().catch(() => {}),
    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    current: () => library,
  }
}

/** Menus, windows, hints. */
export const overlays = later(() => import('./overlays-library.ts'))
/** Lists to choose from. */
export const choices = later(() => import('./choices-library.ts'))

/** The library once it is there; fetched as soon as it is `wanted`. */
export const useLater = <Library>(library: Later<Library>, wanted: boolean): Library | undefined => {
  const loaded = useSyncExternalStore(library.watch, library.current)
  useEffect(() => {
    if (wanted) library.getReady()
  }, [library, wanted])
  return loaded
}
