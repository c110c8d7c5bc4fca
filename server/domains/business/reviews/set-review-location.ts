import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { reviewErrors } from './errors.ts'
import { reviewEvents } from './events.ts'
import { changeLocation, findNamedLocation } from './locations.ts'

export const setReviewLocation = action({
  name: 'set-review-location',
  summary: 'Choose whether reviews of a location are read',
  description: 'What was read stays. Every location is read unless you choose otherwise.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'reviews:write',
  input: z.object({ locationId: z.string().trim().min(1).max(300), read: z.boolean() }),
  output: z.object({ success: z.literal(true) }),
  errors: [reviewErrors.review_location_not_found],
  examples: [{ title: 'Not this one', input: { locationId: 'locations/555', read: false } }],

  async run({ locationId, read }, { db, org, emit, fail }) {
    const location = await findNamedLocation(db, org.id, locationId)
    if (!location) throw fail('review_location_not_found', { field: 'locationId' })
    await changeLocation(db, org.id, location.id, { is_read: read })
    await emit(reviewEvents.synced, location.id, { change: 'location', code: null })
    return { success: true as const }
  },
})
