import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconCheck } from '#icons'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Task } from '#web/wire.ts'
import { Due } from './due.tsx'
import { strings } from './strings.ts'

/** Tasks one a row; the round button before a task completes it, and the row opens its deal, contact or review. */
export const TasksTable = ({
  tasks,
  isDone,
  withOwner,
  onComplete,
}: {
  tasks: readonly Task[]
  isDone: boolean
  withOwner: boolean
  onComplete: (task: Task) => void
}) => (
  <DataTable
    label={isDone ? strings.doneOnes : strings.tasks}
    rows={tasks}
    idOf={({ id }) => id}
    name={strings.taskTitle}
    nameOf={({ title }) => <bdi>{title}</bdi>}
    markOf={(task) =>
      task.done_at === null && (
        <ActionIcon
          variant="default"
          size={24}
          radius="xl"
          aria-label={`${strings.complete}: ${task.title}`}
          title={strings.complete}
          onClick={() => onComplete(task)}
        >
          <IconCheck size={14} stroke={2} aria-hidden />
        </ActionIcon>
      )
    }
    linkOf={linkOf}
    columns={[
      { key: 'kind', name: strings.taskKind, cell: ({ kind }) => strings.taskKinds[kind], width: '7rem', isExtra: true },
      {
        key: 'deal',
        name: strings.deal,
        cell: ({ deal }) => <bdi>{deal?.name}</bdi>,
        phone: 'below',
      },
      {
        key: 'contact',
        name: strings.person,
        cell: ({ contact }) =>
          contact && (
            <Link to="/contacts/$contactId" params={{ contactId: contact.id }}>
              <bdi>{contact.name ?? strings.unnamed}</bdi>
            </Link>
          ),
      },
      ...(withOwner ? [owner] : []),
      isDone ? outcome : due,
      ...(isDone ? [doneAt] : []),
    ]}
  />
)

/** To the deal, the contact or the review that it is about. */
const linkOf = ({ deal, contact, cause: { review_id: reviewId } }: Task) => {
  if (deal) return { to: '/deals/$dealId', params: { dealId: deal.id } } as const
  if (contact) return { to: '/contacts/$contactId', params: { contactId: contact.id } } as const
  return typeof reviewId === 'string' ? ({ to: '/reviews/$reviewId', params: { reviewId } } as const) : null
}

const owner: Column<Task> = {
  key: 'owner',
  name: strings.owner,
  cell: ({ assigned_name }) => assigned_name ?? strings.unassigned,
  isExtra: true,
}

const outcome: Column<Task> = { key: 'outcome', name: strings.outcomeColumn, cell: ({ outcome }) => <bdi>{outcome}</bdi> }

const doneAt: Column<Task> = {
  key: 'done',
  name: strings.doneAt,
  cell: ({ done_at }) => done_at !== null && <RelativeTime at={done_at} />,
  width: '7rem',
  atEnd: true,
  phone: 'end',
}

const due: Column<Task> = {
  key: 'due',
  name: strings.due,
  cell: (task) => <Due task={task} />,
  width: '11rem',
  atEnd: true,
  phone: 'end',
}
