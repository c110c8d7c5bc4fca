import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Window } from '#web/ui/window.tsx'
import { nameOf, useDecision, type Work } from './api.ts'
import { strings } from './strings.ts'
import { replayWords } from './work-row.tsx'

interface WindowProps {
  /** Null: closed. */
  readonly work: Work | null
  readonly onClose: () => void
}

const texts = {
  dead: strings.replayText,
  failed: strings.readText,
  waiting: strings.hurryText,
  running: strings.replayText,
  held: strings.replayText,
} as const

export const ReplayWork = ({ work: asked, onClose }: WindowProps) => {
  const work = useLast(asked)
  const replay = useDecision('replay-background-work', () => {
    say(strings.replayed)
    close()
  })
  const close = (): void => {
    replay.reset()
    onClose()
  }
  return (
    <Window opened={asked !== null} onClose={close} title={strings.replayTitle}>
      {work && (
        <Stack>
          <ErrorNote error={replay.error} />
          <Text size="sm" fw={600}>
            <bdi>{nameOf(work)}</bdi>
          </Text>
          <Text size="sm">{texts[work.state]}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button loading={replay.isPending} data-autofocus onClick={() => replay.decide({ workId: work.id })}>
              {replayWords[work.state]}
            </Button>
          </Group>
        </Stack>
      )}
    </Window>
  )
}

export const DropWork = ({ work: asked, onClose }: WindowProps) => {
  const work = useLast(asked)
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const drop = useDecision('drop-background-work', () => {
    say(strings.dropped)
    close()
  })
  const close = (): void => {
    drop.reset()
    setReason('')
    setIsMissing(false)
    onClose()
  }
  const fault = isMissing ? strings.reasonMissing : fieldError(drop.error, 'reason')
  const submit = (gone: Work): void => {
    setIsMissing(reason.trim() === '')
    if (reason.trim() === '') return
    drop.decide({ workId: gone.id, reason: reason.trim() })
  }
  return (
    <Window opened={asked !== null} onClose={close} title={strings.dropTitle}>
      {work && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit(work)
          }}
        >
          <Stack>
            {!fault && <ErrorNote error={drop.error} />}
            <Text size="sm" fw={600}>
              <bdi>{nameOf(work)}</bdi>
            </Text>
            <Text size="sm">{strings.dropText}</Text>
            <Textarea
              label={strings.reason}
              description={strings.reasonHint}
              value={reason}
              error={fault}
              maxLength={500}
              autosize
              minRows={2}
              data-autofocus
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {strings.keep}
              </Button>
              <Button type="submit" color="red" loading={drop.isPending}>
                {strings.dropIt}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Window>
  )
}

/** What a window is about, while it closes too. */
const useLast = (work: Work | null): Work | null => {
  const [last, setLast] = useState(work)
  if (work && work !== last) setLast(work)
  return work ?? last
}

const say = (message: string): void => void notifications.show({ message, closeButtonProps: { 'aria-label': strings.close } })
