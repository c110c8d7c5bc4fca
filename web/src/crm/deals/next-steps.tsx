import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { IconCalendarOff, IconCheck, IconClockPause, IconPhone, IconPlayerTrackNext } from '#icons'
import { taskOutcome } from '#web/i18n/server-messages.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import type { Task, TaskKind } from '#web/wire.ts'
import { Due } from './due.tsx'
import { Folded } from './folded.tsx'
import { LaterMenu } from './later-menu.tsx'
import classes from './next-steps.module.css'
import { dueWord } from './standing.ts'
import { strings } from './strings.ts'

const AddTaskWindow = laterWindow(() => import('./add-task-window.tsx').then(({ AddTaskWindow }) => AddTaskWindow))

const CompleteTaskWindow = laterWindow(() =>
  import('./complete-task-window.tsx').then(({ CompleteTaskWindow }) => CompleteTaskWindow),
)

const EditTaskWindow = laterWindow(() => import('./edit-task-window.tsx').then(({ EditTaskWindow }) => EditTaskWindow))

const marks: Readonly<Record<TaskKind, typeof IconCheck>> = {
  next_action: IconPlayerTrackNext,
  wait: IconClockPause,
  call_back: IconPhone,
}
/** The open tasks of a deal, or that there is none, and the way to add one. */
export const NextSteps = ({ dealId, tasks, isOpen }: { dealId: string; tasks: readonly Task[]; isOpen: boolean }) => {
  const [isAdding, setAdding] = useState(false)
  const open = tasks.filter(({ done_at }) => done_at === null)
  const done = tasks.filter(({ done_at }) => done_at !== null)
  return (
    <Stack gap="sm">
      {open.length > 0 ? (
        <TaskList tasks={open} label={strings.nextSteps} />
      ) : (
        isOpen && (
          <p className={classes.raised}>
            <IconCalendarOff size={16} aria-hidden />
            {strings.nothingNextText}
          </p>
        )
      )}
      <div>
        <Button size="xs" variant="default" onClick={() => setAdding(true)}>
          {strings.addTask}
        </Button>
      </div>
      {done.length > 0 && (
        <Folded summary={strings.doneTasks(done.length)}>
          <TaskList tasks={done} label={strings.doneTasks(done.length)} />
        </Folded>
      )}
      <AddTaskWindow opened={isAdding} dealId={dealId} onClose={() => setAdding(false)} />
    </Stack>
  )
}

const TaskList = ({ tasks, label }: { tasks: readonly Task[]; label: string }) => {
  const [completing, setCompleting] = useState<Task | null>(null)
  const [editing, setEditing] = useState<Task | null>(null)
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.tasks} aria-label={label} role="list">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} onComplete={setCompleting} onEdit={setEditing} />
        ))}
      </ul>
      <CompleteTaskWindow opened={completing !== null} task={completing} onClose={() => setCompleting(null)} />
      <EditTaskWindow
        opened={editing !== null}
        // The page is that of the deal.
        task={editing && { ...editing, deal: null }}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

interface TaskRowProps {
  task: Task
  onComplete: (task: Task) => void
  onEdit: (task: Task) => void
}

const TaskRow = ({ task, onComplete, onEdit }: TaskRowProps) => {
  const due = dueWord(task.due_at, useClock())
  const Icon = marks[task.kind] ?? IconCheck
  return (
    <li className={classes.task}>
      <span className={classes.taskMark} data-late={(task.done_at === null && due?.isLate) || undefined} aria-hidden>
        <Icon size={16} stroke={1.8} />
      </span>
      <div className={classes.taskBody}>
        <div className={classes.taskTitle}>
          {task.done_at === null ? (
            <button
              type="button"
              className={classes.open}
              aria-label={strings.openTask(task.title)}
              onClick={() => onEdit(task)}
            >
              <bdi>{task.title}</bdi>
            </button>
          ) : (
            <bdi>{task.title}</bdi>
          )}
        </div>
        <div className="dim">
          {strings.taskKinds[task.kind]}
          {' · '}
          {task.assigned_name ?? strings.unassigned}
        </div>
        {task.done_at !== null && (
          <div className="dim">
            {strings.doneAt} <RelativeTime at={task.done_at} long />
            {task.outcome && (
              <>
                {' · '}
                <bdi>{taskOutcome(task.outcome)}</bdi>
              </>
            )}
          </div>
        )}
      </div>
      {task.done_at === null && (
        <>
          <Due task={task} />
          <LaterMenu task={task} />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCheck size={14} aria-hidden />}
            aria-label={strings.completeThis(task.title)}
            onClick={() => onComplete(task)}
          >
            {strings.complete}
          </Button>
        </>
      )}
    </li>
  )
}
