import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { RunFacts } from './own-records.ts'
import type { Plan } from './page-plans.ts'
import { addSamples, type SampleNote } from './run-notes.ts'

/** Notes what would have been done with some of the records. */
export const sampleRehearsed = async (db: Db, { job }: RunFacts, entity: CrmEntity, plans: readonly Plan[]): Promise<void> => {
  const samples = plans.flatMap(({ incoming, link, own, writes, asks, isChanged }): SampleNote[] => {
    const verdict =
      asks.length > 0
        ? 'conflicting'
        : own === undefined
          ? 'new'
          : link === undefined
            ? 'matched'
            : isChanged
              ? 'changed'
              : null
    if (verdict === null) return []
    const taken = own === undefined ? incoming.values : writes
    const fields = [
      ...Object.entries(taken).map(([field, theirs]) => ({
        field,
        ours: own?.values[field] ?? null,
        theirs,
        verdict: 'take',
      })),
      ...asks.map((ask) => ({ ...ask, verdict: 'ask' })),
    ].filter(({ ours, theirs }) => ours !== theirs)
    return [{ record_id: incoming.theirId, verdict, details: { fields: fields.slice(0, 50) } }]
  })
  await addSamples(db, job, entity, samples)
}
