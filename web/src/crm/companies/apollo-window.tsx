import { Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '#web/gateway.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { say } from '#web/ui/say.tsx'
import type { Company } from '#web/wire.ts'
import { strings } from './strings.ts'

interface ApolloWindowProps {
  company: Company
  opened: boolean
  onClose(): void
}

/** Names the cost, and asks Apollo. */
export const ApolloWindow = ({ company, opened, onClose }: ApolloWindowProps) => {
  const queries = useQueryClient()
  const { data } = useQuery({ ...read('show-prospecting', {}), enabled: opened })
  const [again, setAgain] = useState(false)
  const [isUnknown, setUnknown] = useState(false)
  const enrich = useMutation({
    mutationFn: () => call('enrich-company', { companyId: company.id, again }),
    onSuccess: ({ state, credits }) => {
      setUnknown(state === 'unknown')
      if (state === 'unknown') return
      say(state === 'found' ? strings.apolloFound(credits) : strings.apolloStates[state])
      onClose()
    },
    onSettled: () =>
      Promise.all([['show-company'], ['show-prospecting']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  return (
    <ConfirmWindow
      opened={opened}
      title={strings.apolloTitle}
      about={<bdi>{company.name}</bdi>}
      text={
        <>
          {strings.apolloText} {data && strings.apolloBudget(data.budget.left)}
        </>
      }
      confirm={strings.apolloConfirm}
      isPending={enrich.isPending}
      error={enrich.error}
      onConfirm={() => enrich.mutate()}
      onClose={onClose}
    >
      {isUnknown && (
        <Checkbox
          label={strings.apolloAgain}
          description={strings.apolloAgainHint}
          checked={again}
          onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
        />
      )}
    </ConfirmWindow>
  )
}
