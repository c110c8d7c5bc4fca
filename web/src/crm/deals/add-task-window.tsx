import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window } from '#web/ui/window.tsx'
import { useDealChange } from './api.ts'
import { strings } from './strings.ts'
import { asInput, emptyTask, TaskFields } from './task-fields.tsx'

/** The next step of a deal. */
export const AddTaskWindow = ({ opened, dealId, onClose }: { opened: boolean; dealId: string; onClose: () => void }) => (
  <Window opened={opened} onClose={onClose} title={strings.addTask}>
    {opened && <AddForm dealId={dealId} onClose={onClose} />}
  </Window>
)

const AddForm = ({ dealId, onClose }: { dealId: string; onClose: () => void }) => {
  const [task, setTask] = useState(emptyTask)
  const [isMissing, setMissing] = useState(false)
  const add = useDealChange('add-task')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(task.title.trim() === '')
        if (task.title.trim() !== '') add.mutate({ dealId, ...asInput(task) }, { onSuccess: onClose })
      }}
    >
      <Stack>
        <ErrorNote error={add.error} title={strings.notAdded} />
        <TaskFields
          value={task}
          onChange={setTask}
          titleError={isMissing && task.title.trim() === '' ? strings.taskMissing : fieldError(add.error, 'title')}
        />
        <Group justify="flex-end">
          <FormButtons submit={strings.addTask} isPending={add.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
