import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { stopIfDraining } from '#core/jobs/lots.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { readIncoming } from './incoming.ts'
import { countLinks, findLinks } from './links.ts'
import { isCustomName, readFields } from './mappings.ts'
import { findOpen } from './open-records.ts'
import { ownRecordsOf } from './own.ts'
import { Rounds, StandsStill } from './rounds.ts'
import { type Certificate, type Listing, noCounts, type SyncJob } from './sync-jobs.ts'
import { type Run, stepOf, takeStep, withStep } from './sync-runs.ts'
import { readReferences } from './waiting.ts'

/** At most so many ids are named. */
const mostMissing = 1_000
/** Records that are compared field by field, in so many places of the list. */
const sampleSize = 50
const samplePlaces = 5

/**
 * Whether something may be gone there, or missing here, that the list of changes did not bring: the two sides count differently, a record is
 * known to be missing, or one side has not as many as the last certificate and what came since make.
 */
export const mayDiffer = async (run: Run, entity: CrmEntity): Promise<boolean> => {
  const { theirs, ours, removed } = await compareCounts(run, entity)
  const { ids, last } = await findOpen(run, entity)
  if (theirs !== ours + removed || ids.length > 0 || last === null) return true
  const counts = run.job.counts[entity] ?? noCounts
  return theirs !== (last.theirs ?? 0) + counts.new + counts.matched
}

/** How many there are on both sides, and how many of theirs were removed here for good. */
const compareCounts = async (
  run: Run,
  entity: CrmEntity,
): Promise<{ readonly theirs: number | null; readonly ours: number; readonly removed: number }> => {
  const { org_id: orgId, connection_id: connectionId } = run.job
  const theirs = await run.ask((crm) => crm.count(entity))
  const { linked, removed } = await run.context.inOrg(orgId, (db) => countLinks(db, { orgId, connectionId, entity }))
  return { theirs, ours: linked, removed }
}

/**
 * What both sides have, after a run: as many as the CRM counts, with nothing that is known to be missing; or which ones are missing, found by
 * listing its ids in another way than they were read: a list that was begun is read to its end. And a sample that is read again and compared,
 * value by value.
 */
export const certify = async (run: Run, entity: CrmEntity): Promise<Certificate> => {
  const { theirs, ours, removed } = await compareCounts(run, entity)
  const isWhole = stepOf(run.job, entity).since === null
  const isOpen = (await findOpen(run, entity)).ids.length > 0
  const isBegun = stepOf(run.job, entity).listing !== null
  const is_listed = isBegun || isOpen || (theirs !== ours + removed && (theirs !== null || isWhole))
  const { missing, missing_count } = is_listed ? await findMissing(run, entity) : { missing: [], missing_count: 0 }
  const sample = await compareSample(run, entity, ours)
  return { theirs, ours, removed, missing, missing_count, is_listed, ...sample }
}

const beginning: Listing = { missing: [], missing_count: 0, pages: 0, most: 0, is_done: false }

/**
 * Lists all ids, page by page: each page and its place are one step. A list that does not go on is begun anew by the next try, and what it
 * repeats until then is no progress.
 */
const findMissing = async (run: Run, entity: CrmEntity): Promise<Listing> => {
  const rounds = new Rounds()
  for (;;) {
    const { cursor, listing } = stepOf(run.job, entity)
    if (listing?.is_done) return listing
    stopIfDraining(run.context)
    const { ids, next, isPassing } = await run.ask((crm) => crm.ids(entity, cursor))
    try {
      if (!isPassing) rounds.note(ids)
      if (next !== null && next === cursor) throw new StandsStill('It gives the same page again and again.')
    } catch (error) {
      await takeStep(run, async (_db, job) => {
        const before = stepOf(job, entity).listing ?? beginning
        return withStep(job, entity, { cursor: null, listing: { ...beginning, most: before.most } })
      })
      throw error
    }
    await takeStep(run, async (db, job) => {
      const before = stepOf(job, entity).listing ?? beginning
      const unknown = await findUnknown(db, job, entity, ids)
      const pages = before.pages + 1
      const listed: Listing = {
        missing: [...before.missing, ...unknown.slice(0, mostMissing - before.missing.length)],
        missing_count: before.missing_count + unknown.length,
        ...{ pages, most: Math.max(before.most, pages), is_done: next === null },
      }
      return { ...withStep(job, entity, { cursor: next, listing: listed }), isStep: pages > before.most }
    })
  }
}

