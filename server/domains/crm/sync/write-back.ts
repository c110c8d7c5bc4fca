import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { stopIfDraining } from '#core/jobs/lots.ts'
import type { Crm, CrmEntity, CrmWritten } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { rootId } from '../identities/root-ids.ts'
import { createThere } from './create-there.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import { findLinks, type Link } from './links.ts'
import { readFields } from './mappings.ts'
import { outgoingValues } from './outgoing.ts'
import { ownRecordsOf, tableOf } from './own.ts'
import { type OwnRecord, type RunFacts, rulesOf } from './own-records.ts'
import { addErrors, type ErrorNote } from './run-notes.ts'
import { readSettings } from './settings.ts'
import { type Run, stepOf, takeStep, withStep } from './sync-runs.ts'
import { judge } from './three-way.ts'
import { readReferences } from './waiting.ts'

/** Records that are looked at together: each that has something to say is read there first. */
const recordsAtOnce = 50

const isOut = (direction: string): boolean => direction === 'out' || direction === 'both'

/**
 * Writes there what changed here, where the mapping says so: only records that were changed since they were compared last, only values that
 * differ from what was seen there, and none that changed there meanwhile. A write whose answer was lost is found done when the record is
 * read again.
 */
export const writeBack = async (run: Run, entity: CrmEntity): Promise<void> => {
  const { org_id: orgId, connection_id: connectionId } = run.job
  const unsettled = new Set<string>()
  if (run.facts.mappings[entity].some(({ direction }) => isOut(direction)))
    while ((stepOf(run.job, entity).cursor ?? '').startsWith('create:') === false) {
      stopIfDraining(run.context)
      if (!(await writeLot(run, entity, unsettled))) break
    }
  const { creates } = await run.context.inOrg(orgId, (db) => readSettings(db, orgId, connectionId))
  if (creates.includes(entity)) await createThere(run, entity)
}

interface Touched {
  readonly id: string
  /** When ours changed last. */
  readonly at: string
  readonly gives_since: string | null
}

interface Wanted {
  readonly link: Link
  readonly own: OwnRecord
  /** Of ours, those that there are others. */
  readonly fields: readonly string[]
}

/**
 * False where nothing was left to look at. What was compared counts as that with the time that was read before it was: an edit while the CRM
 * answers comes later. `unsettled`: records that the next sync looks at again.
 */
const writeLot = async (run: Run, entity: CrmEntity, unsettled: Set<string>): Promise<boolean> => {
  const { org_id: orgId, connection_id: connectionId } = run.job
  const { facts } = run
  const { touched, wanted } = await run.context.inOrg(orgId, async (db) => {
    const touched = await findTouched(db, facts, entity, unsettled)
    const links = await findLinks(
      db,
      { orgId, connectionId, entity },
      touched.map(({ id }) => id),
    )
    const own = await ownRecordsOf[entity].read(
      db,
      orgId,
      [...links.values()].map(({ ourId }) => ourId),
      facts.ownFields[entity],
    )
    return { touched, wanted: [...links.values()].flatMap((link) => wantedOf(facts, entity, link, own.get(link.ourId))) }
  })
  if (touched.length === 0) return false
  const theirs = wanted.length === 0 ? new Map<string, Incoming>() : await readThere(run, entity, wanted)
  for (const each of wanted) {
    stopIfDraining(run.context)
    const there = theirs.get(each.link.theirId)
    if (there && !(await writeOne(run, entity, each, there))) unsettled.add(each.link.theirId)
  }
  await takeStep(run, async (db, job) => {
    await sql`
      update sync_links l set compared_at = g.at, gives_since = case when l.gives_since > g.gives_since then l.gives_since end
      from jsonb_to_recordset(${JSON.stringify(touched.filter(({ id }) => !unsettled.has(id)))}::jsonb) as g (id text, at timestamptz,
        gives_since timestamptz)
      where l.org_id = ${orgId} and l.connection_id = ${connectionId} and l.entity = ${entity} and l.their_id = g.id`.execute(
      db,
    )
    return { ...withStep(job, entity, { pages: stepOf(job, entity).pages + 1 }), isStep: true }
  })
  return true
}

