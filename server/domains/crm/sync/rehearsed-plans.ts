import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { changesOf } from './apply-plans.ts'
import { ownRecordsOf } from './own.ts'
import type { RefusedField, RunFacts } from './own-records.ts'
import { isChangedBy, type Plan } from './page-plans.ts'
import { addSamples, recallClaims, rememberClaims, type SampleNote } from './run-notes.ts'

/** Values that may not be written: another record has them, or they are blank where a name must be, or name what is not here. */
const refusable: ReadonlySet<string> = new Set(['email', 'phone', 'domain', 'name', 'stage'])

/**
 * What the run would not be able to write: it is written, and taken back before another reader sees it. What this page and those before it would
 * have given to another record, or taken from one, is remembered.
 */
export const foreseeRefused = async (
  db: Db,
  facts: RunFacts,
  entity: CrmEntity,
  plans: readonly Plan[],
): Promise<readonly RefusedField[]> => {
  const { claimsOf, write } = ownRecordsOf[entity]
  const added = plans.filter(({ own }) => own === undefined).flatMap(({ incoming }) => claimsOf(facts, incoming.values))
  await rememberClaims(db, facts.job, 'has', added)
  // What a page before this one would have made stands nowhere; its id is that of the record there.
  const changes = changesOf(plans.filter(({ own, incoming }) => own?.id !== incoming.theirId))
  const claims = new Map([...changes].map(([id, values]) => [id, claimsOf(facts, values)] as const))
  const [given, freed] = await recallClaims(db, facts.job, [...claims.values()].flat())

  const refused = [...claims].flatMap(([id, own]) => own.filter(({ key }) => given.has(key)).map((each) => each.refusal(id)))
  const tried = new Map(
    [...changes].flatMap(([id, values]) => {
      const settled = new Set(claims.get(id)?.flatMap(({ field, key }) => (given.has(key) || freed.has(key) ? field : [])))
      const some = Object.entries(values).filter(([field]) => refusable.has(field) && !settled.has(field))
      return some.length === 0 ? [] : [[id, Object.fromEntries(some)] as const]
    }),
  )
  if (tried.size > 0) {
    await sql`savepoint before_rehearsal`.execute(db)
    refused.push(...(await write(db, facts, tried)))
    await sql`rollback to savepoint before_rehearsal`.execute(db)
  }

  const isRefused = (id: string, name: string) => refused.some((each) => each.id === id && each.field === name)
  const written = [...claims].flatMap(([id, own]) => own.filter(({ field }) => !isRefused(id, field)))
  await rememberClaims(db, facts.job, 'has', written)
  const left = plans.flatMap(({ own, writes }) =>
    own === undefined ? [] : claimsOf(facts, own.values).filter(({ field }) => field in writes && !isRefused(own.id, field)),
  )
  await rememberClaims(db, facts.job, 'free', left)
  return refused
}

/** Notes what would have been done with some of the records. */
export const sampleRehearsed = async (
  db: Db,
  { job }: RunFacts,
  entity: CrmEntity,
  plans: readonly Plan[],
  refused: readonly RefusedField[],
): Promise<void> => {
  const samples = plans.flatMap((plan): SampleNote[] => {
    const { incoming, link, own, writes, asks } = plan
    const verdict =
      asks.length > 0
        ? 'conflicting'
        : own === undefined
          ? 'new'
          : link === undefined
            ? 'matched'
            : isChangedBy(plan, refused)
              ? 'changed'
              : null
    if (verdict === null) return []
    const taken = own === undefined ? incoming.values : writes
    const isRefused = (field: string) => refused.some((each) => each.id === own?.id && each.field === field)
    const written = Object.entries(taken).filter(([field]) => !isRefused(field))
    const fields = [
      ...written.map(([field, theirs]) => ({
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
