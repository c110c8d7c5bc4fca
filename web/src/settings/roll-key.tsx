import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '../parts/error-note.tsx'
import { useRollKey } from './calls.ts'
import { KeySecret } from './key-secret.tsx'
import type { Key, KeyWithSecret } from './shapes.ts'
import { Window } from './window.tsx'

interface RollKeyProps {
  /** Null when none is to be rolled. */
  of: Key | null
  onClose(): void
}

const overlaps = [
  { value: '0', label: 'It ends at once' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
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
      title={made ? 'The new key' : `Roll ${key?.name ?? 'the key'}`}
      wide
      held={held}
    >
      {made && <KeySecret made={made} onDone={close} />}
      {!made && key && <RollForm of={key} onMade={setMade} onCancel={close} />}
    </Window>
  )
}

const RollForm = ({ of: key, onMade, onCancel }: { of: Key; onMade(made: KeyWithSecret): void; onCancel(): void }) => {
  const [overlap, setOverlap] = useState('24')
  const rollKey = useRollKey()
  return (
    <Stack>
      <ErrorNote error={rollKey.error} />
      <Text size="sm">
        A new key with the same name, rights and limit takes over. Put it into your tool while the old one still works.
      </Text>
      <Select
        label="The old key works on for"
        data={overlaps}
        value={overlap}
        onChange={(value) => setOverlap(value ?? '24')}
        allowDeselect={false}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          loading={rollKey.isPending}
          onClick={() => rollKey.mutate({ keyId: key.id, overlapHours: Number(overlap) }, { onSuccess: onMade })}
        >
          Roll the key
        </Button>
      </Group>
    </Stack>
  )
}
