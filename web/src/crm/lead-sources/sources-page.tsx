import { Button, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { IconPlus, IconWorld } from '#icons'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { State } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { LeadSource } from '#web/wire.ts'
import { useSources } from './api.ts'
import { SourceMenu } from './source-menu.tsx'
import { stateLabels } from './states.ts'
import { strings } from './strings.ts'

const NewSource = laterWindow(() => import('./new-source.tsx').then(({ NewSource }) => NewSource))

/** Leads → Sources. */
export const SourcesPage = () => {
  const sources = useSources()
  const [making, making_] = useDisclosure(false)
  const [showOff, setShowOff] = useState(false)
  const all = sources.data?.sources ?? []
  const on = all.filter(({ state }) => state !== 'off')
  const shown = showOff || on.length === 0 ? all : on
  return (
    <>
      <PageHeader
        title={strings.sources}
        about={strings.about}
        back={{ label: strings.leads, to: '/leads' }}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={making_.open} disabled={!sources.data}>
            {strings.newSource}
          </Button>
        }
      />
      <ErrorNote error={sources.error} title={strings.sourcesFailed} onRetry={() => void sources.refetch()} />
      {sources.isPending && <TablePending rows={3} />}
      {sources.data && all.length === 0 && (
        <Empty icon={<IconWorld size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          <Button onClick={making_.open}>{strings.createSource}</Button>
        </Empty>
      )}
      {shown.length > 0 && (
        <DataTable
          label={strings.sources}
          rows={shown}
          idOf={({ id }) => id}
          name={strings.name}
          nameOf={({ name }) => name}
          linkOf={({ id }) => ({ to: '/leads/sources/$sourceId', params: { sourceId: id } })}
          columns={columns}
          actionsOf={(source) => <SourceMenu of={source} />}
        />
      )}
      {on.length > 0 && all.length > on.length && (
        <Switch
          mt="md"
          label={strings.showOff(all.length - on.length)}
          checked={showOff}
          onChange={(event) => setShowOff(event.currentTarget.checked)}
        />
      )}
      <NewSource opened={making} onClose={making_.close} />
    </>
  )
}

/** With the sidebar they are narrower than they want to be up to some 1,350 pixels. */
const columns: readonly Column<LeadSource>[] = [
  {
    key: 'state',
    name: strings.state,
    cell: ({ state }) => <State of={stateLabels[state]} />,
    width: '8rem',
    phone: 'below',
  },
  { key: 'kind', name: strings.kind, cell: ({ kind }) => strings.kinds[kind], width: 'minmax(0, 9rem)' },
  {
    key: 'last',
    name: strings.lastLead,
    cell: ({ last_lead_at }) => (last_lead_at ? <RelativeTime at={last_lead_at} /> : strings.never),
    width: 'minmax(0, 8rem)',
    phone: 'belowEnd',
  },
  {
    key: 'week',
    name: strings.week,
    cell: ({ leads_7_days }) => strings.atMost(leads_7_days),
    width: 'minmax(0, 7.5rem)',
    isExtra: true,
  },
  {
    key: 'rejected',
    name: strings.rejected,
    cell: ({ rejected_7_days }) => strings.atMost(rejected_7_days),
    width: 'minmax(0, 8.5rem)',
    isExtra: true,
  },
  { key: 'held', name: strings.heldColumn, cell: ({ held }) => strings.atMost(held), width: 'minmax(0, 5rem)', isExtra: true },
]
