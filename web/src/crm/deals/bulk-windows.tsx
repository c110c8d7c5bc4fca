import { Group, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Deal } from '#web/wire.ts'
import { renewDeals, type Stage } from './api.ts'
import { AssignForm } from './assign-form.tsx'
import { LostReason, useLostReason } from './lost-reason.tsx'
import { strings } from './strings.ts'

/** What of a deal is needed to change several at once. */
export type ChosenDeal = Pick<Deal, 'id' | 'name'> & { readonly stage: Pick<Deal['stage'], 'id'> }

interface Props {
  readonly deals: readonly ChosenDeal[]
  readonly onClose: () => void
  /** Every one of them was changed. */
  readonly onDone: () => void
}

/** One deal after the other; the first that is refused stops it, and is named. */
const useEach = () => {
  const queries = useQueryClient()
  const [refused, setRefused] = useState<ChosenDeal | null>(null)
  const all = useMutation({
    mutationFn: async ({ deals, change }: { deals: readonly ChosenDeal[]; change: (deal: ChosenDeal) => Promise<unknown> }) => {
      setRefused(null)
      for (const deal of deals)
        await change(deal).catch((error: unknown) => {
          setRefused(deal)
          throw error
        })
    },
    onSettled: () => renewDeals(queries),
  })
  return { all, refused }
}

export const AssignDealsWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.assignDeals(props.deals.length)}>
    <AssignDeals {...props} />
  </Window>
)

const AssignDeals = ({ deals, onClose, onDone }: Props) => {
  const { all, refused } = useEach()
  return (
    <AssignForm
      owner={null}
      error={all.error}
      errorTitle={refused ? strings.notAssignedThis(refused.name) : strings.notAssigned}
      isPending={all.isPending}
      onAssign={(to) =>
        all.mutate(
          { deals, change: ({ id }) => call('assign-deal', { dealId: id, ...to }) },
          {
            onSuccess: () => {
              say(strings.dealsAssigned(deals.length))
              onDone()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

export const MoveDealsWindow = ({ opened, ...props }: Props & { stages: readonly Stage[]; opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.moveDeals(props.deals.length)}>
    <MoveForm {...props} />
  </Window>
)

/** To one stage; where that is one for lost deals, with the reason of all of them. */
const MoveForm = ({ deals, stages, onClose, onDone }: Props & { stages: readonly Stage[] }) => {
  const [stageId, setStageId] = useState(stages[0]?.id ?? '')
  const lost = useLostReason()
  const isLost = stages.find(({ id }) => id === stageId)?.kind === 'lost'
  const { all, refused } = useEach()
  const move = async (deal: ChosenDeal): Promise<void> => {
    if (deal.stage.id === stageId) return
    await call('move-deal', { dealId: deal.id, stageId, ...(isLost && { lostReason: lost.reason }) })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isLost && !lost.check()) return
        all.mutate(
          { deals, change: move },
          {
            onSuccess: () => {
              say(strings.dealsMoved(deals.length))
              onDone()
            },
          },
        )
      }}
    >
      <Stack>
        <ErrorNote error={all.error} title={strings.notMoved(refused?.name ?? '')} />
        <NativeSelect
          label={strings.stage}
          value={stageId}
          data={stages.map(({ id, name }) => ({ value: id, label: name }))}
          data-autofocus
          onChange={({ currentTarget }) => setStageId(currentTarget.value)}
        />
        {isLost && <LostReason field={lost.field} />}
        <Group justify="flex-end">
          <FormButtons submit={strings.move} isPending={all.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
