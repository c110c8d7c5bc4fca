import { useState } from 'react'
import { isId } from '#web/ui/route-params.ts'

const key = (orgId: string): string => `foyer-calendars-${orgId}`
/** The server answers for no more at once. */
export const mostShown = 20

/** Whose calendars are ticked: the reader's choice, kept by the browser; their own at first. */
export const useShownPeople = (orgId: string, own: string): readonly [readonly string[], (ids: readonly string[]) => void] => {
  const [shown, setShown] = useState(() => kept(orgId) ?? [own])
  return [
    shown,
    (ids) => {
      setShown(ids)
      try {
        localStorage.setItem(key(orgId), JSON.stringify(ids))
      } catch {
        // A browser that keeps nothing: until the page is loaded anew.
      }
    },
  ]
}

const kept = (orgId: string): readonly string[] | null => {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key(orgId)) ?? 'null')
    return Array.isArray(ids) ? ids.filter(isId).slice(0, mostShown) : null
  } catch {
    return null
  }
}
