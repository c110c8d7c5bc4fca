import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { tidyLine } from '#shapes/letters.ts'
import { enterAcceptance, findAcceptance } from './acceptances.ts'
import { proposalErrors } from './errors.ts'
import { recordProposalEvent } from './history.ts'
import { mailProposalAnswerJob } from './job-references.ts'
import { lockByProposalLink } from './offers.ts'
import { ProposalStatus } from './proposal-facts.ts'
import { ProposalToken } from './proposal-links.ts'
import { changeProposal, findVersion, isOpen } from './proposals.ts'

export const acceptProposal = action({
  name: 'accept-proposal',
  summary: 'Accept a proposal by its link',
  description:
    'With the options that are ticked and the name as the client types it. `version` is that of `show-offer`: what was not seen is not accepted. The same again answers the same and changes nothing; anything else after the first answer is rejected.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 20, seconds: 60 },
  input: z.object({
    token: ProposalToken,
    version: z.int().min(1),
    name: z.string().overwrite(tidyLine).trim().min(1).max(255),
    chosen: z.array(z.string().max(40)).max(50).default([]).describe('Ids of optional lines'),
  }),
  output: z.object({ success: z.literal(true), status: ProposalStatus, total_minor: z.int() }),
  errors: [
    ...[proposalErrors.proposal_link_unknown, proposalErrors.proposal_not_open, proposalErrors.proposal_changed],
    ...[proposalErrors.option_unknown, transportErrors.letter_without_font],
  ],
  examples: [
    {
      title: 'With one option',
      input: {
        ...{ token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', version: 1, name: 'Maya Rao' },
        chosen: ['care'],
      },
    },
  ],

  async run({ token, version, name, chosen }, { fail, emitIn, ...context }) {
    const { db, ports, enqueue, newId, clientAddress, agent } = context
    const { orgId, proposal } = await lockByProposalLink(context, token, fail)
    const ticked = new Set(chosen)
    const before = await findAcceptance(db, orgId, proposal.id)
    if (before) {
      const isSame = before.version === version && before.name === name && isSameSet(ticked, before.chosen)
      if (!isSame) throw fail('proposal_not_open')
      return { success: true as const, status: 'accepted' as const, total_minor: Number(before.total_minor) }
    }
    if (!isOpen(proposal, proposal.at)) throw fail('proposal_not_open')
    if (version !== proposal.version) throw fail('proposal_changed', { field: 'version' })
    const sent = await findVersion(db, orgId, proposal.id, version)
    if (!sent) throw new Error('a proposal that was sent has no version')
    const options = new Set(sent.content.lines.filter(({ choice }) => choice === 'optional').map(({ id }) => id))
    if (![...ticked].every((id) => options.has(id))) throw fail('option_unknown', { field: 'chosen' })
    checkLetters(ports.documents.coverage(), { name })
    const { totalMinor } = await enterAcceptance(db, orgId, {
      ...{ proposalId: proposal.id, version, versionSha256: sent.sha256, content: sent.content, chosen: ticked, name },
      ...{ at: proposal.at, address: clientAddress, agent },
    })
    // What was written for a next version is of no use any more.
    await changeProposal(db, proposal, { status: 'accepted', draft: null })
    await recordProposalEvent({ db, orgId, emit: (event, id, facts) => emitIn(orgId, event, id, facts) }, proposal.id, {
      kind: 'accepted',
      version,
      at: proposal.at,
      name,
    })
    await enqueue(mailProposalAnswerJob, { orgId, proposalId: proposal.id, clientMailId: newId(), senderMailId: newId() })
    return { success: true as const, status: 'accepted' as const, total_minor: totalMinor }
  },
})

const isSameSet = (some: ReadonlySet<string>, others: readonly string[]): boolean =>
  some.size === others.length && others.every((id) => some.has(id))
