import { z } from 'zod'
import { atLeast } from '#core/actions/caller.ts'
import type { Db, OrgContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import { newIdAt, nilId } from '#core/ids.ts'
import { recordResponse } from '#domains/crm/deals/responses.ts'
import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { finishCallBacks } from '#domains/crm/deals/tasks.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { isStorable } from '#shapes/texts.ts'
import { type CallRow, type CallState, overRank } from './calls.ts'
import { voiceErrors } from './errors.ts'
import { callEvents, callFactsOf, callFieldsOf } from './events.ts'
import type { CallOutcome } from './outcomes.ts'

/** As a provider would have told of it: lists, reports and webhooks know no other words. */
const stateOf = {
  reached: 'completed',
  left_message: 'no_answer',
  no_answer: 'no_answer',
  busy: 'busy',
  wrong_number: 'failed',
} as const satisfies Record<CallOutcome, CallState>

/** Plain text, as of a note. */
export const CallNote = z.string().trim().max(10_000).refine(isStorable, 'is not valid text')

/** Of a longer one its member forgot to hang up. */
export const CallSeconds = z.int().min(0).max(86_400).describe('Of a call that reached them')

/** Of a call that was answered: its length counts. Throws where an unanswered one is given a length. */
export const requireLength = (outcome: CallOutcome, seconds: number | null | undefined): void => {
  if (seconds != null && outcome !== 'reached')
    throw new Failure('bad_request', {
      message: 'durationSeconds: only a call that reached them has a duration',
      field: 'durationSeconds',
    })
}

export interface NewCall {
  readonly direction: 'in' | 'out'
  readonly contactId: string
  readonly dealId: string | null
  /** The contact's number, where one is known. */
  readonly phone: string | null
  readonly personId: string | null
  readonly startedAt: Date
  readonly outcome: CallOutcome
  readonly seconds: number | null
  readonly note: string | null
}

const endOf = ({ started_at, duration_s }: Pick<CallRow, 'started_at' | 'duration_s'>): Date =>
  new Date(started_at.getTime() + (duration_s ?? 0) * 1_000)

/** What follows from an outcome, of a call that began then. */
const valuesOf = (
  call: Pick<CallRow, 'direction' | 'started_at'>,
  { outcome, seconds, note }: Pick<NewCall, 'outcome' | 'seconds' | 'note'>,
) => {
  const wasReached = outcome === 'reached'
  const duration_s = wasReached ? seconds : null
  return {
    ...{ outcome, note, duration_s, state: stateOf[outcome], is_missed: call.direction === 'in' && !wasReached },
    ...{ answered_at: wasReached ? call.started_at : null, ended_at: endOf({ ...call, duration_s }) },
  }
}

/** The caller holds the contact. Its id is of the time of the call: lists and reports go by it. */
export const insertLoggedCall = async (db: Db, orgId: string, call: NewCall, now: Date): Promise<CallRow> => {
  const id = newIdAt(call.startedAt)
  const phone = call.phone ?? ''
  const made = await db
    .insertInto('calls')
    .values({
      ...{ org_id: orgId, id, connection_id: nilId, provider_call_id: `logged-${id}`, direction: call.direction },
      ...{ contact_id: call.contactId, deal_id: call.dealId, person_id: call.personId, state_rank: overRank },
      ...{ from_number: call.direction === 'in' ? phone : '', to_number: call.direction === 'out' ? phone : '' },
      ...{ started_at: call.startedAt, ...valuesOf({ direction: call.direction, started_at: call.startedAt }, call) },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await answer(db, orgId, made, now)
  await recordEvent(db, orgId, callEvents.ended, id, callFactsOf(made))
  return made
}

/** One who was reached has the answer that they waited for when they were called. */
const answer = async (db: Db, orgId: string, call: CallRow, now: Date): Promise<void> => {
  if (call.outcome !== 'reached' || call.contact_id === null) return
  const at = endOf(call) < now ? endOf(call) : now
  await recordResponse(db, orgId, { contactId: call.contact_id, personId: call.person_id, byKind: 'call', at })
  await finishCallBacks(db, orgId, await mergeGroupOf(db, orgId, call.contact_id), {
    ...{ doneBy: call.person_id, missedBefore: at },
    outcome: call.direction === 'out' ? taskOutcomes.calledBack : taskOutcomes.calledAgain,
  })
}

/** A logged call, held; deleted ones too. Throws `call_not_found`, and `call_not_logged` of one that a provider carried. */
export const lockLoggedCall = async (db: Db, orgId: string, callId: string): Promise<CallRow> => {
  const call = await db
    .selectFrom('calls')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', callId)
    .forUpdate()
    .executeTakeFirst()
  if (!call) throw new Failure(voiceErrors.call_not_found)
  if (call.outcome === null) throw new Failure(voiceErrors.call_not_logged)
  return call
}

/** Its author and admins; what a key logged, any caller. */
export const mayChange = (call: CallRow, person: OrgContext['person']): boolean =>
  call.person_id === null || (person !== null && (call.person_id === person.id || atLeast(person.role, 'admin')))

/** Writes what its author says of it now. What it answered stays answered; who was reached after all is answered from then on. */
export const mendCall = async (
  db: Db,
  before: CallRow,
  said: Pick<NewCall, 'outcome' | 'seconds' | 'note'>,
  now: Date,
): Promise<CallRow> => {
  const after = await writeCall(db, before, 'edited', { ...valuesOf(before, said), edited_at: now })
  if (before.outcome !== 'reached') await answer(db, before.org_id, after, now)
  return after
}

/** Writes over a call that the caller holds. */
export const writeCall = async (
  db: Db,
  before: CallRow,
  change: 'edited' | 'deleted' | 'restored',
  values: Partial<CallRow>,
): Promise<CallRow> => {
  const { org_id: orgId, id } = before
  const after = await db
    .updateTable('calls')
    .set(values)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(db, orgId, callEvents.changed, id, {
    ...{ change, direction: after.direction },
    ...changedFields(callFieldsOf(before), callFieldsOf(after)),
  })
  return after
}
