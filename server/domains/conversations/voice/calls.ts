import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { JobReference } from '#core/jobs/job-reference.ts'
import type { Tables } from '#db/tables.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import type { LegState } from '#ports/voice.ts'
import { ContactReference, choice, Direction, Reference, shape } from '#shapes'
import { callEvents, callFactsOf, callFieldsOf } from './events.ts'
import { isWithheld } from './numbers.ts'
import { CallOutcome } from './outcomes.ts'

export type CallRow = Selectable<Tables['calls']>

/** `refused`: it was never put through. */
export const callStates = [
  'queued',
  'ringing',
  'in_progress',
  'completed',
  'busy',
  'no_answer',
  'canceled',
  'failed',
  'refused',
] as const
export const CallState = choice('CallState', callStates)
export type CallState = z.output<typeof CallState>

/** Why a call was not put through. */
export const refusals = [
  'not_a_number',
  'country_not_allowed',
  'premium_rate',
  'not_a_member',
  'by_a_program',
  'demo_data',
] as const
export type Refusal = (typeof refusals)[number]

/**
 * How far a call has come: whatever order it is told in, it only goes forward. Of the caller's leg and what was dialled for it the
 * ends are told in any order, or one of them alone. A leg that is completed says only that there was one; one that never came about
 * says that they did not talk; and the outcome of the dialing decides.
 */
const rankOf = { queued: 0, ringing: 1, in_progress: 2, legOver: 3, legInVain: 4, dialled: 5 } as const

/** Of a call about which nothing more is told. */
export const overRank = rankOf.dialled

/** Asks the provider how a call ended. */
export const refreshCallJob = {
  name: 'look-at-call',
  data: z.object({ orgId: z.uuid(), callId: z.uuid() }),
} as const satisfies JobReference

