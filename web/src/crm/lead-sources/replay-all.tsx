import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import type { Input, LeadSource, Output } from '#web/wire.ts'
import { strings } from './strings.ts'

type Replayed = Output<'replay-deliveries'>

interface ReplayAllProps {
  readonly source: LeadSource
  readonly which: NonNullable<Input<'replay-deliveries'>['which']>
  readonly label: string
}

/** Makes leads of all requests of a source that wait for a person in one way. */
export const ReplayAll = ({ source, which, label }: ReplayAllProps) => {
  const queries = useQueryClient()
  const replay = useMutation({
    mutationFn: async () => {
      const whole = { accepted: 0, rejected: 0, staying: 0 }
      for (let cursor: string | null = null; ; ) {
        const part: Replayed = await call('replay-deliveries', {
          ...{ leadSourceId: source.id, which },
          ...(cursor !== null && { cursor }),
        })
        whole.accepted += part.accepted
        whole.rejected += part.rejected - part.left
        whole.staying += part.left
        cursor = part.next_cursor
        if (cursor === null) return whole
      }
    },
    onSuccess: ({ accepted, rejected, staying }) => say(strings.replayed(accepted, rejected, staying)),
    onSettled: async () => {
      // Rows of a list are taken to stay as they are; these have changed, so the lists begin anew.
      queries.removeQueries({ queryKey: ['keyset', 'list-records', { kind: 'delivery' }] })
      await queries.invalidateQueries({ queryKey: ['show-lead-source'] })
    },
  })
  return (
    <>
      <ErrorNote error={replay.error} title={strings.replayFailed} />
      <Button
        variant="default"
        mt="xs"
        loading={replay.isPending}
        onClick={() => replay.mutate()}
        style={{ alignSelf: 'flex-start' }}
      >
        {label}
      </Button>
    </>
  )
}

/** The way to accept, at once, all that was rejected before its source was set up rightly, or in a burst. */
export const ReplayRejected = ({ source }: { source: LeadSource }) => (
  <Stack gap="xs" mb="md">
    <Text size="sm" fw={500}>
      {strings.replayTitle}
    </Text>
    <Text size="sm" c="dimmed">
      {strings.replayText}
    </Text>
    <ReplayAll source={source} which="rejected" label={strings.replay} />
  </Stack>
)
