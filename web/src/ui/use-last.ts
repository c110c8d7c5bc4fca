import { useState } from 'react'

/** What a window is about, also while it closes, so that its text does not vanish before it does. */
export const useLast = <Of>(now: Of | null): Of | null => {
  const [last, setLast] = useState(now)
  if (now !== null && now !== last) setLast(now)
  return now ?? last
}
