import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { findStandingDeal } from '#domains/crm/deals/standing-deals.ts'
import { findContact } from '#domains/crm/identities/contacts.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { recordErrors } from '#domains/crm/records/errors.ts'
import { documentErrors } from '../documents/errors.ts'
import { clockOf } from '../documents/sealing.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { ruleColumn } from '../templates/when-signed.ts'
import { ContentFields, contentOf } from './contents.ts'
import { proposalErrors } from './errors.ts'
import { recordProposalEvent } from './history.ts'
import { ClientEmail, ClientName, checkRule, ValidDays, WhenAccepted } from './proposal-input.ts'
import { ProposalDetail, showProposalOf } from './proposals.ts'

export const createProposal = action({
  name: 'create-proposal',
  summary: 'Create a proposal for a deal',
  description:
    'A draft, which the client does not see before it is sent. Prices are those of an invoice: integers in the smallest unit of the currency, without tax, each line and its tax rounded half up. The client is the contact of the deal, unless a name and an address are given.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'write',
  scope: 'proposals:write',
  hints: { destructive: false },
  input: z.object({
    dealId: z.uuid(),
    ...ContentFields,
    locale: ContentFields.locale.default('en'),
    sections: ContentFields.sections.default([]),
    lines: ContentFields.lines.default([]),
    clientName: ClientName.optional(),
    clientEmail: ClientEmail.optional(),
    validDays: ValidDays.default(30),
    whenAccepted: WhenAccepted,
  }),
  output: z.object({ success: z.literal(true), proposal: ProposalDetail }),
  errors: [
    ...[dealErrors.deal_not_found, dealErrors.deal_has_no_contact, dealErrors.stage_not_found],
    ...[contactErrors.contact_not_found, recordErrors.record_in_bin],
    documentErrors.client_has_no_email,
    ...[proposalErrors.option_doubled, proposalErrors.proposal_unreadable],
    ...[invoiceErrors.invoice_too_large, transportErrors.letter_without_font],
  ],
  examples: [
    {
      title: 'A website, with care for it as an option',
      input: {
        ...{ dealId: '01980000-0000-7000-8000-000000000000', title: 'A new website', currency: 'EUR' },
        sections: [{ heading: 'What we do', body: 'Design, texts and **launch** within six weeks.' }],
        lines: [
          { id: 'site', description: 'Website', quantity: 1, unitMinor: 450_000, taxRate: 19 },
          { id: 'care', description: 'Care, a year', quantity: 12, unitMinor: 9_000, taxRate: 19, choice: 'optional' },
        ],
        whenAccepted: { deposit: { percent: 30, send: true } },
      },
    },
  ],

  async run({ dealId, clientName, clientEmail, validDays, whenAccepted, ...written }, { fail, ...context }) {
    const { db, org, person, ports, newId } = context
    const { deal, contactId } = await findStandingDeal(db, org.id, dealId, 'dealId')
    await checkRule(db, org.id, whenAccepted)
    const content = contentOf(written, ports.documents.coverage())
    const contact = await findContact(db, org.id, contactId)
    const email = clientEmail ?? contact?.email
    if (!email) throw fail('client_has_no_email')
    const id = newId()
    await db
      .insertInto('proposals')
      .values({
        ...{ org_id: org.id, id, title: content.title, locale: content.locale, currency: content.currency },
        ...{ draft: JSON.stringify(content), deal_id: deal.id, contact_id: contactId, made_by: person?.id ?? null },
        ...{ client_name: clientName ?? contact?.full_name ?? email, client_email: email, valid_days: validDays },
        when_accepted: ruleColumn(whenAccepted ?? null),
      })
      .execute()
    await recordProposalEvent({ ...context, orgId: org.id }, id, {
      ...{ kind: 'created', version: 0, at: await clockOf(db), personId: person?.id ?? null },
    })
    const proposal = await showProposalOf(db, org.id, id)
    if (!proposal) throw new Error('a proposal that was just made is not there')
    return { success: true as const, proposal }
  },
})
