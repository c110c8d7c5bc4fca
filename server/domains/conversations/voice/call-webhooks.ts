import type { Db, Enqueue } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import type { ReadContext } from '#core/inbound/inbound-webhook.ts'
import { connectionOf, findConnection } from '#domains/connections/connections/connections.ts'
import { usableOf } from '#domains/connections/connections/usable-connections.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { recordResponse } from '#domains/crm/deals/responses.ts'
import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { addTask, finishCallBacks } from '#domains/crm/deals/tasks.ts'
import { resolveClaim } from '#domains/crm/identities/claimants.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import type { ProviderCall, VoiceNews } from '#ports/voice.ts'
import { readPhone } from '#shapes/phones.ts'
import { findCaller } from './callers.ts'
import { beginCall, type CallRow, type CallUpdate, isSettled, lockCall, moveCall, refreshCallJob, setCaller } from './calls.ts'
import { callEvents, callFactsOf } from './events.ts'
import { nameInAddress, personOfName } from './names.ts'
import { isWithheld } from './numbers.ts'
import { routeCall } from './routes.ts'

/** Acts on what a provider told of a call: in any order, and as often as it is told. */
export const processWebhook = async (
  news: VoiceNews,
  { db, org, connectionId, vault, enqueue }: ReadContext,
): Promise<void> => {
  // The call that a leg was dialled for tells of it too, in one piece.
  if (news.parentCallId !== null) return
  const call = (await lockCall(db, org.id, news.callId)) ?? (await beginUnheard(db, org.id, news, { connectionId, vault }))
  if (!call) return
  const known = await knowCaller(db, org.id, call)
  const update = stateFromWebhook(news)
  const moved = update && (await moveCall(db, org.id, known, update))
  if (moved && isSettled(moved) && !isSettled(call)) await endCall(db, org.id, moved, enqueue)
}

/** A call whose beginning was not written down, because answering it failed. */
const beginUnheard = async (
  db: Db,
  orgId: string,
  news: VoiceNews,
  { connectionId: proven, vault }: Pick<ReadContext, 'connectionId' | 'vault'>,
): Promise<CallRow | undefined> => {
  const row = await (proven === null ? connectionOf(db, orgId, 'twilio') : findConnection(db, orgId, proven))
  const connection = row && usableOf(vault, row)
  if (!connection) return undefined
  const route = await routeCall(db, orgId, news, { callerId: connection.credentials.callerId?.reveal() ?? '', afterwards: '' })
  const { connectionId } = connection
  await beginCall(db, orgId, { connectionId, providerCallId: news.callId, from: news.from, to: news.to, ...route })
  return lockCall(db, orgId, news.callId)
}

const stateFromWebhook = ({ dialled, state, durationSeconds, wantsAnswer }: VoiceNews): CallUpdate | null => {
  if (dialled) return { ...dialled, isDialled: true }
  return state && !wantsAnswer ? { state, durationSeconds, isDialled: false } : null
}

/**
 * The contact at the other end. An unknown inbound caller becomes a contact with a deal. For an
 * outbound call the contact is only looked up.
 */
const knowCaller = async (db: Db, orgId: string, call: CallRow): Promise<CallRow> => {
  if (call.contact_id !== null) return call
  const number = call.direction === 'in' ? call.from_number : call.to_number
  const phone = readPhone(number, null)
  // Text that is not a number identifies no contact: `anonymous`, or a member.
  if (!phone || !number.startsWith('+') || isWithheld(number)) return call
  const isNew =
    call.direction === 'in' && (await resolveClaim(db, orgId, { phone }, { source: 'voice', order: ['phone'] })).isNew
  const caller = await findCaller(db, orgId, number)
  if (!caller) return call
  const dealId = isNew
    ? (
        await openDealFor(db, orgId, {
          contactId: caller.contactId,
          kind: 'voice',
          name: `Call from ${phone.e164}`,
          cause: 'voice',
        })
      ).dealId
    : caller.dealId
  await setCaller(db, orgId, call.id, { contactId: caller.recordId, dealId })
  return { ...call, contact_id: caller.recordId, deal_id: dealId }
}

