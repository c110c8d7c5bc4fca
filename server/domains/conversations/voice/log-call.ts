import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { contactIdOf, findDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { leadErrors } from '#domains/crm/leads/errors.ts'
import { findContactOfLead } from '#domains/crm/leads/leads.ts'
import { recordErrors } from '#domains/crm/records/errors.ts'
import { findRecord } from '#domains/crm/records/records.ts'
import { lockStandingContact } from '#domains/crm/records/standing-contacts.ts'
import { Direction, Instant } from '#shapes'
import { readPhone } from '#shapes/phones.ts'
import { Call, showCall } from './calls.ts'
import { CallNote, CallSeconds, insertLoggedCall, requireLength } from './logged-calls.ts'
import { CallOutcome } from './outcomes.ts'

/** Clocks of browsers go ahead. */
const mostAheadMs = 5 * 60_000
const mostYears = 10

export const logCall = action({
  name: 'log-call',
  summary: 'Log a call made with your own phone',
  description:
    'A call that no phone provider of the workspace carried. One that reached the contact is a first answer, as of when it ended, to the leads and deals that waited by then. `update-call` and `delete-call` change it.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'write',
  hints: { destructive: false },
  scope: 'calls:write',
  needsOneOf: [['contactId', 'dealId', 'leadId']],
  input: z.object({
    contactId: z.uuid().optional().describe('Default: the contact of the deal or lead'),
    dealId: z.uuid().optional(),
    leadId: z.uuid().optional().describe('The lead whose contact was called'),
    direction: Direction.default('out'),
    outcome: CallOutcome.describe(
      '`left_message`: a voicemail, or word with someone else. An inbound call with another outcome than `reached` was missed',
    ),
    startedAt: Instant.optional().describe(
      `When the call began: within ${mostYears} years, and not later than in five minutes. Default: such that it ends now`,
    ),
    durationSeconds: CallSeconds.nullish(),
    note: CallNote.nullish().describe('What was said. Only members of the workspace see it'),
  }),
  output: z.object({ success: z.literal(true), call: Call }),
  errors: [
    ...[transportErrors.missing_field, transportErrors.bad_request, contactErrors.contact_not_found],
    ...[dealErrors.deal_not_found, dealErrors.deal_has_no_contact, leadErrors.lead_not_found, recordErrors.record_in_bin],
  ],
  examples: [
    {
      title: 'Reached them',
      input: {
        contactId: '01980000-0000-7000-8000-000000000000',
        outcome: 'reached',
        durationSeconds: 240,
        note: 'Wants both options priced separately.',
      },
    },
    {
      title: 'They called and were missed',
      input: {
        contactId: '01980000-0000-7000-8000-000000000000',
        direction: 'in',
        outcome: 'no_answer',
        startedAt: '2026-11-21T10:00:00Z',
      },
    },
  ],

  async run({ startedAt, durationSeconds, note, direction, outcome, ...given }, { db, org, person, now, fail }) {
    requireLength(outcome, durationSeconds)
    const at = now()
    const began = startedAt ? new Date(startedAt) : new Date(at.getTime() - (durationSeconds ?? 0) * 1_000)
    if (began.getTime() > at.getTime() + mostAheadMs)
      throw fail('bad_request', { message: 'startedAt: must not be in the future', field: 'startedAt' })
    if (began.getUTCFullYear() < at.getUTCFullYear() - mostYears)
      throw fail('bad_request', { message: `startedAt: must be within the last ${mostYears} years`, field: 'startedAt' })
    const { contactId, dealId } = await findCalled(db, org.id, given)
    const { record, group } = await lockStandingContact(db, org.id, contactId, 'contactId')
    const phone = [record, ...group.values()].map(({ phone }) => phone && readPhone(phone, null)?.e164).find(Boolean) ?? null
    const call = await insertLoggedCall(
      db,
      org.id,
      {
        ...{ direction, contactId, dealId, phone, outcome, startedAt: began, seconds: durationSeconds ?? null },
        ...{ note: note || null, personId: person?.id ?? null },
      },
      at,
    )
    return { success: true as const, call: await showCall(db, org.id, call.id) }
  },
})

/** Whom the call was with. Throws the Failure of a record that is not there. */
const findCalled = async (
  db: Db,
  orgId: string,
  {
    contactId,
    dealId,
    leadId,
  }: { readonly contactId?: string | undefined; readonly dealId?: string | undefined; readonly leadId?: string | undefined },
): Promise<{ contactId: string; dealId: string | null }> => {
  const deal = dealId === undefined ? undefined : await findDeal(db, orgId, dealId)
  if (dealId !== undefined && !deal) throw new Failure(dealErrors.deal_not_found, { field: 'dealId' })
  if (deal?.deleted_at) throw new Failure(recordErrors.record_in_bin, { field: 'dealId' })
  const lead = leadId === undefined ? undefined : await findRecord(db, orgId, { kind: 'lead', id: leadId })
  const contactOfLead = leadId === undefined ? undefined : await findContactOfLead(db, orgId, leadId)
  if (leadId !== undefined && (!lead || !contactOfLead)) throw new Failure(leadErrors.lead_not_found, { field: 'leadId' })
  if (lead?.deletedAt) throw new Failure(recordErrors.record_in_bin, { field: 'leadId' })
  const found = contactId ?? contactOfLead ?? (deal && contactIdOf(deal))
  if (found === undefined)
    throw new Failure('missing_field', { message: 'Missing required field: contactId', field: 'contactId' })
  return { contactId: found, dealId: deal?.id ?? null }
}
