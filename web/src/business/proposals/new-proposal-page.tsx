import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DealField, NoContactNote } from '#web/business/documents/deal-field.tsx'
import { read } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { say } from '#web/ui/say.tsx'
import type { Deal } from '#web/wire.ts'
import { useProposalChange } from './api.ts'
import { emptyDraft } from './draft.ts'
import { ProposalForm } from './proposal-form.tsx'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/proposals/new')
const back = { label: strings.title, to: '/proposals' } as const

/** A proposal that is not there yet: for a deal that is given, or chosen first. */
export const NewProposalPage = () => {
  const { deal: given } = route.useSearch()
  const [chosen, setChosen] = useState<string | undefined>(given)
  const deal = useQuery({ ...read('show-deal', { dealId: chosen ?? '' }), enabled: chosen !== undefined })
  return (
    <>
      <PageHeader title={strings.newTitle} back={back} width="form" />
      {deal.error ? (
        <ErrorNote error={deal.error} title={strings.oneFailed} />
      ) : deal.data?.deal.contact === null ? (
        <FormPage>
          <NoContactNote dealId={deal.data.deal.id} />
        </FormPage>
      ) : deal.data ? (
        <Form key={deal.data.deal.id} deal={deal.data.deal} />
      ) : chosen === undefined ? (
        <FormPage>
          <Part title={strings.deal}>
            <DealField onChoose={setChosen} />
          </Part>
        </FormPage>
      ) : (
        <RowsPending rows={5} />
      )}
    </>
  )
}

const Form = ({ deal }: { deal: Deal }) => {
  const navigate = useNavigate()
  const create = useProposalChange('create-proposal')
  return (
    <ProposalForm
      initial={{
        ...emptyDraft(),
        ...{ title: deal.name.slice(0, 255), clientName: deal.contact?.name ?? '', clientEmail: deal.contact?.email ?? '' },
        ...(deal.currency !== null && { currency: deal.currency }),
      }}
      error={create.error}
      isPending={create.isPending}
      above={
        <Text size="sm" c="dimmed">
          {strings.deal}: <bdi>{deal.name}</bdi>
        </Text>
      }
      onSave={(fields, saved) =>
        create.mutate(
          { dealId: deal.id, ...fields },
          {
            onSuccess: ({ proposal }) => {
              saved()
              say(strings.saved)
              void navigate({ to: '/proposals/$proposalId', params: { proposalId: proposal.id }, replace: true })
            },
          },
        )
      }
    />
  )
}
