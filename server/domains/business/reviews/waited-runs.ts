import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { ExternalCallContext, Step } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findReviewConnections } from './accounts.ts'
import { reviewErrors } from './errors.ts'
import { findLocation, findNamedLocation, type LocationRow } from './locations.ts'
import { averageOf } from './ratings.ts'
import { findRun, isOver, type ReviewRun, ReviewRunStatus, startRun } from './runs.ts'

/** A caller waits so long for the end of the runs: then it goes on without them. */
const waitMs = 20_000
const lookEveryMs = 150

/** What a sync answers, by whichever name it was asked for. */
export const SyncedReviews = z.object({
  success: z.literal(true),
  imported: z.int().describe('Reviews that were not known before'),
  updated: z.int().describe('Reviews that their authors edited'),
  removed: z.int().describe('Reviews that are no longer at Google: two whole passes did not list them'),
  average_rating: z.number().nullable().describe('Of the reviews here; null without any'),
  state: ReviewRunStatus.describe(
    '`in_progress` where it takes longer than 20 seconds: it goes on, and the numbers are those so far',
  ),
})

export const SyncReviewsInput = z.object({
  locationId: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe('Its id here, or Google’s: `555` or `locations/555`. Default: every location that is read'),
})

export const syncReviewsErrors = [
  ...[reviewErrors.reviews_not_connected, reviewErrors.review_location_not_found],
  ...[reviewErrors.review_location_denied, reviewErrors.review_sync_failed],
] as const

/** Reads the reviews of a location, or of all, now: begins a run or joins the one that does it already, and waits for its end. */
export const syncReviews = async (
  { locationId }: z.output<typeof SyncReviewsInput>,
  { org, person, inOrg }: ExternalCallContext,
): Promise<z.input<typeof SyncedReviews>> => {
  const begun = await inOrg((step) => start(step, { orgId: org.id, personId: person?.id ?? null, name: locationId }))
  const until = Date.now() + waitMs
  let runs = begun.runs
  while (!runs.every(isOver) && Date.now() < until && !runs.some(waitsLong)) {
    await delay(lookEveryMs)
    runs = await inOrg(({ db }) => Promise.all(runs.map(async (run) => (await findRun(db, org.id, run.id)) ?? run)))
  }
  const failed = runs.find(({ status }) => status === 'failed' || status === 'waiting')
  if (failed)
    throw new Failure(reviewErrors.review_sync_failed, { message: failed.reason ?? reviewErrors.review_sync_failed.message })
  return inOrg(async ({ db }) => {
    const location = begun.location && (await findLocation(db, org.id, begun.location.id))
    if (location && isUnreadable(location)) throw new Failure(reviewErrors.review_location_denied)
    const sum = (field: 'imported' | 'updated' | 'removed') => runs.reduce((total, run) => total + run[field], 0)
    return {
      ...{ success: true as const, imported: sum('imported'), updated: sum('updated'), removed: sum('removed') },
      average_rating: await averageOf(db, org.id, location?.id),
      state: runs.every(isOver) ? ('completed' as const) : ('in_progress' as const),
    }
  })
}

/** It will not go on while the caller waits. */
const waitsLong = ({ status, resumes_at: at }: ReviewRun): boolean =>
  status === 'waiting' && at !== null && at.getTime() > Date.now() + waitMs

const isUnreadable = ({ trouble, is_listed: isListed, is_verified: isVerified }: LocationRow): boolean =>
  trouble !== null || !isListed || isVerified === false

const start = async (
  { db, enqueue }: Step,
  { orgId, personId, name }: { orgId: string; personId: string | null; name: string | undefined },
): Promise<{ runs: readonly ReviewRun[]; location: LocationRow | undefined }> => {
  const connections = await findReviewConnections(db, orgId)
  if (connections.length === 0) throw new Failure(reviewErrors.reviews_not_connected)
  const location = name === undefined ? undefined : await findNamedLocation(db, orgId, name)
  if (name !== undefined && !location) throw new Failure(reviewErrors.review_location_not_found, { field: 'locationId' })
  const own = connections.filter(({ id }) => id === location?.connection_id)
  // Its connection has ended: of those that came since, the one that lists it takes it over.
  const wanted = location && own.length > 0 ? [location.id] : null
  const runs: ReviewRun[] = []
  for (const { id: connectionId } of wanted ? own : connections)
    runs.push(await startRun(db, orgId, { connectionId, wanted, cause: 'person', personId, enqueue }))
  return { runs, location }
}
