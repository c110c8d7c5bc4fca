import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { stopIfDraining } from '#core/jobs/lots.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { rootId } from '../identities/root-ids.ts'
import { forgetIntents } from './intents.ts'
import { writeLinks } from './links.ts'
import { outgoingValues } from './outgoing.ts'
import { ownRecordsOf, tableOf } from './own.ts'
import { type OwnRecord, type RunFacts, rulesOf } from './own-records.ts'
import { overlapMs } from './paces.ts'
import { addErrors } from './run-notes.ts'
import { type Run, stepOf, takeStep, withStep } from './sync-runs.ts'

const recordsAtOnce = 50
const prefix = 'create:'

/**
 * Creates there what is only here. Before each call it is written down that it is being made; where no answer came, the record is looked
 * for by what it says when the CRM is read next (`matchIntents`), and made again only when that reading did not bring it.
 */
export const createThere = async (run: Run, entity: CrmEntity): Promise<void> => {
  for (;;) {
    stopIfDraining(run.context)
    const after = stepOf(run.job, entity).cursor?.slice(prefix.length) ?? ''
    const own = await run.context.inOrg(run.job.org_id, (db) => findOnlyHere(db, run, entity, after))
    const last = own.at(-1)
    if (!last) return
    for (const { record, at } of own) await createOne(run, entity, record, at)
    await takeStep(run, async (_db, job) => ({
      ...withStep(job, entity, { cursor: `${prefix}${last.record.id}` }),
      isStep: true,
    }))
  }
}

interface OnlyHere {
  readonly record: OwnRecord
  /** When it changed last, as of before it was read. */
  readonly at: string
}

/** Records that have no link, in the order of their ids; none that was invented for the demo. One whose creation is uncertain waits until the CRM's index must have it. */
const findOnlyHere = async (db: Db, run: Run, entity: CrmEntity, after: string): Promise<OnlyHere[]> => {
  const { org_id: orgId, connection_id: connectionId } = run.job
  const table = { companies: sql`companies r`, contacts: sql`contacts r`, deals: sql`deals r` }[entity]
  const stands = {
    companies: sql`r.root_id is null and r.deleted_at is null`,
    contacts: sql`r.root_id is null and r.deleted_at is null`,
    deals: sql`r.state <> 'linked' and r.deleted_at is null`,
  }[entity]
  const { rows } = await sql<{ id: string; at: string }>`
    select r.id, r.updated_at::text as at from ${table}
    where r.org_id = ${orgId} and ${stands} and (${after} = '' or r.id > nullif(${after}, '')::uuid)
      and not exists (select from sync_links l where l.org_id = r.org_id and l.our_id = r.id and l.connection_id = ${connectionId})
      ${entity === 'deals' ? sql`` : isLinkedByMerged(entity, connectionId)}
      and not exists (select from demo_records d where d.org_id = r.org_id and d.id = r.id)
      and not exists (
        select from sync_intents i where i.org_id = r.org_id and i.connection_id = ${connectionId} and i.entity = ${entity} and i.our_id = r.id
          and i.at > now() - make_interval(secs => ${overlapMs / 1_000}))
    order by r.id limit ${recordsAtOnce}`.execute(db)
  const own = await ownRecordsOf[entity].read(
    db,
    orgId,
    rows.map(({ id }) => id),
    run.facts.ownFields[entity],
  )
  return rows.flatMap(({ id, at }) => {
    const record = own.get(id)
    return record ? [{ record, at }] : []
  })
}

/** What was merged into it is there: it is not made there a second time. */
const isLinkedByMerged = (entity: 'companies' | 'contacts', connectionId: string) => sql`and not exists (
  select from ${tableOf[entity]} m join sync_links l on l.org_id = m.org_id and l.our_id = m.id
  where m.org_id = r.org_id and m.root_id = r.id and l.connection_id = ${connectionId})`

