import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconArrowsMove, IconUserCheck } from '#icons'
import { money } from '#web/i18n/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Selection, useSelection } from '#web/ui/use-selection.ts'
import type { Deal, Input } from '#web/wire.ts'
import { type Stage, useDeals } from './api.ts'
import { NextStep, ReplyDue } from './deal-marks.tsx'
import classes from './deals-list.module.css'
import type { DealOrder } from './deals-search.ts'
import { clientOf } from './standing.ts'
import { strings } from './strings.ts'

const AssignDealsWindow = laterWindow(() => import('./bulk-windows.tsx').then(({ AssignDealsWindow }) => AssignDealsWindow))
const MoveDealsWindow = laterWindow(() => import('./bulk-windows.tsx').then(({ MoveDealsWindow }) => MoveDealsWindow))

const stageTones = { open: 'accent', won: 'good', lost: 'bad' } as const

const columns: readonly Column<Deal>[] = [
  { key: 'contact', name: strings.person, cell: (deal) => <bdi>{clientOf(deal)}</bdi>, phone: 'below' },
  {
    key: 'company',
    name: strings.company,
    cell: ({ company, business_name }) => <bdi>{company?.name ?? business_name}</bdi>,
    isExtra: true,
  },
  {
    key: 'stage',
    name: strings.stage,
    cell: ({ stage }) => (
      <Pill tone={stageTones[stage.kind]}>
        <bdi>{stage.name}</bdi>
      </Pill>
    ),
    width: '9rem',
    phone: 'belowEnd',
  },
  {
    key: 'owner',
    name: strings.owner,
    cell: ({ assigned_to, assigned_name }) =>
      assigned_to === null ? (
        strings.unassigned
      ) : (
        <span className={classes.owner}>
          <Avatar name={assigned_name ?? strings.formerMember} size="1.25rem" />
          <bdi>{assigned_name ?? strings.formerMember}</bdi>
        </span>
      ),
    width: '9rem',
  },
  {
    key: 'next',
    name: strings.nextSteps,
    cell: (deal) => <ReplyDue deal={deal}>{<NextStep deal={deal} />}</ReplyDue>,
    width: 'minmax(0, 1.4fr)',
    isExtra: true,
  },
  {
    key: 'value',
    name: strings.valueColumn,
    cell: ({ value_minor, currency }) => value_minor !== null && currency !== null && money(value_minor, currency),
    width: '8rem',
    atEnd: true,
    phone: 'end',
    sort: { field: 'value_minor', greatestFirst: true },
  },
  {
    key: 'created',
    name: strings.createdAt,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
    width: '6.5rem',
    atEnd: true,
    sort: { field: 'created_at', greatestFirst: true },
  },
]

/** Deals one a row; several of them are assigned or moved at once. */
export const DealsList = ({
  filter,
  order,
  onSort,
  stages,
  empty,
}: {
  filter: Omit<Input<'list-deals'>, 'cursor' | 'limit' | 'order'>
  order: DealOrder | undefined
  onSort: (order: string) => void
  stages: readonly Stage[]
  /** In place of the table where no deal is found. */
  empty: React.ReactNode
}) => {
  const list = useDeals({ ...filter, ...(order && { order }), limit: 50 })
  const deals = list.data?.pages.flatMap((page) => page.deals)
  const selection = useSelection(deals?.map(({ id }) => id) ?? [])
  if (!deals)
    return list.error ? (
      <ErrorNote error={list.error} title={strings.listFailed} onRetry={() => void list.refetch()} />
    ) : (
      <TablePending />
    )
  if (deals.length === 0) return empty
  return (
    <>
      <DataTable
        label={strings.list}
        rows={deals}
        idOf={({ id }) => id}
        name={strings.deal}
        nameOf={({ name }) => <bdi>{name}</bdi>}
        nameSort={{ field: 'name' }}
        sorting={{ order: order ?? '-created_at', onSort }}
        linkOf={({ id }) => ({ to: '/deals/$dealId', params: { dealId: id } })}
        columns={columns}
        selection={{ ...selection, labelOf: ({ name }) => name }}
      />
      <OlderRows
        list={{
          rows: deals,
          hasOlder: list.hasNextPage,
          isLoadingOlder: list.isFetchingNextPage,
          olderError: list.isFetchNextPageError ? list.error : null,
          loadOlder: () => void list.fetchNextPage(),
        }}
      />
      <Bulk deals={deals.filter(({ id }) => selection.chosen.has(id))} stages={stages} selection={selection} />
    </>
  )
}

const Bulk = ({ deals, stages, selection }: { deals: readonly Deal[]; stages: readonly Stage[]; selection: Selection }) => {
  const [open, setOpen] = useState<'assign' | 'move' | null>(null)
  const close = (): void => setOpen(null)
  const done = (): void => {
    close()
    selection.setAll([])
  }
  return (
    <>
      <BulkBar selection={selection}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconUserCheck size={16} aria-hidden />}
          onClick={() => setOpen('assign')}
        >
          {strings.assign}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowsMove size={16} aria-hidden />}
          onClick={() => setOpen('move')}
        >
          {strings.moveTo}
        </Button>
      </BulkBar>
      <AssignDealsWindow deals={deals} opened={open === 'assign'} onClose={close} onDone={done} />
      <MoveDealsWindow deals={deals} stages={stages} opened={open === 'move'} onClose={close} onDone={done} />
    </>
  )
}
