import { useNavigate, useParams } from '@tanstack/react-router'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { say } from '#web/ui/say.tsx'
import type { ProposalDetail } from '#web/wire.ts'
import { useProposal, useProposalChange } from './api.ts'
import { draftOf } from './draft.ts'
import { ProposalForm } from './proposal-form.tsx'
import { strings } from './strings.ts'

const back = { label: strings.title, to: '/proposals' } as const

/** Over what is written so far; what was sent stays as it is. */
export const EditProposalPage = () => {
  const { proposalId } = useParams({ from: '/staff/proposals/$proposalId/edit' })
  const { data, error, refetch } = useProposal(proposalId)
  return (
    <>
      <PageHeader title={data?.proposal.title ?? strings.proposal} back={back} width="form" />
      {data ? (
        <Form key={proposalId} proposal={data.proposal} />
      ) : error ? (
        <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsPending rows={5} />
      )}
    </>
  )
}

const Form = ({ proposal }: { proposal: ProposalDetail }) => {
  const navigate = useNavigate()
  const update = useProposalChange('update-proposal')
  return (
    <ProposalForm
      initial={draftOf(proposal)}
      error={update.error}
      isPending={update.isPending}
      onSave={(fields, saved) =>
        update.mutate(
          { proposalId: proposal.id, ...fields },
          {
            onSuccess: () => {
              saved()
              say(strings.saved)
              void navigate({ to: '/proposals/$proposalId', params: { proposalId: proposal.id } })
            },
          },
        )
      }
    />
  )
}
