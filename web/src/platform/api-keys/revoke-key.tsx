import { Button, Group, Stack, Text } from '@mantine/core'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Window } from '#web/ui/window.tsx'
import type { ApiKey } from '#web/wire.ts'
import { useRevokeKey } from './api.ts'
import { strings } from './strings.ts'

interface RevokeKeyProps {
  of: ApiKey
  opened: boolean
  onClose(): void
}

export const RevokeKey = ({ of: key, opened, onClose }: RevokeKeyProps) => {
  const revokeKey = useRevokeKey()
  return (
    <Window opened={opened} onClose={onClose} title={strings.revokeTitle(key.name)}>
      <Stack>
        <ErrorNote error={revokeKey.error} />
        <Text size="sm">{strings.revokeText}</Text>
        <Text size="sm">
          {strings.lastUsed}: {key.last_used_at ? <RelativeTime at={key.last_used_at} long /> : strings.never}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {strings.keepKey}
          </Button>
          <Button
            color="red"
            loading={revokeKey.isPending}
            onClick={() => revokeKey.mutate({ keyId: key.id }, { onSuccess: onClose })}
          >
            {strings.revokeKey}
          </Button>
        </Group>
      </Stack>
    </Window>
  )
}
