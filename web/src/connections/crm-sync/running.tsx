import { Progress } from '@mantine/core'
import { counted } from '#web/i18n/format.ts'
import { syncReason } from '#web/i18n/server-messages.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { CrmEntity, SyncEntityProgress } from '#web/wire.ts'
import { type ShownSync, useSync } from './api.ts'
import type { OfCrm } from './crm-page.tsx'
import classes from './crm-sync.module.css'
import { entriesOf } from './entities.ts'
import { strings } from './strings.ts'
import { ResumeButton } from './sync-actions.tsx'
import { clockTime } from './times.ts'

/** The sync that is running: how far it is with each kind, and what it waits for. */
export const Running = ({ connection, crm, jobId }: OfCrm & { jobId: string }) => {
  const { data: sync, error, refetch } = useSync(jobId)
  if (!sync) return error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <RowsPending rows={3} />
  return (
    <Card title={sync.status === 'queued' ? strings.state.queued : strings.state[sync.kind]}>
      <div className={classes.notice}>
        <State connection={connection} crm={crm} sync={sync} />
      </div>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} role="list">
        {entriesOf(sync.progress).map(([entity, progress]) => (
          <KindProgress key={entity} entity={entity} progress={progress} />
        ))}
      </ul>
    </Card>
  )
}

/** What it does, or waits for, in a sentence; and what can be done about it. */
const State = ({ connection, crm, sync }: OfCrm & { sync: ShownSync }) => {
  const { condition, resumes_at } = sync
  const reason = sync.reason && sentenceOf(syncReason(sync.reason))
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const again = isAdmin && <ResumeButton jobId={sync.jobId} label={strings.retryNow} isQuiet />
  const time = resumes_at ? clockTime(resumes_at) : ''
  if (condition === 'waiting_for_limit')
    return (
      <WarningNote title={strings.state.limit(crm.title, time)} role="status">
        {strings.stateText.limit}
      </WarningNote>
    )
  if (condition === 'needs_reauth')
    return connection.status === 'connected' ? (
      <WarningNote title={strings.state.refused(crm.title)} tone="bad">
        <p style={{ margin: '0 0 8px' }}>{reason}</p>
        {again}
      </WarningNote>
    ) : (
      <p className="dim" style={{ margin: 0 }} role="status">
        {strings.stateText.paused(crm.title)}
      </p>
    )
  if (condition === 'stalled')
    return (
      <WarningNote title={strings.state.stalled} tone="bad">
        <p style={{ margin: '0 0 8px' }}>{strings.stateText.stalled(reason ?? '', time)}</p>
        {again}
      </WarningNote>
    )
  return (
    <p className="dim" style={{ margin: 0 }} role="status">
      {doing(sync)} {reason && resumes_at && strings.stateText.retry(reason, time)}
    </p>
  )
}

const doing = ({ status, kind, mode, started_at }: ShownSync): string => {
  if (status === 'queued' || started_at === null) return strings.stateText.queued
  const time = clockTime(started_at)
  return kind === 'sync' ? strings.stateText[mode](time) : strings.stateText[kind](time)
}

const KindProgress = ({
  entity,
  progress: { status, total, expected, failed },
}: {
  entity: CrmEntity
  progress: SyncEntityProgress
}) => {
  const met = total ?? 0
  const isDone = status === 'completed'
  const share = isDone ? 100 : expected ? Math.min(99, (met / expected) * 100) : status === 'syncing' ? 100 : 0
  const text = isDone
    ? counted(met)
    : status === 'queued'
      ? strings.waiting
      : expected
        ? strings.ofAbout(met, expected)
        : strings.soFar(met)
  return (
    <li>
      <div className={classes.kindHead}>
        <strong>{strings.kinds[entity]}</strong>
        <span className="numbers">
          {text}
          {failed > 0 && ` · ${strings.count.failed(failed)}`}
        </span>
      </div>
      <Progress.Root size="sm" radius="xl">
        <Progress.Section
          value={share}
          aria-label={strings.progressOf(strings.kinds[entity])}
          aria-valuetext={text}
          {...(isDone && { color: 'green' })}
          {...(!isDone && status === 'syncing' && !expected && { striped: true, animated: true })}
        />
      </Progress.Root>
    </li>
  )
}
