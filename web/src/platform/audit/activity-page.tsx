import { Button, Select, TextInput } from '@mantine/core'
import { IconDownload, IconHistory, IconMoodEmpty } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Fragment, useRef, useState } from 'react'
import { downloadAddress } from '#web/gateway.ts'
import { useListKeys } from '#web/shell/keyboard.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { type Keyset, useKeyset } from '#web/ui/keyset.ts'
import { NewAbove, OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './activity.module.css'
import { type ActivitySearch, filterOf } from './activity-search.ts'
import { useActions, useMembersByName } from './choices.ts'
import { refusalOf, whoOf } from './entries.ts'
import { Deed, type Entry, EntryWindow } from './entry-window.tsx'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/settings/activity')

/** Settings → Activity: who did what. */
export const ActivityPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(search)
  const list = useKeyset('list-audit', { ...filter, limit: 50 }, { rows: (answer) => answer.entries, on: everyWrite })
  const [open, setOpen] = useState<Entry | null>(null)
  const change = (next: ActivitySearch): void => {
    setOpen(null)
    void navigate({ search: next, replace: true, resetScroll: false })
  }
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.lead}
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

/** Whatever is written is told of by one of these. */
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
    <search className={classes.filters}>
      <Select
        label={strings.person}
        placeholder={strings.anybody}
        data={members}
        value={search.person ?? null}
        onChange={(value) => set('person', value)}
        nothingFoundMessage={strings.nobodyFound}
        clearButtonProps={{ 'aria-label': strings.anybody }}
        clearable
        searchable
      />
      <Select
        label={strings.action}
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
        label={strings.outcome}
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
      <div className={classes.days}>
        <TextInput
          type="date"
          label={strings.from}
          value={search.from ?? ''}
          max={search.to}
          onChange={({ currentTarget }) => set('from', currentTarget.value)}
        />
        <TextInput
          type="date"
          label={strings.to}
          value={search.to ?? ''}
          min={search.from}
          onChange={({ currentTarget }) => set('to', currentTarget.value)}
        />
      </div>
    </search>
  )
}

const Found = ({
  list,
  isFiltered,
  onClear,
  onOpen,
}: {
  list: Keyset<Entry>
  isFiltered: boolean
  onClear: () => void
  onOpen: (entry: Entry) => void
}) => {
  const rows = useRef<HTMLUListElement>(null)
  useListKeys(rows)
  if (list.error) return <ErrorNote title={strings.loadFailed} error={list.error} onRetry={list.retry} />
  if (list.isPending) return <RowsPending />
  if (list.rows.length === 0)
    return isFiltered ? (
      <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={strings.noMatchTitle} text={strings.noMatchText}>
        <Button variant="default" onClick={onClear}>
          {strings.clear}
        </Button>
      </Empty>
    ) : (
      <Empty icon={<IconHistory size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
        <Button variant="default" component={Link} to="/settings/keys">
          {strings.toKeys}
        </Button>
        <Button variant="default" component={Link} to="/settings/members">
          {strings.toMembers}
        </Button>
      </Empty>
    )
  return (
    <>
      <NewAbove arrived={list.arrived} />
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} ref={rows} role="list" aria-label={strings.list}>
        {list.rows.map((entry) => (
          <li key={entry.id} data-fresh={list.fresh.has(entry.id) || undefined}>
            <button type="button" className={classes.row} data-row={entry.id} onClick={() => onOpen(entry)}>
              <Avatar name={whoOf(entry)} size="2rem" />
              <span className={classes.text}>
                <Deed entry={entry} className={classes.what} />
                <span className={classes.who}>
                  {entry.about.map(({ field, name }) => (
                    <Fragment key={field}>
                      <bdi>{name}</bdi>
                      {' · '}
                    </Fragment>
                  ))}
                  {strings.fromAddress(entry.address)}
                </span>
              </span>
              <span className={classes.end}>
                {entry.outcome !== 'done' && <Pill tone="bad">{strings.refused(refusalOf(entry))}</Pill>}
                <span className={classes.time}>
                  <RelativeTime at={entry.at} long />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <OlderRows list={list} />
    </>
  )
}
