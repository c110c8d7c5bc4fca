import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconRefresh } from '#icons'
import { syncReason } from '#web/i18n/server-messages.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { CrmEntity, SyncCertificate } from '#web/wire.ts'
import type { ShownHistory, ShownSync } from './api.ts'
import { certifiedState } from './certified-state.ts'
import type { OfCrm } from './crm-page.tsx'
import classes from './crm-sync.module.css'
import { entriesOf } from './entities.ts'
import { Errors } from './errors.tsx'
import { Kept } from './kept.tsx'
import { Rehearsed } from './rehearsed.tsx'
import { strings } from './strings.ts'
import { ResumeButton, useStart } from './sync-actions.tsx'
import { kindText, undoneText } from './sync-words.ts'
import { namedBy } from './values.ts'

interface Props extends OfCrm {
  readonly sync: ShownSync
  /** The newest of the connection: the next step can be taken from it. */
  readonly isNewest: boolean
  readonly history: ShownHistory | undefined
}

/** What a sync that is over did: what both sides have, what failed, what stays. */
export const SyncResult = ({ connection, crm, sync, isNewest, history }: Props) => (
  <>
    {sync.status === 'failed' && (
      <div className={classes.notice}>
        <Ended sync={sync} title={crm.title} />
        {!isNewest && <Resume sync={sync} />}
      </div>
    )}
    {sync.kind === 'rehearsal' && sync.status === 'completed' && (
      <Rehearsed connection={connection} crm={crm} sync={sync} isNewest={isNewest} history={history} />
    )}
    {sync.kind === 'sync' && <Certified crm={crm} sync={sync} />}
    {sync.kind === 'undo' && <Undone crm={crm} sync={sync} />}
    {sync.error_count > 0 && (
      <Errors
        title={crm.title}
        sync={sync}
        next={isNewest && sync.kind === 'sync' && <Again connection={connection} history={history} />}
      />
    )}
  </>
)

const Again = ({ connection, history }: Pick<OfCrm, 'connection'> & { history: ShownHistory | undefined }) => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const start = useStart(connection.id, history)
  if (!isAdmin || connection.status === 'disconnected') return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={start.isPending}
      onClick={() => start.go({ mode: 'all' })}
    >
      {strings.syncAgain}
    </Button>
  )
}

/** One that is not the newest, and can go on all the same: an undo that stopped before another sync. */
const Resume = ({ sync }: { sync: ShownSync }) =>
  isAtLeast(useSession().role, 'admin') && sync.can_resume && <ResumeButton jobId={sync.jobId} label={strings.resume} isQuiet />

/** Why it ended without its success. */
const Ended = ({ sync, title }: { sync: ShownSync; title: string }) => {
  const { kind, code } = sync
  const isCanceled = code === 'cancelled'
  const reason = sync.reason && sentenceOf(syncReason(sync.reason))
  if (kind === 'rehearsal')
    return (
      <WarningNote
        title={isCanceled ? strings.rehearsalCanceled : strings.rehearsalFailed}
        tone={isCanceled ? 'warn' : 'bad'}
        role="status"
      >
        {!isCanceled && reason} {strings.rehearsalEndedText}
      </WarningNote>
    )
  if (kind === 'undo')
    return (
      <WarningNote title={strings.undoFailed} tone="bad" role="status">
        {strings.undoFailedText(reason ?? '')}
      </WarningNote>
    )
  return (
    <WarningNote
      title={isCanceled ? strings.canceledTitle : strings.failedTitle}
      tone={isCanceled ? 'warn' : 'bad'}
      role="status"
    >
      {isCanceled
        ? strings.canceledText
        : code === 'disconnected'
          ? strings.disconnectedText(reason ?? '', title)
          : strings.failedText(reason ?? '')}
    </WarningNote>
  )
}

const When = ({ sync }: { sync: ShownSync }) =>
  sync.completed_at && (
    <span className="dim">
      <RelativeTime at={sync.completed_at} long />
    </span>
  )

const Certified = ({ crm, sync }: Pick<OfCrm, 'crm'> & { sync: ShownSync }) => (
  <Card title={entriesOf(sync.certificate).length > 0 ? strings.certificate : strings.result} actions={<When sync={sync} />}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul className={classes.list} role="list">
      {entriesOf(sync.summary).map(([entity, summary]) => (
        <li key={entity}>
          <CertifiedKind
            title={crm.title}
            entity={entity}
            certificate={sync.certificate[entity]}
            nameOf={namedBy(sync.labels)}
          />
          <div className={classes.below}>
            {kindText({ ...summary, ...sync.progress[entity] }, sync.progress[entity]?.status)}
          </div>
        </li>
      ))}
    </ul>
  </Card>
)

const CertifiedKind = ({
  title,
  entity,
  certificate,
  nameOf,
}: {
  title: string
  entity: CrmEntity
  certificate: SyncCertificate | undefined
  nameOf: (entity: CrmEntity, field: string) => string
}) => {
  if (!certificate) return <div className={classes.certified}>{strings.kinds[entity]}</div>
  const { theirs, ours, removed, missing_count, missing, sampled, differing, known_differing } = certificate
  const state = certifiedState(certificate)
  const Mark = { lacks: IconAlertTriangle, uneven: IconAlertTriangle, unlisted: IconInfoCircle, equal: IconCircleCheck }[state]
  const more = (theirs ?? 0) - ours - removed
  return (
    <>
      <div className={classes.certified} data-state={state}>
        <Mark size={18} stroke={1.8} aria-hidden />
        <span>
          {theirs !== null
            ? strings.certified[entity](ours, theirs)
            : (state === 'equal' ? strings.allListed : strings.uncounted)(strings.countOf[entity](ours), title)}
        </span>
      </div>
      {state === 'unlisted' && <div className={classes.below}>{strings.notListed}</div>}
      {state === 'uneven' && (
        <div className={classes.below}>{more > 0 ? strings.countsMore(title, more) : strings.countsLess(title, -more)}</div>
      )}
      {removed > 0 && <div className={classes.below}>{strings.removedHere(removed)}</div>}
      {missing_count > 0 && (
        <details className={classes.fold} open={missing.length <= 20}>
          <summary>{strings.missing(missing_count)}</summary>
          <div className={classes.ids}>
            <bdi>{missing.join(', ')}</bdi>{' '}
            {missing_count > missing.length && strings.missingMore(missing_count - missing.length)}
          </div>
          <div className={classes.below}>{strings.missingNext}</div>
        </details>
      )}
      {sampled > 0 && (
        <div className={classes.below}>
          {differing.length > 0
            ? strings.comparedDiffer(sampled, differing.length)
            : known_differing > 0
              ? strings.comparedKnown(sampled, known_differing)
              : strings.compared(sampled)}
        </div>
      )}
      {differing.length > 0 && (
        <div className={classes.ids}>
          {differing.map(({ id, fields }) => (
            <div key={id}>
              <bdi>{id}</bdi>: {fields.map((field) => nameOf(entity, field)).join(', ')}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

const Undone = ({ crm, sync }: Pick<OfCrm, 'crm'> & { sync: ShownSync }) => (
  <Card title={strings.olderSync.undo} actions={<When sync={sync} />}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul className={classes.list} role="list">
      {entriesOf(sync.summary).map(([entity, summary]) => (
        <li key={entity}>
          <div className={classes.certified}>{strings.kinds[entity]}</div>
          <div className={classes.below}>{undoneText(summary)}</div>
        </li>
      ))}
    </ul>
    <Kept title={crm.title} samples={sync.samples.filter(({ verdict }) => verdict === 'kept')} />
  </Card>
)
