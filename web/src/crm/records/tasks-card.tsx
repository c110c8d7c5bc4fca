import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { IconCheck } from '#icons'
import { beginCreating } from '#web/shell/creating.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MoreRows } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Task } from '#web/wire.ts'
import { useDealChange, useTasks } from '../deals/api.ts'
import { Due } from '../deals/due.tsx'
import { LaterMenu } from '../deals/later-menu.tsx'
import { strings } from './strings.ts'

const EditTaskWindow = laterWindow(() => import('../deals/edit-task-window.tsx').then(({ EditTaskWindow }) => EditTaskWindow))

const CompleteTaskWindow = laterWindow(() =>
  import('../deals/complete-task-window.tsx').then(({ CompleteTaskWindow }) => CompleteTaskWindow),
)

interface Named {
  readonly id: string
  readonly name: string
}

/** The open tasks of a contact, or of a company with its people and deals: each is completed here, and opens beside the page. */
export const TasksCard = (of: { readonly contact: Named } | { readonly company: Named }) => {
  const [editing, setEditing] = useState<Task | null>(null)
  // Of a deal the next step is asked for; any other task is done at once.
  const [completing, setCompleting] = useState<Task | null>(null)
  const complete = useTicking()
  const list = useTasks('contact' in of ? { contactId: of.contact.id, limit: 10 } : { companyId: of.company.id, limit: 10 })
  const tasks = list.data?.pages.flatMap((page) => page.tasks)
  const aboutOf = (task: Task): string =>
    'company' in of ? [task.deal?.name, task.contact?.name].filter(Boolean).join(' · ') : (task.deal?.name ?? '')
  return (
    <Card title={strings.tasks} actions={<AddButton label={strings.addTask} onClick={() => beginCreating('task', of)} />}>
      {tasks?.length === 0 && <p className="dim">{strings.noTasks}</p>}
      {tasks && tasks.length > 0 && (
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
      <MoreRows list={list} />
      <CompleteTaskWindow opened={completing !== null} task={completing} onClose={() => setCompleting(null)} />
      <EditTaskWindow
        opened={editing !== null}
        // The page is that of the contact, or of the company.
        task={editing && ('contact' in of ? { ...editing, contact: null } : { ...editing, company: null })}
        onClose={() => setEditing(null)}
      />
    </Card>
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
