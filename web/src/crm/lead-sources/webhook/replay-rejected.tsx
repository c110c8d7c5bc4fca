import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import type { LeadSource } from '#web/wire.ts'
import { strings } from './strings.ts'

/** The way to accept, at once, all that was rejected before its source was set up rightly. */
export const ReplayRejected = ({ source }: { source: LeadSource }) => {
  const queries = useQueryClient()
  const replay = useMutation({
    mutationFn: async () => {
      const whole = { accepted: 0, rejected: 0 }
      for (let cursor: string | null = null; ; ) {
        const part: { accepted: number; rejected: number; next_cursor: string | null } = await call('replay-deliveries', {
          leadSourceId: source.id,
          ...(cursor !== null && { cursor }),
        })
        whole.accepted += part.accepted
        whole.rejected += part.rejected
        cursor = part.next_cursor
        if (cursor === null) return whole
      }
    },
    onSuccess: ({ accepted, rejected }) => say(strings.replayed(accepted, rejected)),
    onSettled: async () => {
      queries.removeQueries({ queryKey: ['keyset', 'list-deliveries'] })
      await queries.invalidateQueries({ queryKey: ['show-lead-source'] })
    },
  })
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {strings.replayTitle}
      </Text>
      <Text size="sm" c="dimmed">
        {strings.replayText}
      </Text>
      <ErrorNote error={replay.error} title={strings.replayFailed} />
      <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate()} style={{ alignSelf: 'flex-start' }}>
        {strings.replay}
      </Button>
    </Stack>
  )
}
