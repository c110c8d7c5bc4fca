import { Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { strings } from './strings.ts'

/** Whose one deal or several are from now on, and why. */
export interface Assignment {
  readonly userId: string | null
  readonly reason?: string
}

export const AssignForm = ({
  owner,
  error,
  errorTitle,
  isPending,
  onAssign,
  onClose,
}: {
  owner: string | null
  error: unknown
  errorTitle: string
  isPending: boolean
  onAssign: (to: Assignment) => void
  onClose: () => void
}) => {
  const members = useMembersByName()
  const [userId, setUserId] = useState(owner ?? '')
  const [reason, setReason] = useState('')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onAssign({ userId: userId === '' ? null : userId, ...(reason.trim() !== '' && { reason: reason.trim() }) })
      }}
    >
      <Stack>
        <ErrorNote error={error} title={errorTitle} />
        <NativeSelect
          label={strings.owner}
          value={userId}
          data={[{ value: '', label: strings.unassigned }, ...members]}
          onChange={({ currentTarget }) => setUserId(currentTarget.value)}
        />
        <TextInput
          label={strings.assignReason}
          value={reason}
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end">
          <FormButtons submit={strings.assign} isPending={isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
