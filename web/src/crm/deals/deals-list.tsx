import type { ReactNode } from 'react'
import { useRecordSelection } from '#web/desk/bulk-changes/record-selection.ts'
import { SelectedRecords } from '#web/desk/bulk-changes/selected-records.tsx'
import { ListTools } from '#web/desk/lists/list-bar.tsx'
import type { Named } from '#web/desk/lists/list-cells.tsx'
import { ListExport } from '#web/desk/lists/list-export.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import { type ListOf, useList } from '#web/desk/lists/use-list.ts'
import { ViewActions, ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Deal, ListCondition, ListedRecord } from '#web/wire.ts'
import { NextStep, ReplyDue } from './deal-marks.tsx'
import classes from './deals-list.module.css'
import { strings } from './strings.ts'

const stageTones = { open: 'accent', won: 'good', lost: 'bad' } as const

const along = ['state', 'stage', 'next_task', 'reply_due_at', 'replied_at', 'lost_reason', 'company', 'contact']

const dealsOf = (base: readonly ListCondition[]): ListOf => ({
  kind: 'deal',
  usual: ['contact', 'company', 'stage', 'owner', 'next_task', 'close_on', 'value', 'created_at'],
  along,
  names: { created_at: strings.createdAt, value: strings.valueColumn, next_task: strings.nextSteps },
  order: '-created_at',
  base,
  isReadWhole: true,
})

/** Deals one a row; several of them are changed at once. */
export const DealsList = ({
  search,
  base,
  onSearch,
  empty,
}: {
  search: ListSearch
  /** What the board is narrowed to as well. */
  base: readonly ListCondition[]
  onSearch: (search: ListSearch) => void
  /** In place of the table where no deal is found. */
  empty: ReactNode
}) => {
  const state = useList(dealsOf(base), search, onSearch)
  const selection = useRecordSelection(state)
  return (
    <>
      <div className={classes.tools}>
        {state.views.length > 0 && <ViewTabs state={state} />}
        <ListTools state={state}>
          <ListExport state={state} />
          <ViewActions state={state} />
        </ListTools>
      </div>
      <ListTable
        state={state}
        label={strings.list}
        failed={strings.listFailed}
        name={strings.deal}
        nameOf={({ name }) => <bdi>{name}</bdi>}
        nameField="name"
        linkOf={({ id }) => ({ to: '/deals/$dealId', params: { dealId: id } })}
        cells={cells}
        looks={looks}
        selection={{ ...selection, labelOf: ({ name }) => name ?? '' }}
        empty={empty}
      />
      <SelectedRecords state={state} selection={selection} />
    </>
  )
}

const marked = ({ values }: ListedRecord) => {
  const task = values.next_task as (Named & { readonly due_at: string | null }) | null
  return {
    state: values.state as Deal['state'],
    lost_reason: values.lost_reason as string | null,
    response: { due_at: values.reply_due_at as string | null, responded_at: values.replied_at as string | null },
    next_task: task && { title: task.name ?? '', due_at: task.due_at },
  }
}

const cells: Readonly<Record<string, (deal: ListedRecord) => ReactNode>> = {
  contact: ({ values: { contact, company } }) => {
    const person = contact as Named | null
    return <bdi>{person ? (person.name ?? strings.unnamed) : ((company as string | null) ?? strings.noContact)}</bdi>
  },
  stage: ({ values }) => {
    const stage = values.stage as Named & { readonly kind: keyof typeof stageTones }
    return (
      <Pill tone={stageTones[stage.kind]}>
        <bdi>{stage.name}</bdi>
      </Pill>
    )
  },
  next_task: (deal) => (
    <ReplyDue deal={marked(deal)}>
      <NextStep deal={marked(deal)} />
    </ReplyDue>
  ),
}

/** Names keep room for some letters where all columns stand on a desk of 1,280 pixels: what has a fixed width gives way. */
const looks = {
  contact: { phone: 'below', width: 'minmax(4.5rem, 1fr)' },
  company: { isExtra: true, width: 'minmax(4.5rem, 1fr)' },
  stage: { width: '8rem', phone: 'belowEnd' },
  owner: { width: '7.5rem' },
  next_task: { width: 'minmax(4.5rem, 1.4fr)', isExtra: true },
  close_on: { isExtra: true, width: '7rem' },
  value: { width: '7rem', phone: 'end' },
  created_at: { width: '6rem' },
} as const
