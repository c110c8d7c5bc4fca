import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two texts are the same, in a time that tells nothing of either, whatever their lengths. */
export const isSameSecret = (given: string | null | undefined, wanted: string | null): boolean => {
  if (given === null || given === undefined || wanted === null) return false
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
