import { useState } from 'react'
import { LaterMenu } from '#web/crm/deals/later-menu.tsx'
import { relativeTime, timeOfDay } from '#web/i18n/format.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Task } from '#web/wire.ts'
import { type Section, useHomeChange } from './api.ts'
import classes from './home.module.css'
import { HomeCard, HomeList, HomeRow } from './home-card.tsx'
import { strings } from './strings.ts'

const CompleteTaskWindow = laterWindow(() =>
  import('#web/crm/deals/complete-task-window.tsx').then(({ CompleteTaskWindow }) => CompleteTaskWindow),
)

const EditTaskWindow = laterWindow(() =>
  import('#web/crm/deals/edit-task-window.tsx').then(({ EditTaskWindow }) => EditTaskWindow),
)

/**
 * Tasks that are due today, and late ones first. A tick completes one; of a deal it asks for the next step. The row opens the task, and its
 * menu puts it off.
 */
export const TasksCard = ({ tasks }: { tasks: Section<'tasks'> }) => {
  const [completing, setCompleting] = useState<Task | null>(null)
  const [editing, setEditing] = useState<Task | null>(null)
  return (
    <HomeCard
      title={strings.tasks}
      count={strings.tasksDue(strings.upTo(tasks.count))}
      link={{ text: strings.allTasks, to: '/tasks' }}
    >
      <HomeList label={strings.tasks}>
        {tasks.rows.map((task) => (
          <TaskRow key={task.id} task={task} onComplete={setCompleting} onEdit={setEditing} />
        ))}
      </HomeList>
      <CompleteTaskWindow opened={completing !== null} task={completing} onClose={() => setCompleting(null)} />
      <EditTaskWindow opened={editing !== null} task={editing} onClose={() => setEditing(null)} />
    </HomeCard>
  )
}

const TaskRow = ({
  task,
  onComplete,
  onEdit,
}: {
  task: Task
  onComplete: (task: Task) => void
  onEdit: (task: Task) => void
}) => {
  const about = [task.deal?.name, task.contact?.name, task.company?.name].filter(Boolean).join(' · ')
  return (
    <HomeRow
      id={task.id}
      mark={<Tick task={task} onComplete={onComplete} />}
      onOpen={() => onEdit(task)}
      title={task.title}
      text={about}
      end={task.due_at && <DueTime at={task.due_at} />}
      action={<LaterMenu task={task} />}
    />
  )
}

export const placeOfTask = ({ deal, contact, company }: Pick<Task, 'deal' | 'contact' | 'company'>) =>
  deal
    ? { to: '/deals/$dealId' as const, params: { dealId: deal.id } as never }
    : contact
      ? { to: '/contacts/$contactId' as const, params: { contactId: contact.id } as never }
      : company
        ? { to: '/companies/$companyId' as const, params: { companyId: company.id } as never }
        : { to: '/tasks' as const }

const DueTime = ({ at }: { at: string }) => {
  const nowMs = useClock()
  const isLate = Date.parse(at) < nowMs
  return (
    <time dateTime={at} className={classes.tone} data-tone={isLate ? 'late' : 'soon'}>
      {isLate ? relativeTime(at, nowMs) : timeOfDay(at)}
    </time>
  )
}

export const Tick = ({ task, onComplete }: { task: Task; onComplete: (task: Task) => void }) => {
  const complete = useHomeChange('complete-task', 'tasks', 'calls', 'deals')
  const reopen = useHomeChange('reopen-task', 'tasks', 'calls', 'deals')
  const open = (): void =>
    void reopen.mutateAsync({ taskId: task.id }).then(
      () => say(strings.reopened(task.title)),
      (error: unknown) => sayFailure(error, strings.notReopened),
    )
  // The row goes with what it has done: callbacks of `mutate` would go with it.
  const done = (): void =>
    void complete.mutateAsync({ taskId: task.id }).then(
      () => say(strings.completed(task.title), open),
      (error: unknown) => sayFailure(error, strings.notCompleted),
    )
  return (
    <input
      type="checkbox"
      className={classes.tick}
      aria-label={strings.complete(task.title)}
      checked={complete.isPending || complete.isSuccess}
      disabled={complete.isPending}
      onChange={() => (task.deal ? onComplete(task) : done())}
    />
  )
}
