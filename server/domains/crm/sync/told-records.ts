import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { digestId } from '#core/ids.ts'
import type { ImportedRecord } from '#domains/connections/webhooks/import-deliveries.ts'
import { findDealFacts } from '../deals/deal-facts.ts'
import { dealEvents } from '../deals/events.ts'
import { findContactFacts } from '../identities/contact-facts.ts'
import { contactEvents } from '../identities/events.ts'
import type { SyncJob } from './sync-jobs.ts'

/** The kinds of which an endpoint can have single records, by the event that tells of them. */
export const toldTypes = { contacts: contactEvents.changed.type, deals: dealEvents.changed.type } as const
export const toldEntities = ['contacts', 'deals'] as const
type ToldEntity = (typeof toldEntities)[number]

/** How far the records of a sync are queued for an endpoint: first what it made of a kind, then what it changed. */
export interface ToldPlace {
  readonly entity: ToldEntity
  readonly part: 'made' | 'changed'
  /** Of what was made, their id; of what was changed, the number of the change. */
  readonly after: string
}

/** The place behind the last of a part; null: that was all. */
export const nextPart = ({ entity, part }: ToldPlace): ToldPlace | null => {
  if (part === 'made') return { entity, part: 'changed', after: '' }
  return entity === 'contacts' ? { entity: 'deals', part: 'made', after: '' } : null
}

/** The next records of a sync as they are now, at most so many; `next` is the place behind them, null where the part is over. */
export const findToldRecords = async (
  db: Db,
  job: Pick<SyncJob, 'org_id' | 'id'> & { readonly completed_at: Date | null },
  place: ToldPlace,
  most: number,
): Promise<{ readonly records: readonly ImportedRecord[]; readonly next: ToldPlace | null }> => {
  const { entity, after } = place
  const { org_id: orgId, id: jobId } = job
  const { rows } =
    place.part === 'made'
      ? await sql<{ our_id: string; after: string }>`
          select our_id, their_id as after from sync_links
          where org_id = ${orgId} and linked_by = ${jobId} and entity = ${entity} and made_by = ${jobId} and their_id > ${after}
            and state <> 'removed'
          order by their_id limit ${most}`.execute(db)
      : await sql<{ our_id: string; after: string }>`
          select our_id, n::text as after from sync_changes
          where org_id = ${orgId} and job_id = ${jobId} and entity = ${entity} and n > ${after === '' ? 0 : after}::bigint
          order by n limit ${most}`.execute(db)
  const ids = [...new Set(rows.map(({ our_id }) => our_id))]
  const find = entity === 'contacts' ? findContactFacts : findDealFacts
  const records = (await find(db, orgId, ids)).map((data) => ({
    id: digestId(`import ${jobId} ${data.id}`),
    type: toldTypes[entity],
    at: job.completed_at ?? new Date(),
    data,
  }))
  const last = rows.at(-1)
  return { records, next: last && rows.length === most ? { ...place, after: last.after } : null }
}
