import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import type { Within } from '#core/within.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { Email } from '#domains/platform/users/users.ts'
import { AmountMinor, Currency } from '#shapes/money.ts'
import { readPhone } from '#shapes/phones.ts'
import { findCompany } from '../companies/companies.ts'
import { companyErrors } from '../companies/errors.ts'
import { fieldErrors } from '../fields/errors.ts'
import { setFields } from '../fields/record-fields.ts'
import { GivenFields } from '../fields/values.ts'
import { contactErrors } from '../identities/errors.ts'
import { resolveEntered } from '../identities/identities.ts'
import { leadErrors } from '../leads/errors.ts'
import { recordErrors } from '../records/errors.ts'
import { Deal, findDealOfLead, makeDeal, showDeal } from './deals.ts'
import { dealErrors } from './errors.ts'
import { lockOpenStage, type Whom, whomOfContact, whomOfLead } from './new-deal-subjects.ts'
import { requireFieldsToBegin } from './required-fields.ts'

export const createDeal = action({
  name: 'create-deal',
  summary: 'Create a deal',
  description:
    'Pass exactly one of a contact, a lead, or a new contact (`client`, matched by email address or number, and restored from the bin). If the lead already has an open deal, that one is returned. The deal is assigned to the owner of the lead, else to the caller; with an API key, by round robin.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  hints: { destructive: false },
  scope: 'deals:write',
  needsOneOf: [['contactId', 'leadId', 'client']],
  input: z.object({
    contactId: z.uuid().optional(),
    leadId: z.uuid().optional(),
    client: z
      .object({
        name: z.string().trim().max(255).optional(),
        email: Email.optional(),
        phone: z.string().trim().max(64).optional(),
      })
      .optional(),
    name: z.string().trim().min(1).max(255).optional().describe('Default: that of the contact'),
    businessName: z.string().trim().max(255).optional(),
    companyId: z.uuid().optional().describe('Default: where the contact works'),
    pipelineId: z.uuid().optional().describe('Default: the default pipeline'),
    stageId: z
      .uuid()
      .optional()
      .describe('Default: the first stage. Behind it, the deal needs the fields that are required on the way there'),
    valueMinor: AmountMinor.nullish(),
    currency: Currency.nullish().describe('Required with an amount'),
    fields: GivenFields.optional().describe('Fields of the deal, as `set-fields` takes them'),
  }),
  output: z.object({ success: z.literal(true), deal: Deal }),
  errors: [
    contactErrors.contact_taken,
    transportErrors.bad_request,
    transportErrors.missing_field,
    contactErrors.contact_not_found,
    companyErrors.company_not_found,
    leadErrors.lead_not_found,
    recordErrors.record_in_bin,
    dealErrors.pipeline_not_found,
    dealErrors.stage_not_found,
    dealErrors.fields_missing,
    fieldErrors.field_not_found,
    fieldErrors.field_value_invalid,
    transportErrors.phone_unreadable,
  ],
  examples: [
    {
      title: 'With a new contact',
      input: {
        client: { name: 'Maya Rao', email: 'maya@example.com' },
        name: 'A website',
        valueMinor: 500000,
        currency: 'EUR',
      },
    },
  ],

  async run(input, { db, org, person, within, fail }) {
    if (input.valueMinor != null && !input.currency) throw fail('missing_field', needs('currency'))
    const company = input.companyId === undefined ? undefined : await findCompany(db, org.id, input.companyId)
    if (input.companyId !== undefined && !company) throw fail('company_not_found', { field: 'companyId' })
    if (company?.deleted_at) throw fail('record_in_bin', { field: 'companyId' })
    const whom = await findWhom(db, org.id, within, input, person?.id ?? null)
    const known = whom.leadId === null ? undefined : await findDealOfLead(db, org.id, whom.leadId)
    if (known) return { success: true as const, deal: await shown(db, org.id, known.id) }
    const stage = await lockOpenStage(db, org.id, input)
    const owner = whom.owner ?? person?.id
    const because = { rule: 'person', person_id: person?.id ?? null, reason: null } as const
    const { dealId } = await makeDeal(
      db,
      org.id,
      {
        contactId: whom.contactId,
        kind: whom.leadId === null ? 'manual' : 'lead',
        name: input.name || whom.name || input.businessName || 'A new deal',
        businessName: input.businessName || whom.company,
        companyId: company?.id,
        leadId: whom.leadId,
        cause: whom.leadId === null ? 'person' : 'lead',
      },
      {
        people: whom.people,
        stage,
        ...(owner && { owner: { personId: owner, because } }),
        value: input.valueMinor != null && input.currency ? { minor: input.valueMinor, currency: input.currency } : null,
        personId: person?.id ?? null,
      },
    )
    if (input.fields) await setFields(db, org.id, 'deal', [dealId], input.fields)
    await requireFieldsToBegin(db, org.id, dealId, stage)
    return { success: true as const, deal: await shown(db, org.id, dealId) }
  },
})

interface Wanted {
  readonly contactId?: string | undefined
  readonly leadId?: string | undefined
  readonly client?:
    | { readonly name?: string | undefined; readonly email?: string | undefined; readonly phone?: string | undefined }
    | undefined
  readonly pipelineId?: string | undefined
  readonly stageId?: string | undefined
}

const findWhom = async (
  db: Db,
  orgId: string,
  within: Within,
  { contactId, leadId, client }: Wanted,
  personId: string | null,
): Promise<Whom> => {
  if ([contactId, leadId, client].filter((each) => each !== undefined).length > 1)
    throw new Failure('bad_request', { message: 'Send exactly one of contactId, leadId and client.', field: 'contactId' })
  if (leadId !== undefined) return whomOfLead(db, orgId, leadId)
  if (contactId !== undefined) return whomOfContact(db, orgId, contactId)
  if (client === undefined) throw new Failure('missing_field', needs('contactId'))
  const phone = client.phone ? readPhone(client.phone, (await findOrganization(db, orgId))?.default_country ?? null) : null
  if (client.phone && !phone) throw new Failure('phone_unreadable', { field: 'client.phone' })
  if (!client.name && !client.email && !phone) throw new Failure('missing_field', needs('client.name'))
  const who = { name: client.name ?? null, email: client.email ?? null, phone }
  const made = await resolveEntered(db, orgId, within, who, personId)
  return whomOfContact(db, orgId, made.contactId)
}

const needs = (field: string) => ({ message: `Missing required field: ${field}`, field })

const shown = async (db: Db, orgId: string, dealId: string) => {
  const deal = await showDeal(db, orgId, dealId)
  if (!deal) throw new Error('a deal just created is missing')
  return deal
}
