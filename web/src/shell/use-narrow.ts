import { useState } from 'react'

const narrowKey = 'foyer-sidebar'

/** Whether the sidebar shows icons alone: the reader's choice, kept by the browser. */
export const useNarrow = (): readonly [boolean, () => void] => {
  const [isNarrow, setNarrow] = useState(wasNarrow)
  const turn = (): void => {
    setNarrow(!isNarrow)
    try {
      localStorage.setItem(narrowKey, isNarrow ? 'wide' : 'narrow')
    } catch {
      // A browser that keeps nothing: until the page is loaded anew.
    }
  }
  return [isNarrow, turn]
}

const wasNarrow = (): boolean => {
  try {
    return localStorage.getItem(narrowKey) === 'narrow'
  } catch {
    return false
  }
}
