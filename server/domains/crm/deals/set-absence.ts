import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import { transportErrors } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findMember } from '#domains/platform/users/users.ts'
import { Instant } from '#shapes'
import { lockRotation } from './assignment.ts'
import { pipelineEvents } from './events.ts'
import { findRotation, RotationMember } from './rotation.ts'

export const setAbsence = action({
  name: 'set-absence',
  summary: 'Mark a member as away or back',
  description:
    'Members who are away get no deals by round robin. Without `until`, the absence is open-ended; `here: true` ends it. Members can set their own absence, admins any.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    userId: z.uuid().describe('A member of the workspace'),
    from: Instant.optional().describe('Default: now'),
    until: Instant.nullish(),
    here: z.literal(true).optional(),
  }),
  output: z.object({ success: z.literal(true), turns: z.array(RotationMember) }),
  errors: [transportErrors.bad_request, transportErrors.forbidden, memberErrors.person_not_found],
  examples: [
    {
      title: 'On holiday',
      input: { userId: '01980000-0000-7000-8000-000000000000', from: '2026-12-21T00:00:00Z', until: '2027-01-04T00:00:00Z' },
    },
  ],

  async run({ userId, from, until, here }, { db, org, person, emit, fail }) {
    if (userId !== person.id && !atLeast(person.role, 'admin')) throw fail('forbidden')
    if (!(await findMember(db, org.id, userId))) throw fail('person_not_found', { field: 'userId' })
    if (until && from && new Date(until) <= new Date(from))
      throw fail('bad_request', { message: 'until must be after from', field: 'until' })
    // Deals that are being shared out at this moment come first; all later ones heed it.
    await lockRotation(db, org.id)
    const away = here
      ? { away_from: null, away_until: null }
      : { away_from: from ? new Date(from) : sql<Date>`now()`, away_until: until ? new Date(until) : null }
    const before = await db
      .selectFrom('assignment_turns')
      .select(['away_from', 'away_until'])
      .where('org_id', '=', org.id)
      .where('id', '=', userId)
      .executeTakeFirst()
    const after = await db
      .insertInto('assignment_turns')
      .values({ org_id: org.id, id: userId, ...away })
      .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(away))
      .returning(['away_from', 'away_until'])
      .executeTakeFirstOrThrow()
    await emit(pipelineEvents.changed, userId, {
      change: 'absence',
      ...changedFields(absenceFieldsOf(before), absenceFieldsOf(after)),
    })
    return { success: true as const, turns: await findRotation(db, org.id) }
  },
})

const absenceFieldsOf = (turn: { away_from: Date | null; away_until: Date | null } | undefined) => ({
  away_from: turn?.away_from?.toISOString() ?? null,
  away_until: turn?.away_until?.toISOString() ?? null,
})
