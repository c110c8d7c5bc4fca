import { z } from 'zod'
import type { CrmEntity } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'

/** Archived deals have an address of their own. */
export const partsOf = (entity: CrmEntity): readonly ('live' | 'archived')[] =>
  entity === 'deals' ? ['live', 'archived'] : ['live']

/** The most that a list gives at once. */
const largestPage = 500

const Place = z.strictObject({
  part: z.enum(['live', 'archived']),
  /** The vendor's own, of exactly the query that is asked. */
  token: z.string().nullable(),
  /** The last id that was given; 0: none yet. */
  id: z.int().min(0),
  /** The time from which changes are asked for; of that query the token is. */
  from: z.string().nullable(),
  /** When the last record that was given changed. */
  at: z.string().nullable(),
  /** The vendor's token was lost: what came before `id` is passed over. */
  isPassing: z.boolean(),
  /** How often it was lost since the last record was given. */
  losses: z.int().min(0).default(0),
  /** How many records a page has: fewer where each of many costs a call of its own. */
  limit: z.int().min(1).max(largestPage).default(largestPage),
})
/** Where a list goes on. */
export type Place = z.output<typeof Place>

const OldPlace = z.strictObject({ since: z.string(), start: z.int().min(0) })
/** Where `recents` go on. */
export type OldPlace = z.output<typeof OldPlace>

export const firstPlace: Place = {
  ...{ part: 'live', token: null, id: 0, from: null, at: null },
  ...{ isPassing: false, losses: 0, limit: largestPage },
}

const longest = 2_000

export const writePlace = (place: Place | OldPlace): string => {
  const text = JSON.stringify(place)
  if (text.length <= longest) return text
  throw new ProviderError('broken', 'Pipedrive returned a place in a list that is too long.')
}

const readWith = <T>(shape: z.ZodType<T>, cursor: string): T => {
  try {
    return shape.parse(JSON.parse(cursor))
  } catch (cause) {
    throw new ProviderError('refused', 'This place in a list of Pipedrive cannot be read.', { code: 'place', cause })
  }
}
export const readPlace = (cursor: string | null): Place => (cursor === null ? firstPlace : readWith(Place, cursor))
export const readOldPlace = (cursor: string): OldPlace => readWith(OldPlace, cursor)
