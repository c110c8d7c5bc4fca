import { Button, Group, Stack, Text } from '@mantine/core'
import { ErrorNote } from '../parts/error-note.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { useRevokeKey } from './calls.ts'
import type { Key } from './shapes.ts'
import { Window } from './window.tsx'

interface RevokeKeyProps {
  of: Key
  opened: boolean
  onClose(): void
}

export const RevokeKey = ({ of: key, opened, onClose }: RevokeKeyProps) => {
  const revokeKey = useRevokeKey()
  return (
    <Window opened={opened} onClose={onClose} title={`Revoke ${key.name}?`}>
      <Stack>
        <ErrorNote error={revokeKey.error} />
        <Text size="sm">
          Whatever uses this key is refused from the next second on. This cannot be undone; to change keys without a gap, roll
          it.
        </Text>
        <Text size="sm">Last used: {key.last_used_at ? <RelativeTime at={key.last_used_at} long /> : 'never'}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button
            color="red"
            loading={revokeKey.isPending}
            onClick={() => revokeKey.mutate({ keyId: key.id }, { onSuccess: onClose })}
          >
            Revoke the key
          </Button>
        </Group>
      </Stack>
    </Window>
  )
}