/** What a call creates once its outcome is known: a reply was given, or a call-back is needed. */
const endCall = async (db: Db, orgId: string, call: CallRow, enqueue: Enqueue): Promise<void> => {
  if (call.state === 'completed' && call.contact_id !== null) {
    await recordResponse(db, orgId, { contactId: call.contact_id, personId: call.person_id, byKind: 'call' })
    await clearCallBacks(db, orgId, call.contact_id, call)
  }
  if (call.is_missed) await askToCallBack(db, orgId, call)
  // Several rang, and one of them answered.
  if (call.state === 'completed' && call.direction === 'in' && call.person_id === null)
    await enqueue(refreshCallJob, { orgId, callId: call.id })
  await recordEvent(db, orgId, callEvents.ended, call.id, callFactsOf(call))
}

/** For a withheld number there is nothing to dial, but the call still counts. */
const askToCallBack = async (db: Db, orgId: string, call: CallRow): Promise<void> => {
  const caller = await findCaller(db, orgId, call.from_number)
  await addTask(db, orgId, {
    dealId: call.deal_id,
    contactId: call.contact_id,
    kind: 'call_back',
    title: isWithheld(call.from_number)
      ? 'Missed call from a withheld number: it cannot be called back'
      : `Call back ${caller?.name ?? call.from_number}`,
    dueAt: call.ended_at,
    assignedTo: call.person_id ?? caller?.assignedTo ?? null,
    cause: { call_id: call.id },
    causeKey: `call:${call.provider_call_id}`,
  })
}

/** They talked: earlier missed calls need no call-back. */
const clearCallBacks = async (db: Db, orgId: string, contactId: string, call: CallRow): Promise<void> => {
  await finishCallBacks(db, orgId, await mergeGroupOf(db, orgId, contactId), {
    doneBy: call.person_id,
    outcome: call.direction === 'out' ? taskOutcomes.calledBack : taskOutcomes.calledAgain,
  })
}

/** What the provider has of a call when it is asked, as news. */
const stateFromProvider = ({ state, legs, durationSeconds }: ProviderCall): CallUpdate => {
  if (['queued', 'ringing'].includes(state)) return { state, durationSeconds, isDialled: false }
  const answered = legs.find((leg) => leg.state === 'completed')
  if (state === 'in_progress')
    return { state: legs.some((leg) => leg.state === state) ? state : 'ringing', durationSeconds, isDialled: false }
  if (answered) return { ...answered, isDialled: true }
  // Not answered: the reason of the leg that rang is the best.
  const heard = legs.find((leg) => leg.state !== 'canceled') ?? legs[0]
  return { state: heard?.state ?? (state === 'completed' ? 'canceled' : state), durationSeconds: null, isDialled: true }
}

/** Acts on what the provider answered when it was asked; null: it knows no such call. The caller is in a transaction. */
export const startPoll = async (
  db: Db,
  orgId: string,
  providerCallId: string,
  found: ProviderCall | null,
  enqueue: Enqueue,
): Promise<void> => {
  const call = await lockCall(db, orgId, providerCallId)
  if (!call) return
  if (call.person_id === null && found) await recordAnsweredBy(db, orgId, call, found)
  const update: CallUpdate = found ? stateFromProvider(found) : { state: 'failed', durationSeconds: null, isDialled: true }
  const moved = await moveCall(db, orgId, await knowCaller(db, orgId, call), update)
  if (moved && isSettled(moved) && !isSettled(call)) await endCall(db, orgId, moved, enqueue)
}

const recordAnsweredBy = async (db: Db, orgId: string, call: CallRow, { legs }: ProviderCall): Promise<void> => {
  const answered = legs.find(({ state }) => state === 'completed' || state === 'in_progress')
  const personId = personOfName(nameInAddress(answered?.to ?? '') ?? '')
  if (personId === null) return
  await db.updateTable('calls').set({ person_id: personId }).where('org_id', '=', orgId).where('id', '=', call.id).execute()
  await recordEvent(db, orgId, callEvents.changed, call.id, {
    ...{ change: 'answered', direction: call.direction },
    ...{ before: { person_id: call.person_id }, after: { person_id: personId } },
  })
}
