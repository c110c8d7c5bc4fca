import type { Db } from '#core/context.ts'
import type { CrmEntity, CrmPage } from '#ports/crm.ts'
import { applyPlans } from './apply-plans.ts'
import { type Incoming, type Note, readIncoming } from './incoming.ts'
import { findLinks } from './links.ts'
import type { RunFacts } from './own-records.ts'
import { PagePlans } from './page-plans.ts'
import { notePassedOver, siftRemoved } from './passed-over.ts'
import { sampleRehearsed } from './rehearsed-plans.ts'
import { addErrors, type ErrorNote } from './run-notes.ts'
import { lookUpByIndexes } from './statement-settings.ts'
import { noCounts, type SyncCounts } from './sync-jobs.ts'
import { linkWaiting, readReferences, waitFor } from './waiting.ts'

/** What a page did, to be added to what the run did before. */
export interface Taken {
  readonly counts: SyncCounts
  readonly errors: number
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
  const incoming = [...new Map(read.map((each) => [each.theirId, each])).values()]
  const { resolved, waiting } = await readReferences(db, facts, entity, incoming)
  const links = await findLinks(
    db,
    place,
    resolved.flatMap(({ theirId, mergedIds }) => [theirId, ...mergedIds]),
  )

  const counts = { ...noCounts }
  const errors: ErrorNote[] = [...page.unreadable].map(({ id, reason }) => ({
    ...{ record_id: id, field: null, code: 'record_unreadable', message: reason },
  }))
  counts.failed += page.unreadable.length
  const noted = (record: Incoming, notes: readonly Note[]) => {
    for (const note of notes) errors.push({ record_id: record.theirId, ...note })
  }

  const { taken, passedOver } = siftRemoved(resolved, links)
  const plans = new PagePlans(facts, entity, links)
  await plans.planKnown(db, taken)
  await plans.planUnknown(db, taken)
  for (const { incoming: record, link, own, isChanged } of plans.all) {
    noted(record, record.notes)
    if (link?.jobId === job.id && link.state === 'linked') continue
    if (own === undefined) counts.new++
    else {
      if (link === undefined) counts.matched++
      if (isChanged) counts.changed++
      else counts.unchanged++
    }
  }
  for (const record of plans.refused) {
    counts.failed++
    errors.push({
      ...{ record_id: record.theirId, field: null, code: 'record_not_taken' },
      message: 'Another record here has its identity and could not be matched; read it again with the next sync.',
    })
  }
  counts.conflicts = plans.all.reduce((sum, { asks }) => sum + asks.length, 0)
  counts.total = counts.new + counts.changed + counts.unchanged + counts.failed
  if (job.kind === 'rehearsal') await sampleRehearsed(db, facts, entity, plans.all)
  else {
    await notePassedOver(db, facts, entity, passedOver)
    for (const refusal of await applyPlans(db, facts, entity, plans)) errors.push(refusal)
    await waitFor(db, facts, entity, waiting)
    await linkWaiting(db, facts, entity, new Map(plans.all.map(({ incoming: { theirId }, ourId }) => [theirId, ourId])))
  }
  await addErrors(db, job, entity, errors)
  return { counts, errors: errors.length }
}
