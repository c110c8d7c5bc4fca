import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { read } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { strings } from './deal-strings.ts'

const ProposalRows = lazy(() => import('./proposal-rows.tsx').then(({ ProposalRows }) => ({ default: ProposalRows })))

/** The newest proposals of a deal, and the way to the next. */
export const DealProposals = ({ dealId }: { dealId: string }) => {
  const list = useQuery(read('list-proposals', { dealId, limit: 10 }))
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
      {list.error && !proposals && <ErrorNote error={list.error} title={strings.failed} onRetry={() => void list.refetch()} />}
      {proposals?.length === 0 && <p className="dim">{strings.none}</p>}
      {proposals && proposals.length > 0 && (
        <Suspense>
          <ProposalRows proposals={proposals} />
        </Suspense>
      )}
    </Card>
  )
}