/** Records a call that starts, or that was rejected. One row per call; returns whether it was new. */
export const beginCall = async (
  db: Db,
  orgId: string,
  call: {
    readonly connectionId: string
    readonly providerCallId: string
    readonly direction: 'in' | 'out'
    readonly from: string
    readonly to: string
    readonly personId: string | null
    readonly refusedBecause: Refusal | null
  },
): Promise<boolean> => {
  const isRefused = call.refusedBecause !== null
  const made = await db
    .insertInto('calls')
    .values({
      ...{ org_id: orgId, id: newId(), connection_id: call.connectionId, provider_call_id: call.providerCallId },
      ...{ direction: call.direction, from_number: call.from, to_number: call.to, person_id: call.personId },
      ...{ state: isRefused ? 'refused' : 'ringing', state_rank: isRefused ? rankOf.dialled : rankOf.ringing },
      refused_because: call.refusedBecause,
      started_at: sql<Date>`now()`,
      ended_at: isRefused ? sql<Date>`now()` : null,
      next_look_at: isRefused ? null : inMinutes(2),
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'provider_call_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made)
    await recordEvent(db, orgId, callEvents.changed, made.id, {
      ...{ change: 'begun', direction: made.direction },
      ...{ before: null, after: callFieldsOf(made) },
    })
  if (made && isRefused) await recordEvent(db, orgId, callEvents.ended, made.id, callFactsOf(made))
  return made !== undefined
}

export const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`

/** Finds a call by the provider's id and holds it until the transaction ends. */
export const lockCall = (db: Db, orgId: string, providerCallId: string): Promise<CallRow | undefined> =>
  db
    .selectFrom('calls')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('provider_call_id', '=', providerCallId)
    .forUpdate()
    .executeTakeFirst()

export const findCall = (db: Db, orgId: string, id: string): Promise<CallRow | undefined> =>
  db.selectFrom('calls').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** What was told of a call: of what was dialled for it, or only of the caller's own leg. */
export interface CallUpdate {
  readonly state: LegState
  readonly durationSeconds: number | null
  readonly isDialled: boolean
}

const rankIn = ({ state, isDialled }: CallUpdate): number => {
  if (state === 'queued' || state === 'ringing' || state === 'in_progress') return rankOf[state]
  if (isDialled) return rankOf.dialled
  return state === 'completed' ? rankOf.legOver : rankOf.legInVain
}

/**
 * Moves a call forward to what was told of it. Answers the call as it is then, or null when that was known, or comes too late. The
 * caller holds the call.
 */
export const moveCall = async (db: Db, orgId: string, call: CallRow, update: CallUpdate): Promise<CallRow | null> => {
  const { state, durationSeconds } = update
  const rank = rankIn(update)
  if (call.state_rank >= rank) return null
  const [isOver, isAnswered] = [rank >= rankOf.legOver, state === 'completed']
  const talkedSince = sql<Date>`
    coalesce(answered_at, greatest(started_at, coalesce(ended_at, now()) - make_interval(secs => ${durationSeconds ?? 0})))`
  const moved = await db
    .updateTable('calls')
    .set({
      ...{ state, state_rank: rank, is_missed: isSettled({ state_rank: rank }) && call.direction === 'in' && !isAnswered },
      ...(state === 'in_progress' && { answered_at: sql<Date>`coalesce(answered_at, now())` }),
      ...(isOver && {
        ended_at: sql<Date>`coalesce(ended_at, now())`,
        duration_s: isAnswered ? durationSeconds : null,
        answered_at: isAnswered ? talkedSince : null,
      }),
      // Whether it was answered is polled soon, should no webhook report it.
      next_look_at: isSettled({ state_rank: rank }) ? null : inMinutes(isOver ? 1 : 5),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', call.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(db, orgId, callEvents.changed, call.id, {
    ...{ change: state, direction: call.direction },
    ...changedFields(callFieldsOf(call), callFieldsOf(moved)),
  })
  return moved
}

/** Whether it is known that the call was answered or missed. */
export const isSettled = (call: Pick<CallRow, 'state_rank'>): boolean => call.state_rank >= rankOf.legInVain

/** Whose call it is, once that is known. */
export const setCaller = async (
  db: Db,
  orgId: string,
  id: string,
  whose: { readonly contactId: string | null; readonly dealId: string | null },
): Promise<void> => {
  await db
    .updateTable('calls')
    .set({ contact_id: whose.contactId, deal_id: whose.dealId })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const Call = shape('Call', {
  id: z.uuid(),
  direction: Direction,
  state: CallState.describe('`refused`: the call was never connected'),
  is_missed: z.boolean().describe('An inbound call that was not answered'),
  from_number: z
    .string()
    .describe('E.164, or `client:<name>` of a member. Of a logged call only the contact’s is known, else it is empty'),
  to_number: z.string(),
  is_withheld: z.boolean().describe('The caller withheld the number: it cannot be called back'),
  contact: ContactReference.nullable(),
  deal_id: z.uuid().nullable(),
  person: Reference.nullable().describe('The member who called, answered or was rung'),
  started_at: z.iso.datetime(),
  answered_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  duration_s: z.int().nullable().describe('Duration of the call, in seconds'),
  refused_because: choice('CallRefusal', refusals).nullable(),
  outcome: CallOutcome.nullable().describe('Of a call that `log-call` logged; null: a phone provider carried it'),
  note: z.string().nullable().describe('What its author wrote about a logged call'),
  edited_at: z.iso.datetime().nullable(),
})

export interface CallFilter {
  /** Records of a person. */
  readonly contactIds?: readonly string[] | undefined
  readonly dealId?: string | undefined
  readonly missed?: boolean | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

const shownCalls = (db: Db, orgId: string) =>
  db
    .selectFrom('calls')
    .leftJoin('contacts as record', (join) => join.on('record.org_id', '=', orgId).onRef('record.id', '=', 'calls.contact_id'))
    .leftJoin('contacts as caller', (join) => join.on('caller.org_id', '=', orgId).on('caller.id', '=', rootId('record')))
    .leftJoin('directory.people as person', 'person.id', 'calls.person_id')
    .selectAll('calls')
    .select(['caller.id as caller_id', 'caller.full_name as caller_name', 'person.name as person_name'])
    .where('calls.org_id', '=', orgId)

type ShownCall = Awaited<ReturnType<ReturnType<typeof shownCalls>['execute']>>[number]

const sentCall = (row: ShownCall): z.output<typeof Call> => ({
  id: row.id,
  direction: row.direction === 'in' ? 'in' : 'out',
  state: CallState.parse(row.state),
  is_missed: row.is_missed,
  from_number: row.from_number,
  to_number: row.to_number,
  is_withheld: row.outcome === null && row.direction === 'in' && isWithheld(row.from_number),
  contact: row.caller_id === null ? null : { id: row.caller_id, name: row.caller_name },
  deal_id: row.deal_id,
  person: row.person_id === null || row.person_name === null ? null : { id: row.person_id, name: row.person_name },
  started_at: row.started_at.toISOString(),
  answered_at: row.answered_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  duration_s: row.duration_s,
  refused_because: z.enum(refusals).nullable().parse(row.refused_because),
  outcome: CallOutcome.nullable().parse(row.outcome),
  note: row.note,
  edited_at: row.edited_at?.toISOString() ?? null,
})

export const showCall = async (db: Db, orgId: string, id: string): Promise<z.output<typeof Call>> =>
  sentCall(await shownCalls(db, orgId).where('calls.id', '=', id).executeTakeFirstOrThrow())

/** Newest first. */
export const findCalls = async (db: Db, orgId: string, filter: CallFilter): Promise<z.output<typeof Call>[]> => {
  let query = shownCalls(db, orgId).where('calls.deleted_at', 'is', null).orderBy('calls.id', 'desc').limit(filter.limit)
  if (filter.contactIds) query = query.where('calls.contact_id', 'in', filter.contactIds)
  if (filter.dealId) query = query.where('calls.deal_id', '=', filter.dealId)
  if (filter.missed !== undefined) query = query.where('calls.is_missed', '=', filter.missed)
  if (filter.cursor) query = query.where('calls.id', '<', filter.cursor)
  return (await query.execute()).map(sentCall)
}

/** The one who plays the provider is switched off: it is looked for each hour. */
export const checkLater = async (db: Db, orgId: string, id: string): Promise<void> => {
  await db
    .updateTable('calls')
    .set({ next_look_at: inMinutes(60) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}
