import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { requireAsSeen, wasMeans } from '../edits/edits.ts'
import { editErrors } from '../edits/errors.ts'
import { ChangedOwner, requireMember } from '../records/owners.ts'
import { leadErrors } from './errors.ts'
import { changeLeads, lockLeadFacts } from './lead-changes.ts'
import { meantOfLead } from './lead-edits.ts'
import { sentLead, shownLead } from './leads.ts'
import { ListedLead } from './list-leads.ts'
import { ChosenLeadState, LeadState } from './states.ts'

/** A lead as its editor saw it. */
const Was = z.object({ state: LeadState, reason: z.string().max(1_000).nullable(), ownerId: z.uuid().nullable() }).partial()

export const updateLead = action({
  name: 'update-lead',
  summary: 'Change the state or the owner of a lead',
  description:
    'Omitted fields keep their values. A reply makes a new lead `contacted`, and a deal that is made of it `deal`; what was received never changes.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'leadId',
  hints: { destructive: false, idempotent: true },
  scope: 'lead-states:write',
  input: z.object({
    leadId: z.uuid(),
    state: ChosenLeadState.optional().describe('`deal` is not among them: create a deal from the lead'),
    reason: z.string().trim().max(500).optional().describe('Why it is not a fit; required then'),
    ownerId: ChangedOwner,
    was: Was.optional().describe(wasMeans),
  }),
  output: z.object({ success: z.literal(true), lead: ListedLead }),
  errors: [
    leadErrors.lead_not_found,
    leadErrors.state_reason_needed,
    memberErrors.person_not_found,
    transportErrors.bad_request,
    editErrors.record_changed,
  ],
  examples: [
    {
      title: 'Not a fit, for a reason',
      input: { leadId: '01980000-0000-7000-8000-000000000000', state: 'not_fit', reason: 'Outside our area' },
    },
    {
      title: 'Give it to a member',
      input: {
        leadId: '01980000-0000-7000-8000-000000000000',
        ownerId: '01980000-0000-7000-8000-000000000001',
      },
    },
  ],

  async run({ leadId, state, reason, ownerId, was }, { db, org, person, fail }) {
    const leads = await lockLeadFacts(db, org.id, [leadId])
    const [before] = leads
    if (!before) throw fail('lead_not_found')
    if (reason !== undefined && state !== 'not_fit')
      throw fail('bad_request', { message: 'reason: only with the state not_fit', field: 'reason' })
    if (state === 'not_fit' && !reason) throw fail('state_reason_needed', { field: 'reason' })
    await requireMember(db, org.id, ownerId)
    if (was) await requireAsSeen(db, org.id, leadId, await meantOfLead(db, before, was, { state, reason, ownerId }))
    await changeLeads(db, org.id, leads, { state, reason, ownerId }, person?.id ?? null)
    const lead = await shownLead(db, org.id, leadId)
    if (!lead) throw new Error('a locked lead is missing')
    return { success: true as const, lead: sentLead(lead) }
  },
})
