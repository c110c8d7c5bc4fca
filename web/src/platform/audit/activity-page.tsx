import { Button, TextInput } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconDownload, IconHistory } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { type Keyset, useKeyset } from '#web/ui/keyset.ts'
import { KeysetFound } from '#web/ui/keyset-found.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { AuditEntry } from '#web/wire.ts'
import { type ActivitySearch, filterOf } from './activity-search.ts'
import { useActions, useMembersByName } from './choices.ts'
import { refusalOf, whoOf } from './entries.ts'
import { EntryWindow } from './entry-window.tsx'
import { Sentence } from './sentence.tsx'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/settings/activity')

/** Settings → Audit log: who did what. */
export const ActivityPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(search)
  const list = useKeyset('list-audit', { ...filter, limit: 50 }, { rows: (answer) => answer.entries, on: everyWrite })
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const change = (next: ActivitySearch): void => {
    setOpen(null)
    void navigate({ search: next, replace: true, resetScroll: false })
  }
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        actions={
          <Button
            component="a"
            href={downloadAddress('export-audit', filter)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            title={strings.exportHint}
          >
            {strings.export}
          </Button>
        }
      />
      <Filters search={search} onChange={change} />
      <Found list={list} isFiltered={Object.keys(search).length > 0} onClear={() => change({})} onOpen={setOpen} />
      <EntryWindow entry={open} onClose={() => setOpen(null)} onFilter={(more) => change({ ...search, ...more })} />
    </>
  )
}

/** Every write is followed by one of these events. */
const everyWrite = [
  'member.joined',
  'member.changed',
  'member.left',
  'invitation.changed',
  'key.changed',
  'workspace.changed',
  'upload.changed',
  'webhook.changed',
  'mail.changed',
  'contact.changed',
] as const

const Filters = ({ search, onChange }: { search: ActivitySearch; onChange: (search: ActivitySearch) => void }) => {
  const members = useMembersByName()
  const actions = useActions()
  const set = <Name extends keyof ActivitySearch>(name: Name, value: string | null): void => {
    const { [name]: _before, ...others } = search
    onChange(value ? ({ ...others, [name]: value } as ActivitySearch) : others)
  }
  return (
    <Toolbar>
      <Select
        aria-label={strings.person}
        placeholder={strings.anyPerson}
        data={members}
        value={search.person ?? null}
        onChange={(value) => set('person', value)}
        nothingFoundMessage={strings.noPerson}
        clearButtonProps={{ 'aria-label': strings.anyPerson }}
        clearable
        searchable
      />
      <Select
        aria-label={strings.action}
        placeholder={strings.anyAction}
        data={actions}
        value={search.action ?? null}
        onChange={(value) => set('action', value)}
        nothingFoundMessage={strings.noAction}
        clearButtonProps={{ 'aria-label': strings.anyAction }}
        clearable
        searchable
      />
      <Select
        aria-label={strings.outcome}
        placeholder={strings.anyOutcome}
        data={[
          { value: 'done', label: strings.outcomes.done },
          { value: 'refused', label: strings.outcomes.refused },
        ]}
        value={search.outcome ?? null}
        onChange={(value) => set('outcome', value)}
        clearButtonProps={{ 'aria-label': strings.anyOutcome }}
        clearable
      />
      <DayField label={strings.from} value={search.from} max={search.to} onChange={(day) => set('from', day)} />
      <DayField label={strings.to} value={search.to} min={search.from} onChange={(day) => set('to', day)} />
    </Toolbar>
  )
}

const DayField = ({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}) => (
  <TextInput
    type="date"
    aria-label={label}
    leftSection={<span className="dim">{label}</span>}
    leftSectionWidth={52}
    value={value ?? ''}
    {...(min && { min })}
    {...(max && { max })}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

const Found = ({
  list,
  isFiltered,
  onClear,
  onOpen,
}: {
  list: Keyset<AuditEntry>
  isFiltered: boolean
  onClear: () => void
  onOpen: (entry: AuditEntry) => void
}) => (
  <KeysetFound
    list={list}
    failed={strings.loadFailed}
    empty={
      isFiltered ? (
        <NoMatch title={strings.noMatchTitle} text={strings.noMatchText} clear={strings.clear} onClear={onClear} />
      ) : (
        <Empty icon={<IconHistory size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          <Button component={Link} to="/settings/keys">
            {strings.toKeys}
          </Button>
          <Button variant="default" component={Link} to="/settings/members">
            {strings.toMembers}
          </Button>
        </Empty>
      )
    }
  >
    <DataTable
      label={strings.list}
      rows={list.rows}
      idOf={({ id }) => id}
      name={strings.event}
      nameWidth="minmax(14rem, 3fr)"
      markOf={(entry) => <Avatar name={whoOf(entry)} size="24px" />}
      nameOf={(entry) => <Sentence entry={entry} />}
      onOpen={onOpen}
      columns={columns}
      fresh={list.fresh}
    />
  </KeysetFound>
)

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'about',
    name: strings.record,
    cell: ({ about }) => <bdi>{about.map(({ name }) => name).join(' · ')}</bdi>,
    phone: 'below',
  },
  {
    key: 'outcome',
    name: strings.outcome,
    cell: (entry) =>
      entry.outcome !== 'done' && (
        <span title={refusalOf(entry)}>
          <Pill tone="bad">{strings.rejected(refusalOf(entry))}</Pill>
        </span>
      ),
    width: 'minmax(0, 1.5fr)',
  },
  { key: 'from', name: strings.where, cell: ({ address }) => <bdi>{address}</bdi>, width: '9rem', isExtra: true },
  {
    key: 'at',
    name: strings.when,
    cell: ({ at }) => <RelativeTime at={at} />,
    width: '6rem',
    atEnd: true,
    phone: 'belowEnd',
  },
]
