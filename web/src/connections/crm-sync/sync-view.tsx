import { Button, Group } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconFlask, IconRefresh } from '#icons'
import { listed, onDay } from '#web/i18n/format.ts'
import { syncReason } from '#web/i18n/server-messages.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { Sync } from '#web/wire.ts'
import { type SyncSettings, useSync, type useSyncs } from './api.ts'
import { ConnectCrm, ReconnectCrm } from './connect-crm.tsx'
import type { OfCrm } from './crm-page.tsx'
import classes from './crm-sync.module.css'
import { History } from './history.tsx'
import { Running } from './running.tsx'
import { strings } from './strings.ts'
import { isOpen, useStart } from './sync-actions.tsx'
import { SyncResult } from './sync-result.tsx'
import { clockTime } from './times.ts'

const route = getRouteApi('/staff/settings/connections/crm/$connectionId')

/** How the syncs of a CRM stand: what runs, what the last one did, or the one that was asked for, and those before. */
export const SyncView = ({ connection, crm, syncs }: OfCrm & { syncs: ReturnType<typeof useSyncs> }) => {
  const { sync: asked } = route.useSearch()
  const { data, error, isPending, refetch } = syncs
  const jobs = data?.jobs ?? []
  const [newest] = jobs
  const running = newest && isOpen(newest) ? newest : undefined
  // While one runs, what stood before it is still what both sides have.
  const shownId = asked ?? jobs.find((job) => job !== running && !isTakenBack(job))?.jobId
  return (
    <RecordPanes properties={<About connection={connection} crm={crm} settings={data?.settings ?? null} />}>
      {connection.status !== 'connected' && (
        <div className={classes.notice}>
          <Trouble connection={connection} crm={crm} />
        </div>
      )}
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={4} />}
      {running && <Running connection={connection} crm={crm} jobId={running.jobId} />}
      {data && jobs.length === 0 && connection.status !== 'disconnected' && (
        <FirstSync connection={connection} crm={crm} syncs={syncs} />
      )}
      {shownId && (
        <One
          key={shownId}
          connection={connection}
          crm={crm}
          jobId={shownId}
          isNewest={asked === undefined || asked === newest?.jobId}
          isRunning={running !== undefined}
          syncs={syncs}
        />
      )}
      {jobs.length > 0 && (
        <History
          connection={connection}
          crm={crm}
          jobs={jobs}
          isScheduled={data?.settings != null && data.settings.schedule !== 'off'}
        />
      )}
    </RecordPanes>
  )
}

/** A sync that was undone says nothing of what both sides have; its undo does. */
const isTakenBack = ({ undone_by }: Sync): boolean => undone_by !== null

const One = ({
  connection,
  crm,
  jobId,
  isNewest,
  isRunning,
  syncs,
}: OfCrm & { jobId: string; isNewest: boolean; isRunning: boolean; syncs: ReturnType<typeof useSyncs> }) => {
  const { data: sync, error, refetch } = useSync(jobId)
  if (error && !sync) return <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
  if (!sync) return <RowsPending rows={3} />
  if (isOpen(sync)) return null
  return (
    <>
      {!isNewest && (
        <p className="dim">
          {strings.olderSync[sync.kind]} · {sync.started_at && clockTime(sync.started_at)} ·{' '}
          <Link
            to="/settings/connections/crm/$connectionId"
            params={{ connectionId: connection.id }}
            search={{}}
            className="text-link"
          >
            {strings.toNewest}
          </Link>
        </p>
      )}
      <SyncResult connection={connection} crm={crm} sync={sync} isNewest={isNewest && !isRunning} history={syncs.data} />
    </>
  )
}

/** Where the connection itself keeps a sync from running. */
const Trouble = ({ connection, crm }: OfCrm) => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const { status, last_error, kind, id } = connection
  const title =
    status === 'disconnected'
      ? strings.isDisconnected(crm.title)
      : status === 'needs_reauth'
        ? strings.needsReauth(crm.title)
        : strings.rejected(crm.title)
  return (
    <WarningNote title={title} tone={status === 'disconnected' ? 'warn' : 'bad'} role="status">
      <p style={{ margin: '0 0 8px' }}>
        {status === 'disconnected' ? strings.isDisconnectedText : last_error && sentenceOf(syncReason(last_error))}{' '}
        {!isAdmin && strings.askAdmin}
      </p>
      {isAdmin && (
        <Group gap="xs">
          {status === 'disconnected' ? (
            <ConnectCrm crm={crm} />
          ) : (
            <ReconnectCrm crm={crm} kind={kind} returnTo={`/settings/connections/crm/${id}`} />
          )}
        </Group>
      )}
    </WarningNote>
  )
}

const FirstSync = ({ connection, crm, syncs }: OfCrm & { syncs: ReturnType<typeof useSyncs> }) => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const start = useStart(connection.id, syncs.data)
  return (
    <Empty
      icon={<IconRefresh size={24} stroke={1.6} />}
      title={strings.neverSynced}
      text={isAdmin ? strings.neverSyncedText(crm.title) : strings.neverSyncedMember}
    >
      {isAdmin && (
        <>
          <Button
            leftSection={<IconFlask size={16} aria-hidden />}
            loading={start.isRehearsing}
            onClick={() => start.go({ dryRun: true })}
          >
            {strings.rehearse}
          </Button>
          <Button variant="default" loading={start.isPending && !start.isRehearsing} onClick={() => start.go()}>
            {strings.syncNow}
          </Button>
        </>
      )}
    </Empty>
  )
}

const About = ({ connection, settings }: OfCrm & { settings: SyncSettings | null }) => (
  <Card title={strings.details}>
    <Facts stacked>
      {connection.account && (
        <Fact name={strings.account}>
          <bdi>{connection.account}</bdi>
        </Fact>
      )}
      <Fact name={strings.mode}>{strings.modes[connection.mode]}</Fact>
      <Fact name={strings.way}>{strings.ways[connection.kind]}</Fact>
      <Fact name={strings.lastSync}>
        {connection.last_sync ? <RelativeTime at={connection.last_sync} long /> : strings.never}
      </Fact>
      {settings && (
        <>
          <Fact name={strings.nextSync}>
            {settings.next_run_at ? <AbsoluteTime at={settings.next_run_at} /> : strings.notScheduled}
          </Fact>
          <Fact name={strings.synced}>{listed(settings.entities.map((entity) => strings.kinds[entity]))}</Fact>
        </>
      )}
      <Fact name={strings.connectedAt}>{onDay(connection.connected_at)}</Fact>
    </Facts>
  </Card>
)
