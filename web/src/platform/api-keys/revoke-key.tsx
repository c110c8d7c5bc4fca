import { Button, Group, Stack, Text } from '@mantine/core'
import { useRevokeKey } from '#web/settings/api.ts'
import type { Key } from '#web/settings/shapes.ts'
import { strings } from '#web/settings/strings.ts'
import { Window } from '#web/settings/window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface RevokeKeyProps {
  of: Key
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
            {strings.keepIt}
          </Button>
          <Button
            color="red"
            loading={revokeKey.isPending}
            onClick={() => revokeKey.mutate({ keyId: key.id }, { onSuccess: onClose })}
          >
            {strings.revokeTheKey}
          </Button>
        </Group>
      </Stack>
    </Window>
  )
}