/**
 * Links whose record here, or the one that it was merged into, changed since it was compared, and those to which something is to be given, with
 * both times: to the microsecond, as text.
 */
const findTouched = async (db: Db, { job }: RunFacts, entity: CrmEntity, but: ReadonlySet<string>): Promise<Touched[]> => {
  const root = entity === 'deals' ? sql`m.id` : rootId('m')
  const { rows } = await sql<Touched>`
    select l.their_id as id, r.updated_at::text as at, l.gives_since::text as gives_since from sync_links l
    join ${tableOf[entity]} m on m.org_id = l.org_id and m.id = l.our_id
    join ${tableOf[entity]} r on r.org_id = m.org_id and r.id = ${root}
    where l.org_id = ${job.org_id} and l.connection_id = ${job.connection_id} and l.entity = ${entity} and l.state = 'linked'
      and r.deleted_at is null and (l.gives_since is not null or r.updated_at > l.our_at and r.updated_at > l.compared_at)
      and l.their_id <> all(${[...but]}::text[])
    order by l.their_id limit ${recordsAtOnce}`.execute(db)
  return rows
}

const wantedOf = (facts: RunFacts, entity: CrmEntity, link: Link, own: OwnRecord | undefined): Wanted[] => {
  if (!own) return []
  const fields = [...rulesOf(facts.mappings[entity])].flatMap(([field, { direction }]) => {
    // What both never had waits for a decision, unless a person said that ours stays.
    const ours = own.values[field] ?? null
    const isUndecided = link.differs.includes(field) && !link.pinned.includes(field) && (direction !== 'out' || ours === null)
    return isOut(direction) && !isUndecided && ours !== (link.seen[field] ?? null) ? [field] : []
  })
  return fields.length > 0 ? [{ link, own, fields }] : []
}

const readThere = async (run: Run, entity: CrmEntity, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, Incoming>> => {
  const { facts } = run
  const ids = wanted.map(({ link }) => link.theirId)
  const found = await run.ask((crm) => crm.read(entity, ids, readFields(facts.mappings[entity])))
  const read = found.map((record) => readIncoming(entity, record, facts.mappings[entity], facts))
  const links = new Map(wanted.map(({ link }) => [link.theirId, link]))
  const { resolved } = await run.context.inOrg(run.job.org_id, (db) => readReferences(db, facts, entity, read, links))
  return new Map(resolved.map((record) => [record.theirId, record]))
}

/**
 * False where a value must be looked at again: theirs changed since the CRM was read, which the next sync judges, cannot be read, or the CRM
 * refused ours.
 */
const writeOne = async (run: Run, entity: CrmEntity, { link, own, fields }: Wanted, there: Incoming): Promise<boolean> => {
  const { facts } = run
  const rules = rulesOf(facts.mappings[entity])
  const given = fields.filter((field) => {
    const rule = rules.get(field)
    const [ours, theirs] = [own.values[field] ?? null, there.values[field] ?? null]
    if (!rule || !(field in there.values) || ours === theirs) return false
    const isPinned = link.pinned.includes(field)
    // A person decided for ours: it is given as if both had had what is there.
    const isAgreed = isPinned || !link.differs.includes(field)
    const seen = isPinned ? theirs : field in link.seen ? (link.seen[field] ?? null) : undefined
    return judge({ ours, theirs, seen, isAgreed, ...rule, isPinned: false, isTheirsLater: null }) === 'give'
  })
  const same = fields.filter((field) => field in there.values && (own.values[field] ?? null) === there.values[field])
  const isSettled = given.length + same.length === fields.length
  const outgoingOf = (names: readonly string[]) =>
    outgoingValues(facts, entity, {
      ...{ values: Object.fromEntries(names.map((field) => [field, own.values[field] ?? null])), isMapped: isOut, there },
    })
  const { values, said, unsaid } = outgoingOf(given)
  await recordUnsaid(
    run,
    entity,
    unsaid.map((note) => ({ record_id: link.theirId, ...note })),
  )
  if (Object.keys(values).length === 0) {
    await recordWritten(run, entity, link, { written: null, fields: same, own })
    return isSettled
  }
  const whole = await giveThere(run, entity, link.theirId, values, there.modifiedAt)
  if (whole.state === 'written') {
    await recordWritten(run, entity, link, { written: whole.written, fields: [...said, ...same], own })
    return isSettled
  }
  if (whole.state === 'changed') return false
  if (said.size === 1) await recordRefused(run, entity, link.theirId, values, whole.reason)
  else await giveOneByOne(run, entity, { link, own, fields: [...said] }, there.modifiedAt, (names) => outgoingOf(names).values)
  // What was refused is tried again with the next sync: it may have been mended there.
  return false
}

type Given =
  | { readonly state: 'written'; readonly written: CrmWritten }
  /** It changed there a moment ago: it is read, compared and written with the next sync. */
  | { readonly state: 'changed' }
  | { readonly state: 'refused'; readonly reason: string }

const giveThere = async (
  run: Run,
  entity: CrmEntity,
  theirId: string,
  values: Readonly<Record<string, string | null>>,
  unmodifiedSince: Date | null,
): Promise<Given> => {
  try {
    return { state: 'written', written: await run.ask((crm: Crm) => crm.update(entity, theirId, values, { unmodifiedSince })) }
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'changed') return { state: 'changed' }
    if (error instanceof ProviderError && error.kind === 'refused') return { state: 'refused', reason: error.reason }
    throw error
  }
}

