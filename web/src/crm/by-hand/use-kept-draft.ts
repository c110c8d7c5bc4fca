import { useState } from 'react'
import { draftName } from '#web/own-drafts.ts'
import { useSession } from '#web/session.ts'

/**
 * What is typed into a sheet, kept in this tab until it is saved: closed by mistake, offline or reloaded, it is there again. `what` names
 * the sheet, and what it is about.
 */
export const useKeptDraft = <Draft extends object>(what: string, empty: Draft) => {
  const { organization, person } = useSession()
  const storeName = draftName('foyer-draft', organization.id, person.id, what)
  const [begun] = useState(() => readKept<Draft>(storeName))
  const [draft, setDraft] = useState<Draft>({ ...empty, ...begun })
  const [isRestored, setRestored] = useState(begun !== null)
  const keep = (next: Draft | null): void => {
    try {
      if (next === null) sessionStorage.removeItem(storeName)
      else sessionStorage.setItem(storeName, JSON.stringify(next))
    } catch {
      // Without storage it is kept as long as the sheet is open.
    }
  }
  return {
    draft,
    isRestored,
    change: (part: Partial<Draft>): void => {
      const next = { ...draft, ...part }
      setDraft(next)
      keep(next)
    },
    /** Once it is saved, or to begin anew. */
    forget: (): void => {
      setDraft(empty)
      setRestored(false)
      keep(null)
    },
  }
}

const readKept = <Draft extends object>(storeName: string): Partial<Draft> | null => {
  try {
    return JSON.parse(sessionStorage.getItem(storeName) ?? 'null') as Partial<Draft> | null
  } catch {
    return null
  }
}
