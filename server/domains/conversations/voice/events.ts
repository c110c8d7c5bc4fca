import type { Selectable } from 'kysely'
import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event, ofSubject, subjectsOf } from '#core/events/event.ts'
import type { Tables } from '#db/tables.ts'

const Call = z.object({
  id: z.uuid().describe('The call'),
  direction: z.string().describe('in or out'),
  state: z.string().describe('`completed`, `busy`, `no_answer`, `canceled`, `failed` or `refused`'),
  is_missed: z.boolean().describe('An inbound call that was not answered'),
  from_number: z.string(),
  to_number: z.string(),
  contact_id: z.uuid().nullable().describe('The contact on the other end, if known'),
  deal_id: z.uuid().nullable(),
  person_id: z.uuid().nullable().describe('The member who called, answered or was rung'),
  started_at: z.iso.datetime(),
  answered_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  duration_s: z.int().nullable(),
  refused_because: z.string().nullable(),
})

/** What the end of a call keeps of it. */
export const callFactsOf = (call: Selectable<Tables['calls']>): z.output<typeof Call> => ({
  ...{ id: call.id, direction: call.direction, state: call.state, is_missed: call.is_missed },
  ...{ from_number: call.from_number, to_number: call.to_number, refused_because: call.refused_because },
  ...{ contact_id: call.contact_id, deal_id: call.deal_id, person_id: call.person_id, duration_s: call.duration_s },
  started_at: call.started_at.toISOString(),
  answered_at: call.answered_at?.toISOString() ?? null,
  ended_at: call.ended_at?.toISOString() ?? null,
})

/** Without the numbers: those stand in the call. */
const CallFields = z.object({ state: z.string(), person_id: z.uuid().nullable(), contact_id: z.uuid().nullable() })

export const callFieldsOf = ({ state, person_id, contact_id }: z.output<typeof CallFields>): z.output<typeof CallFields> => ({
  state,
  person_id,
  contact_id,
})

export const callEvents = {
  changed: event({
    type: 'call.changed',
    about: 'A call started or changed state.',
    facts: z.object({
      change: z
        .string()
        .describe('begun, the new state, or answered: it became known by whom. Of a logged call: edited, deleted or restored'),
      direction: z.string(),
      ...changesOf(CallFields).shape,
    }),
  }),
  ended: event({
    type: 'call.ended',
    about:
      'A call ended, and it is known whether it was answered. Also sent for calls that were never connected, and for those that members log.',
    facts: Call,
    webhook: {
      body: Call,
      tell: ({ facts }) => facts,
      async read(events, { db, orgId }) {
        const rows = await db
          .selectFrom('calls')
          .selectAll()
          .where('org_id', '=', orgId)
          .where('id', 'in', subjectsOf(events))
          .execute()
        return ofSubject(rows, callFactsOf)
      },
    },
  }),
}
