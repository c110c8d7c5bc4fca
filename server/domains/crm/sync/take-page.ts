import type { Db } from '#core/context.ts'
import type { CrmEntity, CrmPage } from '#ports/crm.ts'
import { applyPlans } from './apply-plans.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import { findLinks } from './links.ts'
import type { RefusedField, RunFacts } from './own-records.ts'
import { isChangedBy, PagePlans } from './page-plans.ts'
import { siftRemoved, touchPassedOver } from './passed-over.ts'
import { foreseeRefused, sampleRehearsed } from './rehearsed-plans.ts'
import { recallMet, rememberMet } from './rehearsed-states.ts'
import { addErrors, type ErrorNote, findNoted } from './run-notes.ts'
import { lookUpByIndexes } from './statement-settings.ts'
import { noCounts, type SyncCounts } from './sync-jobs.ts'
import { linkWaiting, readReferences, waitFor } from './waiting.ts'

/** What a page did, to be added to what the run did before. */
export interface Taken {
  readonly counts: SyncCounts
  readonly errors: number
  /** Records that this run had not met before. */
  readonly fresh: number
}

/**
 * Takes the records of a page, in the transaction that also moves the run on: each record is found or made here, its values are compared
 * with ours and with what both had, and what is known of it is noted. The same page twice changes nothing, and what
 * was removed here for good is passed over. A rehearsal comes to the same
 * verdicts and writes none of it.
 */
export const takePage = async (
  db: Db,
  facts: RunFacts,
  entity: CrmEntity,
  page: Pick<CrmPage, 'records' | 'unreadable'>,
): Promise<Taken> => {
  await lookUpByIndexes(db)
  const { job } = facts
  const place = { orgId: job.org_id, connectionId: job.connection_id, entity }
  const read = page.records.map((record) => readIncoming(entity, record, facts.mappings[entity], facts))
  const all = [...new Map(read.map((each) => [each.theirId, each])).values()]
  // A rehearsal leaves no links by which a record that comes again is known.
  const incoming = job.kind === 'rehearsal' ? await leaveMet(db, job, entity, all) : all
  const links = await findLinks(
    db,
    place,
    incoming.flatMap(({ theirId, mergedIds }) => [theirId, ...mergedIds]),
  )
  const { resolved, waiting } = await readReferences(db, facts, entity, incoming, links)

  const counts = { ...noCounts }
  const { taken, passedOver } = siftRemoved(resolved, links)
  const errors: ErrorNote[] = []
  const plans = new PagePlans(facts, entity, links)
  await plans.planKnown(db, taken)
  await plans.planUnknown(db, taken)
  const fresh = plans.all.filter(({ link }) => link?.jobId !== job.id || link.state !== 'linked')
  errors.push(...fresh.flatMap(({ incoming: { theirId, notes } }) => notes.map((note) => ({ record_id: theirId, ...note }))))
  counts.conflicts = plans.all.reduce((sum, { asks }) => sum + asks.length, 0)
  const failed = await leaveNoted(db, job, entity, [
    ...page.unreadable.map(({ id, reason }) => ({
      ...{ record_id: id, field: null, code: 'record_unreadable', message: reason },
    })),
    ...plans.refused.map(({ theirId }) => ({
      ...{ record_id: theirId, field: null, code: 'record_not_taken' },
      message: 'Another record here has its identity and could not be matched; read it again with the next sync.',
    })),
  ])
  counts.failed = failed.length
  errors.push(...failed)
  let refused: readonly RefusedField[]
  if (job.kind === 'rehearsal') {
    refused = await foreseeRefused(db, facts, entity, plans)
    await sampleRehearsed(db, facts, entity, plans.all, [...plans.leftOut, ...refused])
    await rememberMet(db, job, entity, metOf(incoming, plans.all))
  } else {
    await touchPassedOver(db, facts, entity, passedOver)
    refused = await applyPlans(db, facts, entity, plans)
    await waitFor(db, facts, entity, { theirIds: resolved.map(({ theirId }) => theirId), waiting })
    await linkWaiting(db, facts, entity, ourIdsOf(plans.all))
  }
  countPlans(counts, fresh, refused)
  errors.push(...[...plans.leftOut, ...refused].map((each) => errorNoteOf(each, plans.all)))
  await addErrors(db, job, entity, errors)
  const passed = passedOver.filter(({ link }) => link.jobId !== job.id).length
  return { counts, errors: errors.length, fresh: counts.total + passed }
}

/** Counts what became of records: by what was written, not by what was meant to be. */
const countPlans = (counts: SyncCounts, plans: PagePlans['all'], refused: readonly RefusedField[]): void => {
  for (const plan of plans) {
    if (plan.own === undefined) counts.new++
    else {
      if (plan.link === undefined) counts.matched++
      if (isChangedBy(plan, refused)) counts.changed++
      else counts.unchanged++
    }
  }
  counts.total = counts.new + counts.changed + counts.unchanged + counts.failed
}

const errorNoteOf = ({ id, field, code, message }: RefusedField, plans: PagePlans['all']): ErrorNote => ({
  record_id: plans.find(({ own, ourId }) => (own?.id ?? ourId) === id)?.incoming.theirId ?? id,
  ...{ field, code, message },
})

/** By each id under which a record may be waited for: others may name one that was merged into it before it came here. */
const ourIdsOf = (plans: PagePlans['all']): ReadonlyMap<string, string> =>
  new Map(
    plans.flatMap(({ incoming: { theirId, mergedIds }, ourId }) => [...mergedIds, theirId].map((id) => [id, ourId] as const)),
  )

/** Without those that the rehearsal has met before. */
const leaveMet = async (
  db: Db,
  job: RunFacts['job'],
  entity: CrmEntity,
  records: readonly Incoming[],
): Promise<readonly Incoming[]> => {
  const met = await recallMet(
    db,
    job,
    entity,
    records.map(({ theirId }) => theirId),
  )
  return records.filter(({ theirId }) => !met.has(theirId))
}

/** What would stand for each of these, under the id that a link would have. */
const metOf = (incoming: readonly Incoming[], plans: PagePlans['all']): ReadonlyMap<string, string | null> =>
  new Map([
    ...incoming.map(({ theirId }) => [theirId, null] as const),
    ...plans.map((plan) => [plan.incoming.theirId, plan.link?.ourId ?? plan.own?.id ?? plan.ourId] as const),
  ])

/** Without those that this run has noted before: a record that fails again is one. */
const leaveNoted = async (
  db: Db,
  job: RunFacts['job'],
  entity: CrmEntity,
  errors: readonly ErrorNote[],
): Promise<readonly ErrorNote[]> => {
  if (errors.length === 0) return errors
  const noted = await findNoted(
    db,
    job,
    entity,
    errors.map(({ record_id }) => record_id),
  )
  return errors.filter(({ record_id, code }) => !noted.has(`${code} ${record_id}`))
}