/** Of values that the CRM refused together, each alone: one that it does not take keeps no other from it. */
const giveOneByOne = async (
  run: Run,
  entity: CrmEntity,
  { link, own, fields }: Wanted,
  modifiedAt: Date | null,
  valuesOf: (fields: readonly string[]) => Record<string, string | null>,
): Promise<void> => {
  let unmodifiedSince = modifiedAt
  for (const field of fields) {
    stopIfDraining(run.context)
    const values = valuesOf([field])
    if (Object.keys(values).length === 0) continue
    const given = await giveThere(run, entity, link.theirId, values, unmodifiedSince)
    if (given.state === 'changed') return
    if (given.state === 'refused') await recordRefused(run, entity, link.theirId, values, given.reason)
    else {
      await recordWritten(run, entity, link, { written: given.written, fields: [field], own })
      unmodifiedSince = given.written.modifiedAt ?? unmodifiedSince
    }
  }
}

const recordRefused = (run: Run, entity: CrmEntity, theirId: string, values: object, reason: string): Promise<void> =>
  recordUnsaid(run, entity, [
    { record_id: theirId, field: Object.keys(values).join(', '), code: 'not_written', message: reason },
  ])

const recordUnsaid = async (run: Run, entity: CrmEntity, notes: readonly ErrorNote[]): Promise<void> => {
  if (notes.length === 0) return
  await takeStep(run, async (db, job) => {
    await addErrors(db, job, entity, notes)
    return { steps: job.steps, error_count: job.error_count + notes.length }
  })
}

/** What was written is what both have: its echo is no change. */
const recordWritten = (
  run: Run,
  entity: CrmEntity,
  { theirId }: Link,
  {
    written,
    fields,
    own,
  }: { readonly written: CrmWritten | null; readonly fields: readonly string[]; readonly own: OwnRecord },
): Promise<void> => {
  if (fields.length === 0) return Promise.resolve()
  const { org_id: orgId, connection_id: connectionId } = run.job
  const seen = JSON.stringify(Object.fromEntries(fields.map((field) => [field, own.values[field] ?? null])))
  return takeStep(run, async (db, job) => {
    await sql`
      update sync_links set seen = seen || ${seen}::jsonb, modified_at = coalesce(${written?.modifiedAt ?? null}, modified_at),
        differs = array(select d from unnest(differs) as d where d <> all(${[...fields]}::text[])),
        pinned = array(select p from unnest(pinned) as p where p <> all(${[...fields]}::text[]))
      where org_id = ${orgId} and connection_id = ${connectionId} and entity = ${entity} and their_id = ${theirId}`.execute(db)
    await sql`
      update sync_conflicts set state = 'settled', decided_at = now()
      where org_id = ${orgId} and connection_id = ${connectionId} and entity = ${entity} and their_id = ${theirId}
        and field = any(${[...fields]}::text[]) and state = 'open'`.execute(db)
    return { ...withStep(job, entity, {}, written === null ? {} : { written: 1 }), isStep: true }
  })
}
