import { Link } from '@tanstack/react-router'
import { syncReason } from '#web/i18n/server-messages.ts'
import type { CrmEntity, SyncSample } from '#web/wire.ts'
import classes from './crm-sync.module.css'
import { strings } from './strings.ts'

/** Records that an undo leaves, by the reason for it. */
export const Kept = ({ title, samples }: { title: string; samples: readonly SyncSample[] }) => {
  if (samples.length === 0) return null
  return (
    <>
      <h3 style={{ font: 'var(--small-strong)', margin: '12px 0 4px' }}>{strings.keptTitle}</h3>
      {[...Map.groupBy(samples, ({ reason }) => reason ?? '')].map(([reason, kept]) => (
        <details key={reason} className={classes.fold} open={kept.length <= 10}>
          <summary>{strings.reasonCount(syncReason(reason), kept.length)}</summary>
          <div className={classes.ids}>
            {kept.map(({ entity, record_id, our_id }) => (
              <div key={record_id}>
                {our_id ? <RecordAt entity={entity} id={our_id} /> : strings.kind[entity]}{' '}
                <bdi>{strings.theirId(title, record_id)}</bdi>
              </div>
            ))}
          </div>
        </details>
      ))}
    </>
  )
}

const places = { companies: '/companies/', contacts: '/contacts/', deals: '/deals/' } as const satisfies Record<
  CrmEntity,
  string
>

/** A link to a record here, called by its kind or `children`. */
export const RecordAt = ({ entity, id, children }: { entity: CrmEntity; id: string; children?: string }) => (
  <Link to={`${places[entity]}${id}` as '/'} className="text-link">
    <bdi>{children ?? strings.kind[entity]}</bdi>
  </Link>
)
