import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { IconHistory } from '#icons'
import { ListBar } from '#web/desk/lists/list-bar.tsx'
import { useListCount } from '#web/desk/lists/list-count.ts'
import { ListExport } from '#web/desk/lists/list-export.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import { type ListOf, useList } from '#web/desk/lists/use-list.ts'
import { ViewActions, ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { AuditEntry, ListedRecord } from '#web/wire.ts'
import { entryColumns, entryOf, refusalOf, whoOf } from './entries.ts'
import { Sentence } from './sentence.tsx'
import { strings } from './strings.ts'

const EntryWindow = laterWindow(() => import('./entry-window.tsx').then(({ EntryWindow }) => EntryWindow))

const route = getRouteApi('/staff/settings/activity')

const activity: ListOf = {
  kind: 'activity',
  usual: ['about', 'outcome', 'address', 'at'],
  along: entryColumns,
  names: {
    action: strings.what,
    summary: strings.summary,
    outcome: strings.outcome,
    code: strings.code,
    reason: strings.reason,
    person: strings.person,
    key: strings.key,
    workflow: strings.workflow,
    via: strings.via,
    address: strings.where,
    agent: strings.agent,
    request_id: strings.requestId,
    about: strings.target,
    target: strings.ids,
    at: strings.when,
  },
  choices: { outcome: strings.outcomes },
  order: '-at',
}

/** Settings → Audit log: who did what. */
export const ActivityPage = () => {
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const change = (next: ListSearch): void => {
    setOpen(null)
    void navigate({ search: next, replace: true, resetScroll: false })
  }
  const state = useList(activity, route.useSearch(), change)
  const count = useListCount(state)
  const only = (field: string, value: string): void => {
    const { filter, setFilter } = state
    const condition = { field, op: 'is', value } as const
    if (filter.match === 'any') setFilter({ match: 'all', conditions: [condition], groups: [filter] })
    else setFilter({ ...filter, conditions: [...filter.conditions.filter((each) => each.field !== field), condition] })
  }
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        count={count}
        tabs={state.views.length > 0 && <ViewTabs state={state} />}
        actions={<ListExport state={state} with={exported} />}
      />
      <ListBar state={state} label={strings.search} placeholder={strings.searchPlaceholder}>
        <ViewActions state={state} />
      </ListBar>
      <ListTable
        state={state}
        label={strings.list}
        failed={strings.loadFailed}
        name={strings.event}
        nameWidth="minmax(14rem, 3fr)"
        markOf={(record) => <Avatar name={whoOf(entryOf(record))} size="24px" />}
        nameOf={(record) => <Sentence entry={entryOf(record)} />}
        onOpen={(record) => setOpen(entryOf(record))}
        cells={cells}
        looks={looks}
        empty={
          <Empty icon={<IconHistory size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
            <Button component={Link} to="/settings/keys">
              {strings.toKeys}
            </Button>
            <Button variant="default" component={Link} to="/settings/members">
              {strings.toMembers}
            </Button>
          </Empty>
        }
      />
      <EntryWindow opened={open !== null} entry={open} onClose={() => setOpen(null)} onFilter={only} />
    </>
  )
}

const Outcome = ({ of: entry }: { of: AuditEntry }) =>
  entry.outcome !== 'done' && (
    <span title={refusalOf(entry)}>
      <Pill tone="bad">{strings.rejected(refusalOf(entry))}</Pill>
    </span>
  )

const cells: Readonly<Record<string, (record: ListedRecord) => ReactNode>> = {
  outcome: (record) => <Outcome of={entryOf(record)} />,
}

/** An auditor wants the whole of it, whatever is shown. */
const exported = ['outcome', ...entryColumns]

const looks = {
  about: { phone: 'below' },
  outcome: { width: 'minmax(0, 1.5fr)' },
  address: { width: '9rem', isExtra: true },
  at: { width: '6rem', phone: 'belowEnd' },
} as const
