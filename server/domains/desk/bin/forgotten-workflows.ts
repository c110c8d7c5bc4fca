import type { Db } from '#core/context.ts'
import { reaction } from '#core/events/reaction.ts'
import { forgetRehearsals } from '#domains/automation/rehearsals/forgotten-rehearsals.ts'
import { forgetRuns, type Removed } from '#domains/automation/workflows/forgotten-runs.ts'
import { mergeGroupsOf } from '#domains/crm/identities/merge-groups.ts'
import { type BinKind, binKinds } from './bin-kinds.ts'
import { binEvents } from './events.ts'

/** What workflows know of records that are removed for good, and would go on with. While the records say by which addresses people were reached. */
export const forgetWorkflows = async (db: Db, orgId: string, removed: Removed): Promise<void> => {
  await forgetRuns(db, orgId, removed)
  await forgetRehearsals(db, orgId, removed)
}

/** A run that began while its record was being removed is seen by neither: once more, when all that was open then has ended. */
export const forgetLateRuns = reaction({
  name: 'forget-late-runs',
  summary: 'Cancel and empty runs of workflows that began about a record while it was removed for good',
  on: [binEvents.removed],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },

  async run(events, { db, org }) {
    for (const kind of binKinds) {
      const ids = events.flatMap((event) => (event.stored.kind === kind ? event.subjectId : []))
      if (ids.length > 0) await forgetWorkflows(db, org.id, await removedOf(db, org.id, kind, ids))
    }
  },
})

const removedOf = async (db: Db, orgId: string, kind: BinKind, ids: readonly string[]): Promise<Removed> => {
  const contactIds = kind === 'contact' ? await mergeGroupsOf(db, orgId, ids) : []
  return { ids: [...ids, ...contactIds], contactIds, dealIds: kind === 'deal' ? ids : [] }
}
