import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconCheck } from '#icons'
import { DeleteTask } from '#web/desk/bin/delete-task.tsx'
import { useRecordSelection } from '#web/desk/bulk-changes/record-selection.ts'
import { SelectedRecords } from '#web/desk/bulk-changes/selected-records.tsx'
import type { Named } from '#web/desk/lists/list-cells.tsx'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import type { ListState } from '#web/desk/lists/use-list.ts'
import type { ListedRecord, Task } from '#web/wire.ts'
import type { CompletedTask } from './complete-task-window.tsx'
import { Due } from './due.tsx'
import { strings } from './strings.ts'

/** Tasks one a row; the round button before a task completes it, and the row opens its deal, contact or review. */
export const TasksTable = ({
  state,
  isDone,
  onComplete,
  empty,
}: {
  state: ListState
  isDone: boolean
  onComplete: (task: CompletedTask) => void
  empty: ReactNode
}) => {
  const selection = useRecordSelection(state)
  return (
    <>
      <ListTable
        state={state}
        label={isDone ? strings.doneOnes : strings.tasks}
        failed={strings.tasksFailed}
        name={strings.taskTitle}
        nameWidth="minmax(16rem, 3fr)"
        nameOf={({ name }) => <bdi>{name}</bdi>}
        markOf={(task) =>
          task.values.done_at === null && (
            <ActionIcon
              variant="default"
              size={24}
              radius="xl"
              aria-label={`${strings.complete}: ${task.name ?? ''}`}
              title={strings.complete}
              onClick={() => onComplete(completedTask(task))}
            >
              <IconCheck size={14} stroke={2} aria-hidden />
            </ActionIcon>
          )
        }
        linkOf={linkOf}
        actionsOf={({ id, name }) => <DeleteTask id={id} name={name ?? ''} />}
        cells={cells}
        looks={looks}
        selection={{ ...selection, labelOf: ({ name }) => name ?? '' }}
        empty={empty}
      />
      <SelectedRecords state={state} selection={selection} />
    </>
  )
}

const completedTask = ({ id, name, values: { deal } }: ListedRecord): CompletedTask => ({
  id,
  title: name ?? '',
  deal: deal as CompletedTask['deal'],
})

const named = (value: unknown): Named | null => (value ?? null) as Named | null

/** To the deal, the contact or the review that it is about. */
const linkOf = ({ values }: ListedRecord) => {
  const [deal, contact, review] = [named(values.deal), named(values.contact), named(values.review)]
  if (deal) return { to: '/deals/$dealId', params: { dealId: deal.id } } as const
  if (contact) return { to: '/contacts/$contactId', params: { contactId: contact.id } } as const
  return review && ({ to: '/reviews/$reviewId', params: { reviewId: review.id } } as const)
}

const cells: Readonly<Record<string, (task: ListedRecord) => ReactNode>> = {
  kind: ({ values: { kind } }) => strings.taskKinds[kind as Task['kind']],
  contact: ({ values }) => {
    const contact = named(values.contact)
    return (
      contact && (
        <Link to="/contacts/$contactId" params={{ contactId: contact.id }}>
          <bdi>{contact.name ?? strings.unnamed}</bdi>
        </Link>
      )
    )
  },
  owner: ({ values: { owner } }) => named(owner)?.name ?? strings.unassigned,
  due_at: ({ values: { due_at } }) => <Due task={{ due_at: due_at as string | null }} />,
}

const looks = {
  kind: { width: '7rem', isExtra: true },
  deal: { phone: 'below' },
  owner: { isExtra: true },
  done_at: { width: '7rem', phone: 'end' },
  due_at: { width: '8rem', phone: 'end' },
} as const
