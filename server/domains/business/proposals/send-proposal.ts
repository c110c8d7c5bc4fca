import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { canonical, contentOf } from './contents.ts'
import { proposalErrors } from './errors.ts'
import { recordProposalEvent } from './history.ts'
import { mailProposalJob } from './job-references.ts'
import { makeProposalLink } from './proposal-links.ts'
import { changeProposal, contentNow, lockProposal, ProposalDetail, showProposalOf } from './proposals.ts'

const dayMs = 86_400_000
/** A second click is no wish for another email. */
const againAfterMs = 60_000

export const sendProposal = action({
  name: 'send-proposal',
  summary: 'Send a proposal to its client',
  description:
    'The client gets an email with a new link, which ends the one before; it can be accepted for `valid_days` from now. What was changed since the last time becomes a new version; without a change the same version is sent again, and within a minute nothing. A proposal that was declined, withdrawn or has expired is open again.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  scope: 'proposals:write',
  limit: { times: 60, seconds: 60 },
  hints: { destructive: false },
  input: z.object({ proposalId: z.uuid() }),
  output: z.object({ success: z.literal(true), proposal: ProposalDetail }),
  errors: [
    ...[proposalErrors.proposal_not_found, proposalErrors.proposal_accepted, proposalErrors.proposal_empty],
    ...[proposalErrors.proposal_unreadable, proposalErrors.option_doubled],
    ...[invoiceErrors.invoice_too_large, transportErrors.letter_without_font],
  ],
  examples: [{ title: 'Send a draft', input: { proposalId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ proposalId }, { fail, ...context }) {
    const { db, org, person, ports, vault, newId, enqueue } = context
    const held = await lockProposal(db, org.id, proposalId)
    if (!held) throw fail('proposal_not_found', { field: 'proposalId' })
    if (held.status === 'accepted') throw fail('proposal_accepted')
    const { at } = held
    const sinceMs = at.getTime() - (held.sent_at?.getTime() ?? 0)
    // Another address, or another rule, is a change without a new version.
    const isChanged = held.draft !== null || held.updated_at > (held.sent_at ?? held.updated_at)
    const isRepeat = held.status === 'sent' && !isChanged && sinceMs < againAfterMs
    if (!isRepeat) {
      // Fonts, and the rules that a draft was written by, may have changed since.
      const coverage = ports.documents.coverage()
      const content = contentOf(await contentNow(db, held), coverage)
      if (content.lines.length === 0 && content.sections.every(({ body }) => body === '')) throw fail('proposal_empty')
      checkLetters(coverage, {
        workspace: (await findOrganization(db, org.id))?.name,
        clientName: held.client_name,
      })
      const version = held.draft === null ? held.version : held.version + 1
      if (held.draft !== null) {
        const { text, sha256 } = canonical(content)
        await db
          .insertInto('proposal_versions')
          .values({
            ...{ org_id: org.id, proposal_id: proposalId, version, content: text, sha256 },
            ...{ sent_by: person?.id ?? null, sent_at: at },
          })
          .execute()
      }
      await changeProposal(db, held, {
        ...{ title: content.title, locale: content.locale, currency: content.currency, version, draft: null },
        ...{ status: 'sent', status_reason: null, sent_at: at, ends_at: new Date(at.getTime() + held.valid_days * dayMs) },
        token_sealed: await makeProposalLink(db, org.id, proposalId, vault),
      })
      await recordProposalEvent({ ...context, orgId: org.id }, proposalId, {
        ...{ kind: 'sent', version, at, personId: person?.id ?? null },
      })
      await enqueue(mailProposalJob, { orgId: org.id, proposalId, version, mailId: newId() })
    }
    const proposal = await showProposalOf(db, org.id, proposalId)
    if (!proposal) throw new Error('a locked proposal is missing')
    return { success: true as const, proposal }
  },
})
