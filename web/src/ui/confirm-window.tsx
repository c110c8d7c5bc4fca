import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ErrorNote, fieldError } from './error-note.tsx'
import { strings } from './strings.ts'
import { Window } from './window.tsx'

interface ConfirmWindowProps {
  opened: boolean
  title: string
  /** Which one: its name. */
  about?: ReactNode
  /** What follows from it. */
  text?: ReactNode
  confirm: string
  cancel?: string
  /** It cannot be undone: a red button, and the focus on the other one. */
  isFinal?: boolean
  /** Asked for where it is kept with the decision. `field` is its name on the wire. */
  reason?: { label: string; hint?: string; missing: string; field?: string }
  isPending: boolean
  error: unknown
  onConfirm: (reason: string) => void
  onClose: () => void
  children?: ReactNode
}

/** Asks before something is done, with the reason where one is kept. */
export const ConfirmWindow = ({ opened, title, onClose, ...props }: ConfirmWindowProps) => (
  <Window opened={opened} onClose={onClose} title={title}>
    {/* Within the window, so that each time begins with an empty reason. */}
    <Question {...props} onClose={onClose} />
  </Window>
)

const Question = ({
  about,
  text,
  confirm,
  cancel = strings.cancel,
  isFinal = false,
  reason,
  isPending,
  error,
  onConfirm,
  onClose,
  children,
}: Omit<ConfirmWindowProps, 'opened' | 'title'>) => {
  const [written, setWritten] = useState('')
  const [isMissing, setMissing] = useState(false)
  const fault = reason && (isMissing && written.trim() === '' ? reason.missing : fieldError(error, reason.field ?? 'reason'))
  const submit = (): void => {
    setMissing(written.trim() === '')
    if (reason && written.trim() === '') return
    onConfirm(written.trim())
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) submit()
      }}
    >
      <Stack>
        {!fault && <ErrorNote error={error} />}
        {about && (
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{about}</bdi>
          </Text>
        )}
        {text && <Text size="sm">{text}</Text>}
        {children}
        {reason && (
          <Textarea
            label={reason.label}
            {...(reason.hint && { description: reason.hint })}
            value={written}
            error={fault}
            autosize
            minRows={2}
            maxLength={500}
            required
            data-autofocus
            onChange={({ currentTarget }) => setWritten(currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} {...(!reason && isFinal && { 'data-autofocus': true })}>
            {cancel}
          </Button>
          <Button
            type="submit"
            loading={isPending}
            {...(isFinal && { color: 'red' })}
            {...(!reason && !isFinal && { 'data-autofocus': true })}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
