import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { ruleColumn } from '../templates/when-signed.ts'
import { ContentFields, canonical, contentOf } from './contents.ts'
import { proposalErrors } from './errors.ts'
import { proposalEvents } from './events.ts'
import { ClientEmail, ClientName, checkRule, ValidDays, WhenAccepted } from './proposal-input.ts'
import { changeProposal, contentNow, findVersion, lockProposal, ProposalDetail, showProposalOf } from './proposals.ts'

export const updateProposal = action({
  name: 'update-proposal',
  summary: 'Change a proposal',
  description:
    'A part that is not sent is kept. What was sent stays as it is: a change is written beside it, and its client sees it with the next `send-proposal`, as a new version. The rule counts as it stands when the client accepts.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'write',
  scope: 'proposals:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    proposalId: z.uuid(),
    title: ContentFields.title.optional(),
    locale: ContentFields.locale.optional(),
    currency: ContentFields.currency.optional(),
    sections: ContentFields.sections.optional(),
    lines: ContentFields.lines.optional(),
    clientName: ClientName.optional(),
    clientEmail: ClientEmail.optional(),
    validDays: ValidDays.optional(),
    whenAccepted: WhenAccepted,
  }),
  output: z.object({ success: z.literal(true), proposal: ProposalDetail }),
  errors: [
    ...[proposalErrors.proposal_not_found, proposalErrors.proposal_accepted, dealErrors.stage_not_found],
    ...[proposalErrors.option_doubled, proposalErrors.proposal_unreadable],
    ...[invoiceErrors.invoice_too_large, transportErrors.letter_without_font],
  ],
  examples: [
    {
      title: 'Another title',
      input: { proposalId: '01980000-0000-7000-8000-000000000000', title: 'A new website, in two steps' },
    },
  ],

  async run({ proposalId, clientName, clientEmail, validDays, whenAccepted, ...written }, { db, org, ports, emit, fail }) {
    const held = await lockProposal(db, org.id, proposalId)
    if (!held) throw fail('proposal_not_found', { field: 'proposalId' })
    if (held.status === 'accepted') throw fail('proposal_accepted')
    await checkRule(db, org.id, whenAccepted)
    const now = await contentNow(db, held)
    const content = contentOf(
      {
        ...{ title: written.title ?? now.title, locale: written.locale ?? now.locale },
        ...{ currency: written.currency ?? now.currency, sections: written.sections ?? now.sections },
        lines: written.lines ?? now.lines,
      },
      ports.documents.coverage(),
    )
    const sent = held.version > 0 ? await findVersion(db, org.id, proposalId, held.version) : undefined
    // Written back to what was sent, nothing is left to send.
    const isSame = sent?.sha256.equals(canonical(content).sha256) === true
    await changeProposal(db, held, {
      draft: isSame ? null : JSON.stringify(content),
      ...(held.version === 0 && { title: content.title, locale: content.locale, currency: content.currency }),
      ...(clientName !== undefined && { client_name: clientName }),
      ...(clientEmail !== undefined && { client_email: clientEmail }),
      ...(validDays !== undefined && { valid_days: validDays }),
      ...(whenAccepted !== undefined && { when_accepted: ruleColumn(whenAccepted) }),
    })
    await emit(proposalEvents.updated, proposalId, { change: 'written' })
    const proposal = await showProposalOf(db, org.id, proposalId)
    if (!proposal) throw new Error('a locked proposal is missing')
    return { success: true as const, proposal }
  },
})
