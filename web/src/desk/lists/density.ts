import { useState } from 'react'
import { useSession } from '#web/session.ts'
import type { SavedView } from '#web/wire.ts'

export const densities = ['comfortable', 'normal', 'compact'] as const
export type Density = (typeof densities)[number]

const isDensity = (text: unknown): text is Density => densities.some((each) => each === text)

/** Kept in this browser for each person: a desk and a phone have room for different lists. */
const storeName = (personId: string): string => `foyer-list-density ${personId}`

const read = (personId: string): Density | null => {
  try {
    const kept = localStorage.getItem(storeName(personId))
    return isDensity(kept) ? kept : null
  } catch {
    return null
  }
}

/** How high the rows of lists are: as the person has chosen, else as the view says. */
export const useDensity = (view: Pick<SavedView, 'density'> | undefined): [Density, (density: Density) => void] => {
  const { person } = useSession()
  const [chosen, setChosen] = useState(() => read(person.id))
  const choose = (density: Density): void => {
    setChosen(density)
    try {
      localStorage.setItem(storeName(person.id), density)
    } catch {
      // A browser without storage: it lasts as long as the page.
    }
  }
  return [chosen ?? view?.density ?? 'normal', choose]
}