const createOne = async (run: Run, entity: CrmEntity, own: OwnRecord, at: string): Promise<void> => {
  stopIfDraining(run.context)
  const { org_id: orgId, connection_id: connectionId } = run.job
  const { values, said, unsaid } = outgoingValues(run.facts, entity, {
    ...{ values: own.values, isMapped: (direction) => direction !== 'off', there: null },
  })
  if (Object.values(values).every((value) => value === null)) return
  const seen = Object.fromEntries(Object.entries(own.values).filter(([field]) => said.has(field)))
  const links = await run.context.inOrg(orgId, async (db) => {
    const { ours, ...theirs } = await theirIdsOf(db, run.facts, own)
    await sql`
      insert into sync_intents (org_id, connection_id, entity, our_id, sent)
      values (${orgId}, ${connectionId}, ${entity}, ${own.id}, ${JSON.stringify({ ...seen, ...ours })}::jsonb)
      on conflict (org_id, connection_id, entity, our_id) do update set at = now(), sent = excluded.sent`.execute(db)
    return theirs
  })
  // Only what was sent is known to be there: which links and which owner the CRM took, and what it put in itself, the next reading says.
  const differs = [...rulesOf(run.facts.mappings[entity]).keys()].filter((field) => field in own.values && !(field in seen))
  try {
    const written = await run.ask((crm) => crm.create(entity, values, links))
    await takeStep(run, async (db, job) => {
      await writeLinks(db, { orgId, connectionId, entity }, job.id, [
        {
          ...{ their_id: written.id, our_id: own.id, modified_at: written.modifiedAt, seen, differs },
          ...{ is_ours_untouched: true, our_at: at, is_made: false, is_behind: false },
        },
      ])
      await forgetIntents(db, run.facts, entity, [own.id])
      const notes = unsaid.map((note) => ({ record_id: written.id, ...note }))
      await addErrors(db, job, entity, notes)
      return { ...withStep(job, entity, {}, { written: 1 }), error_count: job.error_count + notes.length, isStep: true }
    })
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'refused')) throw error
    await takeStep(run, async (db, job) => {
      await forgetIntents(db, run.facts, entity, [own.id])
      await addErrors(db, job, entity, [{ record_id: own.id, field: null, code: 'not_created', message: error.reason }])
      return { steps: job.steps, error_count: job.error_count + 1 }
    })
  }
}

/** The CRM's ids of what a record belongs to, none for what is not there; `ours`: which of our values these are without a doubt. */
const theirIdsOf = async (db: Db, { job }: RunFacts, { values }: OwnRecord) => {
  const ours = [values.company_id, values.contact_id, ...(values.people?.split(' ') ?? [])].filter((id) => id != null)
  if (ours.length === 0) return { companyId: null, contactIds: [], ours: {} }
  const { rows } = await sql<{ our_id: string; their_id: string }>`
    select our_id, min(their_id) as their_id from sync_links
    where org_id = ${job.org_id} and connection_id = ${job.connection_id} and state = 'linked' and our_id = any(${ours}::uuid[])
    group by our_id`.execute(db)
  const theirs = new Map(rows.map(({ our_id, their_id }) => [our_id, their_id]))
  return {
    companyId: theirs.get(values.company_id ?? '') ?? (await theirIdOfGroup(db, job, values.company_id)),
    contactIds: ours.filter((id) => id !== values.company_id).flatMap((id) => theirs.get(id) ?? []),
    ours: Object.fromEntries(
      (['company_id', 'contact_id'] as const).flatMap((field) =>
        theirs.has(values[field] ?? '') ? [[field, values[field]]] : [],
      ),
    ),
  }
}

/** Of a company that is one with others: that of any of them. */
const theirIdOfGroup = async (db: Db, job: RunFacts['job'], companyId: string | null | undefined): Promise<string | null> => {
  if (!companyId) return null
  const { rows } = await sql<{ their_id: string | null }>`
    select min(l.their_id) as their_id from companies g
    join companies k on k.org_id = g.org_id and (k.id = ${rootId('g')} or k.root_id = ${rootId('g')})
    join sync_links l on l.org_id = k.org_id and l.our_id = k.id
    where g.org_id = ${job.org_id} and g.id = ${companyId} and l.connection_id = ${job.connection_id} and l.state = 'linked'`.execute(
    db,
  )
  return rows[0]?.their_id ?? null
}
