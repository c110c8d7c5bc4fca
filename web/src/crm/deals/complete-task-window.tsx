import { Group, Stack, Switch, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Task } from '#web/wire.ts'
import { useDealChange } from './api.ts'
import classes from './complete-task-window.module.css'
import { strings } from './strings.ts'
import { asInput, emptyTask, TaskFields } from './task-fields.tsx'

/** What is said of a task that is completed. */
export type CompletedTask = Pick<Task, 'id' | 'title' | 'deal'>

/** The outcome of a task, and the next step: an open deal always has one. */
export const CompleteTaskWindow = ({
  opened,
  task,
  onClose,
}: {
  opened: boolean
  task: CompletedTask | null
  onClose: () => void
}) => (
  <Window opened={opened} onClose={onClose} title={strings.completeTitle}>
    {task && <CompleteForm key={task.id} task={task} onClose={onClose} />}
  </Window>
)

const CompleteForm = ({ task, onClose }: { task: CompletedTask; onClose: () => void }) => {
  const [outcome, setOutcome] = useState('')
  const [hasNext, setNext] = useState(task.deal !== null)
  const [next, setNextTask] = useState(emptyTask)
  const [isMissing, setMissing] = useState(false)
  const complete = useDealChange('complete-task')
  const save = (): void => {
    const lacksTitle = hasNext && next.title.trim() === ''
    setMissing(lacksTitle)
    if (lacksTitle) return
    complete.mutate(
      {
        taskId: task.id,
        ...(outcome.trim() !== '' && { outcome: outcome.trim() }),
        ...(hasNext && { next: asInput(next) }),
      },
      {
        onSuccess: () => {
          say(strings.completed(task.title))
          onClose()
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        <ErrorNote error={complete.error} title={strings.notCompleted} />
        <p className={classes.quoted}>
          <bdi>{task.title}</bdi>
        </p>
        <Textarea
          label={strings.outcome}
          value={outcome}
          maxLength={1_000}
          autosize
          minRows={2}
          data-autofocus
          onChange={({ currentTarget }) => setOutcome(currentTarget.value)}
        />
        <Switch label={strings.planNext} checked={hasNext} onChange={({ currentTarget }) => setNext(currentTarget.checked)} />
        {hasNext && (
          <TaskFields
            value={next}
            onChange={setNextTask}
            titleError={isMissing && next.title.trim() === '' ? strings.taskMissing : fieldError(complete.error, 'next.title')}
          />
        )}
        <Group justify="flex-end">
          <FormButtons submit={strings.complete} isPending={complete.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
