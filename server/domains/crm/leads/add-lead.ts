import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { NewOwner, requireMember } from '../records/owners.ts'
import { leadFailure, leadFaults, leadLimits, readLead } from './lead-input.ts'
import { sentLead, shownLead } from './leads.ts'
import { ListedLead } from './list-leads.ts'
import { ownLeads } from './owners.ts'
import { quotaExceeded } from './quotas.ts'
import { leadsWait } from './states.ts'
import { leadRow, takeThroughRaces } from './take-leads.ts'

const text = (most: number) => z.string().trim().max(most).optional()

export const addLead = action({
  name: 'add-lead',
  summary: 'Add a lead by hand',
  description:
    'For someone who called or came by. It goes to the contact who has the email address, else the number, and fills what that one lacks; two contacts are never joined by it. Counts as a lead of the month.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  hints: { destructive: false },
  scope: 'lead-states:write',
  needsOneOf: [['email', 'phone']],
  input: z.object({
    name: text(leadLimits.full_name),
    email: text(254).describe('This or `phone` is required'),
    phone: text(64).describe('International with +, or in the national format of the default country'),
    company: text(leadLimits.company),
    title: text(leadLimits.job_title),
    note: text(leadLimits.note).describe('What they want'),
    source: text(leadLimits.source).describe('How they came, such as `phone`; default: `by-hand`'),
    ownerId: NewOwner,
    waitsForAnswer: z.boolean().default(false).describe('They wait for a first answer: its clock begins'),
  }),
  output: z.object({ success: z.literal(true), lead: ListedLead }),
  errors: [...leadFaults, transportErrors.quota_exceeded, memberErrors.person_not_found],
  examples: [
    {
      title: 'A caller who asks for a bathroom',
      input: { name: 'Maya Rao', phone: '+4915112345678', note: 'A small bathroom, in spring', source: 'phone' },
    },
  ],

  async run({ ownerId, waitsForAnswer, source, ...typed }, { db, org, person, workflow, now }) {
    await requireMember(db, org.id, ownerId)
    const workspace = await findOrganization(db, org.id)
    const body = { ...typed, source: source || 'by-hand' }
    const read = readLead(body, {
      defaultCountry: workspace?.default_country ?? null,
      today: now().toISOString().slice(0, 10),
    })
    if (!read.ok) throw leadFailure(read)
    const row = leadRow({
      ...{ orgId: org.id, lead: read.lead, via: workflow ? 'workflow' : 'person' },
      body: Buffer.from(JSON.stringify(body)),
      quota: workspace?.lead_quota_per_month ?? null,
    })
    const taken = await takeThroughRaces(db, row, now())
    if (taken.outcome === 'over_quota') throw quotaExceeded(now())
    if (taken.outcome !== 'accepted') throw new Error(`a lead that was typed is ${taken.outcome}`)
    if (waitsForAnswer) await leadsWait(db, org.id, [taken.leadId])
    const personId = person?.id ?? null
    await ownLeads(db, org.id, [taken.leadId], { ownerId: ownerId === undefined ? personId : ownerId, personId })
    const lead = await shownLead(db, org.id, taken.leadId)
    if (!lead) throw new Error('a lead just added is missing')
    return { success: true as const, lead: sentLead(lead) }
  },
})
