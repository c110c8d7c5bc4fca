import { z } from 'zod'
import { isKnownTime } from '#shapes/times.ts'

/** A place in what is ordered by time and id: milliseconds and the id of the last one. */
export const PlaceCursor = z
  .string()
  .regex(/^\d{1,16}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is not a cursor')
  .refine((cursor) => isKnownTime(placeOf(cursor).at.getTime()), 'is not a cursor')
  .describe('From the page before')

export interface Place {
  readonly at: Date
  readonly id: string
}

export const placeOf = (cursor: string): Place => {
  const dash = cursor.indexOf('-')
  return { at: new Date(Number(cursor.slice(0, dash))), id: cursor.slice(dash + 1) }
}

export const cursorOf = ({ at, id }: Place): string => `${at.getTime()}-${id}`
