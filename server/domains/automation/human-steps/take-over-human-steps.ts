import { contribution } from '#core/within.ts'
import { seatTaken } from '#domains/platform/members/moments.ts'
import { moveSteps } from '../workflows/step-recipients.ts'

/** Steps that ask a seat ask the account that took it. */
export const takeOverHumanSteps = contribution({
  name: 'take-over-human-steps',
  to: seatTaken,
  run: ({ seatId, userId }, { db, orgId }) => moveSteps(db, orgId, seatId, userId),
})
