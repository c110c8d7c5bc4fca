import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconRefresh } from '#icons'
import { counted, listed } from '#web/i18n/format.ts'
import { syncReason } from '#web/i18n/server-messages.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { CrmEntity, SyncSample, SyncVerdict } from '#web/wire.ts'
import type { ShownHistory, ShownSync } from './api.ts'
import type { OfCrm } from './crm-page.tsx'
import classes from './crm-sync.module.css'
import { entriesOf } from './entities.ts'
import { strings } from './strings.ts'
import { useStart } from './sync-actions.tsx'
import { TheirId } from './their-id.tsx'
import { type Labels, namedBy, type ReadValue, useReadValue } from './values.ts'

/** So many samples stand there at first. */
const fewSamples = 10

/** What a rehearsal found: how many of each kind a sync would make or change, and some of them value by value. */
export const Rehearsed = ({
  connection,
  crm,
  sync,
  isNewest,
  history,
}: OfCrm & { sync: ShownSync; isNewest: boolean; history: ShownHistory | undefined }) => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const start = useStart(connection.id, history)
  return (
    <>
      <Card
        title={strings.rehearsed}
        actions={
          isNewest &&
          isAdmin &&
          connection.status !== 'disconnected' && (
            <Button
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={start.isPending && !start.isRehearsing}
              onClick={() => start.go()}
            >
              {strings.syncNow}
            </Button>
          )
        }
      >
        <p className={classes.text}>
          {strings.rehearsedText} · {sync.completed_at && <RelativeTime at={sync.completed_at} long />}
        </p>
        {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
        <ul className={classes.list} role="list">
          {entriesOf(sync.summary).map(([entity, summary]) => (
            <li key={entity}>
              <div className={classes.kindHead}>
                <strong>{strings.kinds[entity]}</strong>
              </div>
              <Counts
                of={{
                  new: summary.new,
                  matched: summary.matched,
                  changed: summary.changed,
                  unchanged: summary.unchanged,
                  conflicting: sync.progress[entity]?.conflicts ?? 0,
                  unreadable: summary.failed,
                }}
              />
              <Unmapped samples={sync.samples} entity={entity} labels={sync.labels} connectionId={connection.id} />
            </li>
          ))}
        </ul>
      </Card>
      <Samples title={crm.title} samples={sync.samples} labels={sync.labels} />
    </>
  )
}

const names = ['new', 'matched', 'changed', 'unchanged', 'conflicting', 'unreadable'] as const

const Counts = ({ of }: { of: Readonly<Record<(typeof names)[number], number>> }) => (
  <dl className={classes.counts}>
    {names.map((name) => (
      <div key={name}>
        <dt>{strings.rehearsal[name]}</dt>
        <dd className="numbers">{counted(of[name])}</dd>
      </div>
    ))}
  </dl>
)

/** Fields with values in the samples that the mapping leaves out: of ten years some are missed only when the CRM is gone. */
const Unmapped = ({
  samples,
  entity,
  labels,
  connectionId,
}: {
  samples: readonly SyncSample[]
  entity: CrmEntity
  labels: Labels
  connectionId: string
}) => {
  const values = samples.flatMap((sample) => (sample.entity === entity ? sample.fields : []))
  const names = new Set(values.flatMap(({ field, verdict }) => (verdict === 'unmapped' ? namedBy(labels)(entity, field) : [])))
  if (names.size === 0) return null
  return (
    <div className={classes.below}>
      {strings.unmappedFields(listed([...names]))}{' '}
      <Link
        to="/settings/connections/crm/$connectionId"
        params={{ connectionId }}
        search={{ view: 'mapping' }}
        className="text-link"
      >
        {strings.toMapping}
      </Link>
    </div>
  )
}

/** What needs a decision first. */
const order: readonly SyncVerdict[] = ['conflicting', 'changed', 'matched', 'new']
/** Which record another belongs to has only an id before anything is written. */
const hidden: ReadonlySet<string> = new Set(['company_id', 'contact_id', 'people'])

