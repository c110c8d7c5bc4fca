import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Window } from '#web/ui/window.tsx'
import type { ApiKey } from '#web/wire.ts'
import type { KeyWithSecret } from './api.ts'
import { useRollKey } from './api.ts'
import { KeySecret } from './key-secret.tsx'
import { strings } from './strings.ts'

interface RollKeyProps {
  /** Null when none is to be rolled. */
  of: ApiKey | null
  onClose(): void
}

const overlaps = [
  { value: '0', label: strings.overlaps.none },
  { value: '1', label: strings.overlaps.hour },
  { value: '24', label: strings.overlaps.day },
  { value: '72', label: strings.overlaps.days },
  { value: '168', label: strings.overlaps.week },
]

/** Replaces a key by a new one; the old one works on for a while, so that nothing is lost on the way. */
export const RollKey = ({ of: key, onClose }: RollKeyProps) => {
  const [made, setMade] = useState<KeyWithSecret | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  const held = made !== null
  return (
    <Window
      opened={key !== null}
      onClose={close}
      title={made ? strings.theNewKey : key ? strings.rollTitle(key.name) : strings.rollKey}
      wide
      held={held}
    >
      {made && <KeySecret made={made} onDone={close} />}
      {!made && key && <RollForm of={key} onMade={setMade} onCancel={close} />}
    </Window>
  )
}

const RollForm = ({ of: key, onMade, onCancel }: { of: ApiKey; onMade(made: KeyWithSecret): void; onCancel(): void }) => {
  const [overlap, setOverlap] = useState('24')
  const rollKey = useRollKey()
  return (
    <Stack>
      <ErrorNote error={rollKey.error} />
      <Text size="sm">{strings.rollText}</Text>
      <Select
        label={strings.overlap}
        data={overlaps}
        value={overlap}
        onChange={(value) => setOverlap(value ?? '24')}
        allowDeselect={false}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {strings.cancel}
        </Button>
        <Button
          loading={rollKey.isPending}
          onClick={() => rollKey.mutate({ keyId: key.id, overlapHours: Number(overlap) }, { onSuccess: onMade })}
        >
          {strings.rollKey}
        </Button>
      </Group>
    </Stack>
  )
}
