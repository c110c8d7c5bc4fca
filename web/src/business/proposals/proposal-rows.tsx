import { onDay } from '#web/i18n/format.ts'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Proposal } from '#web/wire.ts'
import { standingOf } from './states.ts'

/** Proposals of a deal, and how it stands with each. */
export const ProposalRows = ({ proposals }: { proposals: readonly Proposal[] }) => (
  <LinkRows>
    {proposals.map((proposal) => {
      const { tone, word } = standingOf(proposal)
      return (
        <LinkRow
          key={proposal.id}
          link={{ to: '/proposals/$proposalId', params: { proposalId: proposal.id } }}
          pill={<Pill tone={tone}>{word}</Pill>}
          end={onDay(proposal.created_at)}
        >
          <bdi>{proposal.title}</bdi>
        </LinkRow>
      )
    })}
  </LinkRows>
)