const Samples = ({ title, samples, labels }: { title: string; samples: readonly SyncSample[]; labels: Labels }) => {
  const [isWhole, setWhole] = useState(false)
  const readValue = useReadValue(samples.flatMap(({ fields }) => fields.map(({ field }) => field)))
  if (samples.length === 0)
    return (
      <Card title={strings.samples}>
        <span className="dim">{strings.nothingToDo}</span>
      </Card>
    )
  const sorted = samples.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
  const shown = isWhole ? sorted : fewOfEach(sorted)
  return (
    <Card title={strings.samples}>
      <p className={classes.text}>{strings.samplesText}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} role="list" aria-label={strings.samples}>
        {shown.map((sample) => (
          <Sample
            key={`${sample.entity} ${sample.record_id}`}
            title={title}
            sample={sample}
            readValue={readValue}
            labels={labels}
          />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <Button size="xs" variant="default" mt="sm" onClick={() => setWhole(true)}>
          {strings.showSamples(sorted.length)}
        </Button>
      )}
    </Card>
  )
}

/** Some of each verdict and kind, so that none hides the others. */
const fewOfEach = (samples: readonly SyncSample[]): SyncSample[] => {
  const groups = Map.groupBy(samples, ({ entity, verdict }: SyncSample): string => `${verdict} ${entity}`)
  const each = Math.max(1, Math.floor(fewSamples / Math.max(1, groups.size)))
  return [...groups.values()].flatMap((group) => group.slice(0, each))
}

const verdictTones = { conflicting: 'warn', changed: 'accent', matched: undefined, new: 'good', kept: undefined } as const

const Sample = ({
  title,
  sample,
  readValue,
  labels,
}: {
  title: string
  sample: SyncSample
  readValue: ReadValue
  labels: Labels
}) => {
  const fields = sample.fields.filter(({ field }) => !hidden.has(field))
  return (
    <li className={classes.sample}>
      <div className={classes.sampleHead}>
        <strong>
          <bdi>{nameOf(sample) ?? strings.kind[sample.entity]}</bdi>
        </strong>
        <Pill tone={verdictTones[sample.verdict]}>{strings.verdict[sample.verdict]}</Pill>
        <span className="dim">
          {nameOf(sample) && `${strings.kind[sample.entity satisfies CrmEntity]} · `}
          <TheirId id={sample.record_id} text={strings.theirId(title, sample.record_id)} url={sample.record_url} />
        </span>
      </div>
      {fields.length === 0 ? (
        <span className="dim">{strings.noDifference}</span>
      ) : (
        <dl className={classes.values}>
          {fields.map(({ field, ours, theirs, verdict, reason }) => (
            <Change
              key={`${field} ${verdict}`}
              name={namedBy(labels)(sample.entity, field)}
              ours={readValue(field, ours)}
              theirs={verdict === 'leave' ? theirs : readValue(field, theirs)}
              verdict={verdict}
              reason={reason}
            />
          ))}
        </dl>
      )}
    </li>
  )
}

const Change = ({
  name,
  ours,
  theirs,
  verdict,
  reason,
}: {
  name: string
  ours: string | null
  theirs: string | null
  verdict: string
  reason: string | null
}) => {
  const isLeftOut = verdict === 'leave' || verdict === 'unmapped'
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        {ours !== null && !isLeftOut && (
          <>
            <bdi className={verdict === 'ask' ? undefined : classes.was}>{ours}</bdi> →{' '}
          </>
        )}
        {theirs === null ? (
          <span className="dim">{strings.empty}</span>
        ) : (
          <bdi className={isLeftOut ? classes.was : undefined}>{theirs}</bdi>
        )}
        {verdict === 'ask' && <span className="dim"> · {strings.asks}</span>}
        {verdict === 'unmapped' && <span className="dim"> · {strings.unmapped}</span>}
        {verdict === 'leave' && (
          <span className="dim"> · {strings.leftOut(reason === null ? '' : sentenceOf(syncReason(reason)))}</span>
        )}
      </dd>
    </>
  )
}

const nameOf = ({ fields }: SyncSample): string | null => {
  for (const wanted of ['full_name', 'name', 'email', 'domain']) {
    const found = fields.find(({ field }) => field === wanted)
    const value = found?.ours ?? found?.theirs
    if (value) return value
  }
  return null
}
