import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Select } from '#web/ui/select.tsx'
import { ErrorNote } from './error-note.tsx'
import { strings } from './strings.ts'

/** For how many hours the old one works too. */
const overlaps = [
  { value: '1', label: strings.overlaps.hour },
  { value: '24', label: strings.overlaps.day },
  { value: '72', label: strings.overlaps.days },
  { value: '168', label: strings.overlaps.week },
]

/** Replaces a key or a secret by a new one; the old one works on for a while, so that nothing is lost on the way. */
export const RollForm = ({
  text,
  label,
  none,
  act,
  error,
  isPending,
  onRoll,
  onCancel,
}: {
  text: string
  label: string
  /** What it means that the old one does not. */
  none: string
  act: string
  error: unknown
  isPending: boolean
  onRoll: (overlapHours: number) => void
  onCancel: () => void
}) => {
  const [overlap, setOverlap] = useState('24')
  return (
    <Stack>
      <ErrorNote error={error} />
      <Text size="sm">{text}</Text>
      <Select
        label={label}
        data={[{ value: '0', label: none }, ...overlaps]}
        value={overlap}
        onChange={(value) => setOverlap(value ?? '24')}
        allowDeselect={false}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {strings.cancel}
        </Button>
        <Button loading={isPending} onClick={() => onRoll(Number(overlap))}>
          {act}
        </Button>
      </Group>
    </Stack>
  )
}