/** Those of their ids that nothing here is linked with. */
const findUnknown = async (
  db: Db,
  { org_id: orgId, connection_id: connectionId }: SyncJob,
  entity: CrmEntity,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${[...ids]}::text[]) as i (id)
    where not exists (
      select from sync_links l where l.org_id = ${orgId} and l.connection_id = ${connectionId} and l.entity = ${entity}
        and l.their_id = i.id and l.state <> 'gone')`.execute(db)
  return rows.map(({ id }) => id)
}

const compareSample = async (
  run: Run,
  entity: CrmEntity,
  count: number,
): Promise<Pick<Certificate, 'sampled' | 'differing' | 'known_differing'>> => {
  const { org_id: orgId, connection_id: connectionId } = run.job
  const { facts } = run
  const ids = await run.context.inOrg(orgId, (db) => sampleOf(db, { orgId, connectionId, entity }, count))
  if (ids.length === 0) return { sampled: 0, differing: [], known_differing: 0 }
  const found = await run.ask((crm) => crm.read(entity, ids, readFields(facts.mappings[entity])))
  return run.context.inOrg(orgId, async (db) => {
    const read = found.map((record) => readIncoming(entity, record, facts.mappings[entity], facts))
    const links = await findLinks(
      db,
      { orgId, connectionId, entity },
      read.map(({ theirId }) => theirId),
    )
    const { resolved } = await readReferences(db, facts, entity, read, links)
    const own = await ownRecordsOf[entity].read(
      db,
      orgId,
      [...links.values()].map(({ ourId }) => ourId),
      facts.ownFields[entity],
    )
    let sampled = 0
    let known_differing = 0
    const differing = resolved.flatMap((record) => {
      const link = links.get(record.theirId)
      const ours = link && own.get(link.ourId)
      // A record in the bin is left as it is.
      if (!link || !ours || ours.isBinned) return []
      sampled++
      let isKnownToDiffer = false
      const fields = Object.entries(record.values).flatMap(([field, theirs]) => {
        const value = isCustomName(field) ? link.seen[field] : ours.values[field]
        // A difference that is known is in the list of conflicts, and a person's change here is no fault of the copy.
        const isKnown = link.differs.includes(field) || (!isCustomName(field) && (value ?? null) !== (link.seen[field] ?? null))
        if ((value ?? null) === theirs) return []
        isKnownToDiffer ||= isKnown
        return isKnown ? [] : [field]
      })
      if (isKnownToDiffer && fields.length === 0) known_differing++
      return fields.length === 0 ? [] : [{ id: record.theirId, fields }]
    })
    return { sampled, differing, known_differing }
  })
}

/** Ids in a few places of the list, one in each part of it, begun by chance. */
const sampleOf = async (
  db: Db,
  { orgId, connectionId, entity }: { readonly orgId: string; readonly connectionId: string; readonly entity: CrmEntity },
  count: number,
): Promise<string[]> => {
  const ids = new Set<string>()
  const each = Math.ceil(sampleSize / samplePlaces)
  for (let place = 0; place < samplePlaces && ids.size < Math.min(count, sampleSize); place++) {
    const part = Math.max(each, count / samplePlaces)
    const offset = Math.floor(place * part + Math.random() * (part - each))
    const { rows } = await sql<{ id: string }>`
      select their_id as id from sync_links
      where org_id = ${orgId} and connection_id = ${connectionId} and entity = ${entity} and state = 'linked'
      order by their_id offset ${offset} limit ${each}`.execute(db)
    for (const { id } of rows) ids.add(id)
  }
  return [...ids]
}
