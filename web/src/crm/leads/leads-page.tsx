import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { IconDownload, IconFileUpload, IconPlus, IconWorld } from '#icons'
import { useRecordSelection } from '#web/desk/bulk-changes/record-selection.ts'
import { SelectedRecords } from '#web/desk/bulk-changes/selected-records.tsx'
import { ListBar } from '#web/desk/lists/list-bar.tsx'
import { useListCount } from '#web/desk/lists/list-count.ts'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import { strings as listStrings } from '#web/desk/lists/strings.ts'
import { type ListOf, type ListState, useList } from '#web/desk/lists/use-list.ts'
import { ViewActions, ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { call, downloadAddress, read } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { beginCreating } from '#web/shell/creating.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import type { Keyset } from '#web/ui/keyset.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { ListedRecord } from '#web/wire.ts'
import { FirstLead, PasteLine } from './first-lead.tsx'
import { exportOf } from './lead-search.ts'
import classes from './leads.module.css'
import { strings as nameStrings } from './name-strings.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/leads')

const leads: ListOf = {
  kind: 'lead',
  usual: ['company', 'state', 'tags', 'email', 'source', 'owner', 'received_at'],
  along: ['via'],
  order: '-received_at',
  isSearchNewestFirst: true,
}

/** Leads as they come in. */
export const LeadsPage = () => {
  const navigate = route.useNavigate()
  const change = (next: ListSearch): void => void navigate({ search: next, replace: true, resetScroll: false })
  const state = useList(leads, route.useSearch(), change)
  const { list, isWhole } = state
  const selection = useRecordSelection(state)
  const count = useListCount(state)
  const [secret, setSecret] = useState<string | null>(null)
  const isFirst = isWhole && !list.isPending && !list.error && !list.hasOlder && list.rows.length === 0
  const pasteLine = secret !== null && (
    <PasteLine secret={secret} arrived={list.rows.length > 0} onDone={() => setSecret(null)} />
  )

  return (
    <>
      <PageHeader
        title={strings.title}
        count={count}
        tabs={!isFirst && <ViewTabs state={state} />}
        actions={!isFirst && <Actions state={state} />}
      />
      {isFirst ? (
        <FirstLead secret={secret} onSecret={setSecret}>
          {pasteLine}
        </FirstLead>
      ) : (
        <>
          {pasteLine}
          <ListBar state={state} label={strings.search} placeholder={strings.searchPlaceholder}>
            <ViewActions state={state} />
          </ListBar>
          <DemoNotice />
          <ListTable
            state={state}
            label={strings.list}
            failed={strings.loadFailed}
            name={strings.fields.full_name}
            nameOf={leadName}
            markOf={(lead) => <Avatar name={leadName(lead)} size="1.5rem" />}
            linkOf={({ id }) => ({ to: '/leads/$leadId', params: { leadId: id } })}
            cells={cells}
            looks={looks}
            selection={{ ...selection, labelOf: leadName }}
            empty={null}
          />
          <SelectedRecords state={state} selection={selection} />
        </>
      )}
      <Announcement list={list} />
    </>
  )
}

const leadName = ({ name }: ListedRecord): string => name ?? nameStrings.unnamed

const stateTones = { new: 'accent', contacted: undefined, qualified: 'good', not_fit: 'bad', deal: 'good' } as const

const cells: Readonly<Record<string, (lead: ListedRecord) => ReactNode>> = {
  state: ({ values: { state } }) => {
    const known = leadStates.find((each) => each === state)
    return known && <Pill tone={stateTones[known]}>{listStrings.choices[known]}</Pill>
  },
  // A lead without a name is called by its address already.
  email: (lead) => (lead.values.email === lead.name ? null : <bdi>{lead.values.email as string | null}</bdi>),
  source: ({ values: { source, via } }) => (
    <>
      <Pill>{source as string}</Pill> {via === 'demo' && <Pill tone="accent">{strings.via.demo}</Pill>}
    </>
  ),
}

const leadStates = ['new', 'contacted', 'qualified', 'not_fit', 'deal'] as const

const looks = {
  company: { width: 'minmax(0, 1.2fr)' },
  tags: { isExtra: true },
  email: { width: 'minmax(0, 1.6fr)', phone: 'below' },
  source: { width: '9rem', phone: 'belowEnd' },
  owner: { width: '8rem', isExtra: true },
  received_at: { width: '6.5rem', phone: 'end' },
} as const

const Actions = ({ state }: { state: ListState }) => {
  const exported = exportOf(state.search, state.filter, new Date(useClock()))
  return (
    <>
      {isAtLeast(useSession().role, 'admin') && (
        <Button component={Link} to="/leads/sources" variant="default" leftSection={<IconWorld size={16} aria-hidden />}>
          {strings.sources}
        </Button>
      )}
      {exported && (
        <Button
          component="a"
          href={downloadAddress('export-leads', exported as Record<string, string | undefined>)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          title={strings.exportHint}
        >
          {strings.export}
        </Button>
      )}
      <Button component={Link} to="/uploads" variant="default" leftSection={<IconFileUpload size={16} aria-hidden />}>
        {strings.upload}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => beginCreating('lead')}>
        {strings.addTitle}
      </Button>
    </>
  )
}

const DemoNotice = () => {
  const { role } = useSession()
  const queries = useQueryClient()
  const clear = useMutation({
    mutationFn: () => call('clear-demo', {}),
    onSuccess: () => queries.resetQueries(),
  })
  const { data } = useQuery(read('show-workspace', {}))
  if (!data?.workspace.has_demo) return null
  return (
    <div className={classes.notice}>
      <span>{strings.demoLoaded}</span>
      {isAtLeast(role, 'admin') && (
        <Button variant="subtle" size="compact-sm" onClick={() => clear.mutate()} loading={clear.isPending}>
          {strings.clearDemo}
        </Button>
      )}
      <ErrorNote error={clear.error} />
    </div>
  )
}

/** Says new leads aloud, a few seconds after the first of them, so that a burst is one sentence. */
const Announcement = ({ list }: { list: Keyset<ListedRecord> }) => {
  const [said, setSaid] = useState({ arrived: 0, text: '' })
  const news = list.arrived - said.arrived
  const newest = list.rows[0]
  useEffect(() => {
    if (news <= 0) return
    const timer = setTimeout(
      () => setSaid({ arrived: list.arrived, text: strings.newLeads(news, newest && leadName(newest)) }),
      said.text === '' ? 300 : 3_000,
    )
    return () => clearTimeout(timer)
  }, [news, list.arrived, newest, said.text])
  return (
    <div className="hidden-visually" role="status">
      {said.text}
    </div>
  )
}
