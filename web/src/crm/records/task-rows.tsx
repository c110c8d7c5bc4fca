import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { IconCheck } from '#icons'
import { laterWindow } from '#web/ui/later-window.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Task } from '#web/wire.ts'
import { useDealChange } from '../deals/api.ts'
import { Due } from '../deals/due.tsx'
import { LaterMenu } from '../deals/later-menu.tsx'
import { strings } from './strings.ts'

const EditTaskWindow = laterWindow(() => import('../deals/edit-task-window.tsx').then(({ EditTaskWindow }) => EditTaskWindow))

const CompleteTaskWindow = laterWindow(() =>
  import('../deals/complete-task-window.tsx').then(({ CompleteTaskWindow }) => CompleteTaskWindow),
)

/** Open tasks in the card of a record: each is completed in place, put off, or opened beside the page. */
export const TaskRows = ({ tasks, of }: { tasks: readonly Task[]; of: 'contact' | 'company' }) => {
  const [editing, setEditing] = useState<Task | null>(null)
  // Of a deal the next step is asked for; any other task is done at once.
  const [completing, setCompleting] = useState<Task | null>(null)
  const complete = useTicking()
  const aboutOf = (task: Task): string =>
    of === 'company' ? [task.deal?.name, task.contact?.name].filter(Boolean).join(' · ') : (task.deal?.name ?? '')
  return (
    <>
      {tasks.length > 0 && (
        <LinkRows>
          {tasks.map((task) => (
            <LinkRow
              key={task.id}
              onOpen={() => setEditing(task)}
              mark={<Tick task={task} onTick={(ticked) => (ticked.deal ? setCompleting(ticked) : complete(ticked))} />}
              end={<Due task={task} />}
              action={<LaterMenu task={task} />}
            >
              <bdi>{task.title}</bdi>
              {aboutOf(task) !== '' && (
                <span className="dim">
                  {' · '}
                  <bdi>{aboutOf(task)}</bdi>
                </span>
              )}
            </LinkRow>
          ))}
        </LinkRows>
      )}
      <CompleteTaskWindow opened={completing !== null} task={completing} onClose={() => setCompleting(null)} />
      <EditTaskWindow
        opened={editing !== null}
        // The page is that of the contact, or of the company.
        task={editing && (of === 'contact' ? { ...editing, contact: null } : { ...editing, company: null })}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

/**
 * Completes a task and offers to open it again. Of the card, and not of its row: that goes as soon as the task is done, and with it what
 * would be said of it.
 */
const useTicking = (): ((task: Task) => void) => {
  const complete = useDealChange('complete-task')
  const reopen = useDealChange('reopen-task')
  return ({ id: taskId, title }) =>
    void complete.mutateAsync({ taskId }).then(
      () => say(strings.taskCompleted(title), () => void reopen.mutateAsync({ taskId }).catch((error) => sayFailure(error))),
      (error) => sayFailure(error, strings.taskNotCompleted),
    )
}

const Tick = ({ task, onTick }: { task: Task; onTick: (task: Task) => void }) => (
  <ActionIcon
    variant="default"
    size={24}
    radius="xl"
    aria-label={strings.completeTask(task.title)}
    onClick={() => onTick(task)}
  >
    <IconCheck size={14} stroke={2} aria-hidden />
  </ActionIcon>
)
