import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Window } from '#web/ui/window.tsx'
import { strings } from './strings.ts'

/** Asks before what was written is lost: on the way to another page here, and by the browser's own question elsewhere. */
export const LeaveWindow = ({ isHeld, onSave }: { isHeld: () => boolean; onSave?: () => Promise<boolean> }) => {
  const blocker = useBlocker({ shouldBlockFn: isHeld, enableBeforeUnload: isHeld, withResolver: true })
  return (
    <Window opened={blocker.status === 'blocked'} onClose={() => blocker.reset?.()} title={strings.leaveTitle}>
      <Stack>
        <Text size="sm">{strings.leaveText}</Text>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={() => blocker.proceed?.()}>
            {strings.leaveLose}
          </Button>
          {onSave && (
            <Button
              variant="default"
              onClick={() => {
                blocker.reset?.()
                void onSave()
              }}
            >
              {strings.saveDraft}
            </Button>
          )}
          <Button data-autofocus onClick={() => blocker.reset?.()}>
            {strings.leaveStay}
          </Button>
        </Group>
      </Stack>
    </Window>
  )
}
