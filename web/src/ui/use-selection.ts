import { useState } from 'react'

/** Rows that are ticked, as long as they are in the list. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly toggle: (id: string) => void
  readonly setAll: (ids: readonly string[]) => void
}

export const useSelection = (ids: readonly string[]): Selection => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  return {
    chosen: new Set(ids.filter((id) => ticked.has(id))),
    toggle: (id) =>
      setTicked((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    setAll: (all) => setTicked(new Set(all)),
  }
}
