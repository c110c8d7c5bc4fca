import { makeProgressHints, stopIfDraining } from '#core/jobs/lots.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { syncEvents } from './events.ts'
import { endLinks, mergeLinks } from './links.ts'
import { readFields } from './mappings.ts'
import { mostIdlePages, Rounds, StandsStill } from './rounds.ts'
import { commitBehind } from './statement-settings.ts'
import { type Run, readPages, stepOf, takeStep, withStep } from './sync-runs.ts'
import { takePage } from './take-page.ts'

/** Reads all records of a kind, or those that changed, to the last page. */
export const readEntity = async (run: Run, entity: CrmEntity): Promise<void> => {
  const step = stepOf(run.job, entity)
  const fields = readFields(run.facts.mappings[entity])
  const since = step.since === null ? null : new Date(step.since)
  const hint = makeProgressHints(syncEvents.changed)
  let idlePages = 0
  const lots = readPages(run, step, (crm, cursor) =>
    since === null ? crm.all(entity, { fields, cursor }) : crm.changed(entity, { fields, cursor, since }),
  )
  for await (const { pages, next, lastPage } of lots) {
    stopIfDraining(run.context)
    const begunMs = performance.now()
    const records = pages.flatMap((page) => page.records)
    const unreadable = pages.flatMap((page) => page.unreadable)
    const isPassing = pages.some((page) => page.isPassing)
    let fresh = 0
    await takeStep(run, async (db, job) => {
      await commitBehind(db)
      const taken = await takePage(db, run.facts, entity, { records, unreadable })
      fresh = taken.fresh
      await hint(db, job.org_id)
      const before = stepOf(job, entity)
      const latest = latestOf([before.latest, ...records.map(({ modifiedAt }) => modifiedAt?.toISOString() ?? null)])
      const moved = {
        cursor: next,
        lastPage,
        latest,
        pages: before.pages + pages.length,
        step: next === null ? 'gone' : 'read',
      } as const
      return {
        ...withStep(job, entity, moved, taken.counts),
        error_count: job.error_count + taken.errors,
        isStep: fresh > 0 || isPassing || next === null,
      }
    })
    idlePages = fresh > 0 || isPassing ? 0 : idlePages + pages.length
    if (next !== null && idlePages > mostIdlePages)
      throw new StandsStill('It gives pages without anything new and without end.')
    if (next !== null) await run.pacing.rest(performance.now() - begunMs)
  }
}

const latestOf = (times: readonly (string | null)[]): string | null =>
  times.reduce((latest, time) => (time !== null && (latest === null || time > latest) ? time : latest), null)

/** Pages of what is gone that are read where nothing looks as if anything were: a CRM may list all that it ever deleted. */
const fewPages = 3

/** Records that the vendor counts as deleted or merged since; all of them where the two sides may differ (`isDoubtful`). */
export const readGone = async (
  run: Run,
  entity: CrmEntity,
  { isDoubtful }: { readonly isDoubtful: boolean },
): Promise<void> => {
  const step = stepOf(run.job, entity)
  const since = step.since === null ? new Date(0) : new Date(step.since)
  let cursor = step.cursor
  let isWhole = isDoubtful
  const rounds = new Rounds()
  const places = new Set<string>()
  for (let pages = 1; ; pages++) {
    stopIfDraining(run.context)
    const { gone, next } = await run.ask((crm) => crm.gone(entity, { since, cursor }))
    // A page on which nothing is gone is usual: of those the places are watched.
    if (gone.length > 0) rounds.note(gone.map(({ id }) => id))
    if (next !== null && (next === cursor || places.has(next))) throw new StandsStill('It gives the same page again and again.')
    if (next !== null) places.add(next)
    await takeStep(run, async (db, job) => {
      const place = { orgId: job.org_id, connectionId: job.connection_id, entity }
      const merged = gone.flatMap(({ id, mergedInto }) => (mergedInto === null ? [] : [{ id, into: mergedInto }]))
      await mergeLinks(db, place, merged)
      const ended = await endLinks(
        db,
        place,
        gone.flatMap(({ id, mergedInto }) => (mergedInto === null ? [id] : [])),
      )
      isWhole ||= ended > 0
      return { ...withStep(job, entity, { cursor: next }, { gone: ended }), isStep: true }
    })
    if (next === null || (!isWhole && pages === fewPages)) return
    cursor = next
  }
}

const candidatesAtOnce = 100

/**
 * After everything was read: what is linked, or was removed here, and did not come is asked for by its id. It is gone, goes by another id
 * now, or was left out of the list, and is taken now.
 */
export const settleUnmet = async (run: Run, entity: CrmEntity): Promise<void> => {
  const fields = readFields(run.facts.mappings[entity])
  for (let after = ''; ; ) {
    stopIfDraining(run.context)
    const { org_id: orgId, connection_id: connectionId, id } = run.job
    const place = { orgId, connectionId, entity }
    const unmet = await run.context.inOrg(orgId, (db) =>
      db
        .selectFrom('sync_links')
        .select('their_id')
        .where('org_id', '=', orgId)
        .where('connection_id', '=', connectionId)
        .where('entity', '=', entity)
        .where('state', 'in', ['linked', 'removed'])
        .where('job_id', '<>', id)
        .where('their_id', '>', after)
        .orderBy('their_id')
        .limit(candidatesAtOnce)
        .execute(),
    )
    const last = unmet.at(-1)
    if (!last) return
    const ids = unmet.map(({ their_id }) => their_id)
    const found = await run.ask((crm) => crm.read(entity, ids, fields))
    const there = new Set(found.flatMap((record) => [record.id, ...record.mergedIds]))
    await takeStep(run, async (db, job) => {
      const taken = await takePage(db, run.facts, entity, { records: found, unreadable: [] })
      const ended = await endLinks(
        db,
        place,
        ids.filter((each) => !there.has(each)),
      )
      return {
        ...withStep(job, entity, {}, { ...taken.counts, gone: ended }),
        error_count: job.error_count + taken.errors,
        isStep: true,
      }
    })
    after = last.their_id
  }
}
