import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Deal } from '#web/wire.ts'
import { renewDeals, type Stage } from './api.ts'
import { strings } from './strings.ts'

interface Props {
  readonly deals: readonly Deal[]
  readonly onClose: () => void
  /** Every one of them was changed. */
  readonly onDone: () => void
}

/** One deal after the other; the first that is refused stops it, and is named. */
const useEach = (change: (deal: Deal) => Promise<unknown>) => {
  const queries = useQueryClient()
  const [refused, setRefused] = useState<Deal | null>(null)
  const all = useMutation({
    mutationFn: async (deals: readonly Deal[]) => {
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
    {opened && <AssignForm {...props} />}
  </Window>
)

const AssignForm = ({ deals, onClose, onDone }: Props) => {
  const members = useMembersByName()
  const [userId, setUserId] = useState('')
  const [reason, setReason] = useState('')
  const { all, refused } = useEach(({ id }) =>
    call('assign-deal', {
      dealId: id,
      userId: userId === '' ? null : userId,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    }),
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        all.mutate(deals, {
          onSuccess: () => {
            say(strings.dealsAssigned(deals.length))
            onDone()
          },
        })
      }}
    >
      <Stack>
        <ErrorNote error={all.error} title={refused ? strings.notAssignedThis(refused.name) : strings.notAssigned} />
        <NativeSelect
          label={strings.owner}
          value={userId}
          data={[{ value: '', label: strings.unassigned }, ...members]}
          data-autofocus
          onChange={({ currentTarget }) => setUserId(currentTarget.value)}
        />
        <TextInput
          label={strings.assignReason}
          value={reason}
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={all.isPending}>
            {strings.assign}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export const MoveDealsWindow = ({ opened, ...props }: Props & { stages: readonly Stage[]; opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.moveDeals(props.deals.length)}>
    {opened && <MoveForm {...props} />}
  </Window>
)

/** To one stage; where that is one for lost deals, with the reason of all of them. */
const MoveForm = ({ deals, stages, onClose, onDone }: Props & { stages: readonly Stage[] }) => {
  const [stageId, setStageId] = useState(stages[0]?.id ?? '')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isLost = stages.find(({ id }) => id === stageId)?.kind === 'lost'
  const { all, refused } = useEach((deal) =>
    deal.stage.id === stageId
      ? Promise.resolve()
      : call('move-deal', { dealId: deal.id, stageId, ...(isLost && { lostReason: reason.trim() }) }),
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(isLost && reason.trim() === '')
        if (isLost && reason.trim() === '') return
        all.mutate(deals, {
          onSuccess: () => {
            say(strings.dealsMoved(deals.length))
            onDone()
          },
        })
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
        {isLost && (
          <Textarea
            label={strings.lostReason}
            description={strings.lostReasonHint}
            value={reason}
            error={isMissing && reason.trim() === '' ? strings.lostReasonMissing : undefined}
            maxLength={500}
            autosize
            minRows={2}
            required
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={all.isPending}>
            {strings.move}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
