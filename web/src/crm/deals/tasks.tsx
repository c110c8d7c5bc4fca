import { Button, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { IconCalendarOff, IconCheck, IconClockPause, IconPhone, IconPlayerTrackNext } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import { Window } from '#web/ui/window.tsx'
import { say, type Task, type TaskKind, useDealChange } from './api.ts'
import classes from './deals.module.css'
import { dueWord } from './standing.ts'
import { strings } from './strings.ts'

const marks: Readonly<Record<TaskKind, typeof IconCheck>> = {
  next_action: IconPlayerTrackNext,
  wait: IconClockPause,
  call_back: IconPhone,
}
const kinds: readonly TaskKind[] = ['next_action', 'call_back', 'wait']

/** Tasks one under the other, each with what it is about and the way to have it done. */
export const TaskList = ({ tasks, label, isOfDeal = false }: { tasks: readonly Task[]; label: string; isOfDeal?: boolean }) => {
  const [finishing, setFinishing] = useState<Task | null>(null)
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.tasks} aria-label={label} role="list">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} isOfDeal={isOfDeal} onFinish={setFinishing} />
        ))}
      </ul>
      <FinishWindow task={finishing} onClose={() => setFinishing(null)} />
    </>
  )
}

const TaskRow = ({ task, isOfDeal, onFinish }: { task: Task; isOfDeal: boolean; onFinish: (task: Task) => void }) => {
  const due = dueWord(task.due_at, useClock())
  const Icon = marks[task.kind] ?? IconCheck
  return (
    <li className={classes.task}>
      <span className={classes.taskMark} data-late={(task.done_at === null && due?.isLate) || undefined} aria-hidden>
        <Icon size={16} stroke={1.8} />
      </span>
      <div className={classes.taskBody}>
        <div className={classes.taskTitle}>
          <bdi>{task.title}</bdi>
        </div>
        <div className={classes.dim}>
          {strings.taskKinds[task.kind]}
          {!isOfDeal && task.deal && (
            <>
              {' · '}
              <Link to="/deals/$dealId" params={{ dealId: task.deal.id }} className={classes.link}>
                <bdi>{task.deal.name}</bdi>
              </Link>
            </>
          )}
          {!isOfDeal && task.contact && (
            <>
              {' · '}
              <Link to="/contacts/$contactId" params={{ contactId: task.contact.id }} className={classes.link}>
                <bdi>{task.contact.name ?? strings.unnamed}</bdi>
              </Link>
            </>
          )}
          {' · '}
          {task.assigned_name ?? strings.nobodys}
        </div>
        {task.done_at !== null && (
          <div className={classes.dim}>
            {strings.doneAt} <RelativeTime at={task.done_at} long />
            {task.outcome && (
              <>
                {' · '}
                <bdi>{task.outcome}</bdi>
              </>
            )}
          </div>
        )}
      </div>
      {task.done_at === null && (
        <>
          <span className={classes.taskDue}>
            {due && task.due_at !== null ? (
              <span title={task.due_at}>
                <Pill tone={due.isLate ? 'bad' : undefined}>{due.word}</Pill>
              </span>
            ) : (
              <Pill>{strings.noDue}</Pill>
            )}
          </span>
          <Button size="xs" variant="default" leftSection={<IconCheck size={14} aria-hidden />} onClick={() => onFinish(task)}>
            {strings.finish}
            <span className="hidden-visually">: {task.title}</span>
          </Button>
        </>
      )}
    </li>
  )
}

/** What came of it, and what is next: of an open deal one of them always is. */
const FinishWindow = ({ task, onClose }: { task: Task | null; onClose: () => void }) => (
  <Window opened={task !== null} onClose={onClose} title={strings.finishTitle}>
    {task && <FinishForm key={task.id} task={task} onClose={onClose} />}
  </Window>
)

const FinishForm = ({ task, onClose }: { task: Task; onClose: () => void }) => {
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
          say(strings.finished(task.title))
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
        <ErrorNote error={complete.error} title={strings.notFinished} />
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
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={complete.isPending}>
            {strings.finish}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A task as it is typed. */
interface TypedTask {
  readonly kind: TaskKind
  readonly title: string
  /** As a field of a browser has it: in the reader's own zone. */
  readonly due: string
}
const emptyTask: TypedTask = { kind: 'next_action', title: '', due: '' }

const asInput = ({ kind, title, due }: TypedTask) => ({
  kind,
  title: title.trim(),
  ...(due !== '' && { dueAt: new Date(due).toISOString() }),
})

const TaskFields = ({
  value,
  onChange,
  titleError,
}: {
  value: TypedTask
  onChange: (value: TypedTask) => void
  titleError: string | undefined
}) => (
  <>
    <TextInput
      label={strings.taskTitle}
      value={value.title}
      error={titleError}
      maxLength={500}
      required
      onChange={({ currentTarget }) => onChange({ ...value, title: currentTarget.value })}
    />
    <div className={classes.pair}>
      <NativeSelect
        label={strings.taskKind}
        value={value.kind}
        data={kinds.map((kind) => ({ value: kind, label: strings.taskKinds[kind] }))}
        onChange={({ currentTarget }) =>
          onChange({ ...value, kind: kinds.find((kind) => kind === currentTarget.value) ?? 'next_action' })
        }
      />
      <TextInput
        type="datetime-local"
        label={strings.taskDue}
        value={value.due}
        onChange={({ currentTarget }) => onChange({ ...value, due: currentTarget.value })}
      />
    </div>
  </>
)

/** What is next with a deal: what is open, or that nothing is, and the way to plan it. */
export const NextSteps = ({ dealId, tasks, isOpen }: { dealId: string; tasks: readonly Task[]; isOpen: boolean }) => {
  const [isAdding, setAdding] = useState(false)
  const open = tasks.filter(({ done_at }) => done_at === null)
  const done = tasks.filter(({ done_at }) => done_at !== null)
  return (
    <Stack gap="sm">
      {open.length > 0 ? (
        <TaskList tasks={open} label={strings.nextSteps} isOfDeal />
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
        <details className={classes.doneTasks}>
          <summary>{strings.doneTasks(done.length)}</summary>
          <TaskList tasks={done} label={strings.doneTasks(done.length)} isOfDeal />
        </details>
      )}
      <Window opened={isAdding} onClose={() => setAdding(false)} title={strings.addTask}>
        {isAdding && <AddForm dealId={dealId} onClose={() => setAdding(false)} />}
      </Window>
    </Stack>
  )
}

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
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {strings.plan}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
