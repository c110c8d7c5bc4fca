import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { onDay } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useDealProposals } from './api.ts'
import { standingOf } from './states.ts'
import { strings } from './strings.ts'

/** The newest proposals of a deal, and the way to the next. */
export const DealProposals = ({ dealId }: { dealId: string }) => {
  const list = useDealProposals(dealId)
  const proposals = list.data?.proposals
  return (
    <Card
      title={strings.title}
      actions={
        <Button size="xs" variant="default" component={Link} to="/proposals/new" search={{ deal: dealId } as never}>
          {strings.create}
        </Button>
      }
    >
      {list.error && !proposals && (
        <ErrorNote error={list.error} title={strings.loadFailed} onRetry={() => void list.refetch()} />
      )}
      {proposals?.length === 0 && <p className="dim">{strings.noneOfDeal}</p>}
      {proposals && proposals.length > 0 && (
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
      )}
    </Card>
  )
}
