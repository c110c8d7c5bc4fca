import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { changesOf } from './apply-plans.ts'
import { isCustomName } from './mappings.ts'
import { ownRecordsOf } from './own.ts'
import type { Claim, OwnRecord, RefusedField, RunFacts } from './own-records.ts'
import { isChangedBy, type PagePlans, type Plan, type Values } from './page-plans.ts'
import { rememberHolders, rememberValues } from './rehearsed-states.ts'
import { addSamples, type SampleNote } from './run-notes.ts'

/** Values that may not be written: another record has them, or they are blank where a name must be, or name what is not here. */
const refusable: ReadonlySet<string> = new Set(['email', 'phone', 'domain', 'name', 'stage'])

/** A record that the page changes, as it was before it. */
interface Change {
  readonly id: string
  readonly before: OwnRecord
  readonly values: Values
  readonly claims: readonly Claim[]
}

/**
 * What the run would not be able to write. Where a page before this one would have given or taken away what is claimed, that decides; all else is
 * written, and taken back before another reader sees it.
 */
export const foreseeRefused = async (
  db: Db,
  facts: RunFacts,
  entity: CrmEntity,
  plans: PagePlans,
): Promise<readonly RefusedField[]> => {
  const { claimsOf, holdersOf, write } = ownRecordsOf[entity]
  const owns = new Map(plans.all.toReversed().flatMap(({ own }) => (own ? [[own.id, own] as const] : [])))
  const changes = [...changesOf(plans.all)].flatMap(([id, values]): Change[] => {
    const before = owns.get(id)
    return before ? [{ id, before, values, claims: claimsOf(facts, values) }] : []
  })
  await plans.recallHolders(
    db,
    changes.flatMap(({ claims }) => claims.map(({ key }) => key)),
  )
  const unwritten = changes.filter(({ id }) => plans.foreseen.has(id))
  const elsewhere = await holdersOf(
    db,
    facts,
    unwritten.flatMap(({ claims }) => claims),
  )
  const holders = new Map([...elsewhere, ...plans.holders])
  const isSettled = (id: string, key: string): boolean => plans.foreseen.has(id) || plans.holders.has(key)

  const refused: RefusedField[] = []
  const moved = movesOf(facts, claimsOf)
  for (const change of changes)
    for (const claim of change.claims.filter(({ key }) => isSettled(change.id, key))) {
      const holder = holders.get(claim.key) ?? null
      if (holder !== null && holder !== change.id) refused.push(claim.refusal(change.id))
      else for (const [key, id] of moved(change, claim.field)) holders.set(key, id)
    }
  const tried = new Map(
    changes.flatMap(({ id, values, claims }) => {
      const settled = new Set(claims.flatMap(({ field, key }) => (isSettled(id, key) ? field : [])))
      const some = Object.entries(values).filter(([field]) => refusable.has(field) && !settled.has(field))
      return some.length === 0 || plans.foreseen.has(id) ? [] : [[id, Object.fromEntries(some)] as const]
    }),
  )
  if (tried.size > 0) {
    await sql`savepoint before_rehearsal`.execute(db)
    refused.push(...(await write(db, facts, tried)))
    await sql`rollback to savepoint before_rehearsal`.execute(db)
  }
  const isRefused = (id: string, name: string) => refused.some((each) => each.id === id && each.field === name)
  for (const change of changes)
    for (const field of Object.keys(change.values))
      if (!isRefused(change.id, field)) for (const [key, id] of moved(change, field)) plans.holders.set(key, id)
  await rememberPage(db, facts, entity, plans, { owns, isRefused })
  return refused
}

/** Who has what a record had in a field, and what it gets. */
const movesOf =
  (facts: RunFacts, claimsOf: (facts: RunFacts, values: Values) => readonly Claim[]) =>
  ({ id, before, claims }: Change, field: string): readonly (readonly [string, string | null])[] => [
    ...claimsOf(facts, before.values).flatMap((each) => (each.field === field ? [[each.key, null] as const] : [])),
    ...claims.flatMap((each) => (each.field === field ? [[each.key, id] as const] : [])),
  ]

/** For the pages behind it: who would have what, and how the records would be that may be found again. */
const rememberPage = async (
  db: Db,
  facts: RunFacts,
  entity: CrmEntity,
  plans: PagePlans,
  {
    owns,
    isRefused,
  }: {
    readonly owns: ReadonlyMap<string, OwnRecord>
    readonly isRefused: (id: string, field: string) => boolean
  },
): Promise<void> => {
  const { job } = facts
  const { claimsOf } = ownRecordsOf[entity]
  await rememberHolders(db, job, plans.holders)
  const values = [...plans.all].flatMap(({ own, ourId, writes }) => {
    const id = own?.id ?? ourId
    const now = plans.own.get(ourId)
    if (!now || (own && Object.keys(writes).length === 0)) return []
    const before = owns.get(id)
    const kept = Object.entries(now.values)
      .filter(([field]) => !isCustomName(field))
      .map(([field, value]): [string, string | null] => [field, isRefused(id, field) ? (before?.values[field] ?? null) : value])
    const state = Object.fromEntries(kept)
    return claimsOf(facts, state).length === 0 ? [] : [[id, state] as const]
  })
  await rememberValues(db, job, entity, new Map(values))
}

/** Which record another belongs to is told by an id, under which nothing stands before it is written. */
const unshown: ReadonlySet<string> = new Set(['company_id', 'contact_id', 'people'])
const mostFields = 50

/** Notes what would have been done with some of the records, and what would be left out of them. */
export const sampleRehearsed = async (
  db: Db,
  { job }: RunFacts,
  entity: CrmEntity,
  plans: readonly Plan[],
  refused: readonly RefusedField[],
): Promise<void> => {
  const samples = plans.flatMap((plan): SampleNote[] => {
    const { incoming, own, ourId, writes, asks } = plan
    const verdict = verdictOf(plan, refused)
    if (verdict === null) return []
    const taken = own === undefined ? incoming.values : writes
    const isAsked = (field: string) => asks.some((ask) => ask.field === field)
    const others = refused.filter(({ id, field }) => id === (own?.id ?? ourId) && field in taken && !isAsked(field))
    const oursOf = (field: string): string | null => own?.values[field] ?? null
    const fields = [
      ...Object.entries(taken)
        .filter(([field]) => !unshown.has(field) && !isAsked(field) && !others.some((each) => each.field === field))
        .map(([field, theirs]) => ({ field, ours: oursOf(field), theirs, verdict: 'take' }))
        .filter(({ ours, theirs }) => ours !== theirs),
      ...asks.map((ask) => ({ ...ask, verdict: 'ask' })),
      ...others.map(({ field, message }) => ({
        ...{ field, ours: oursOf(field), theirs: taken[field] ?? null, verdict: 'leave', reason: message },
      })),
      ...incoming.notes.flatMap(({ field, said, message }) =>
        field === null || said === undefined
          ? []
          : [{ field, ours: oursOf(field), theirs: said.slice(0, longestSaid), verdict: 'leave', reason: message }],
      ),
    ]
    return [{ record_id: incoming.theirId, verdict, details: { fields: fields.slice(0, mostFields) } }]
  })
  await addSamples(db, job, entity, samples)
}

/** Characters of a value that could not be read. */
const longestSaid = 500

const verdictOf = (plan: Plan, refused: readonly RefusedField[]): string | null => {
  if (plan.asks.length > 0) return 'conflicting'
  if (plan.own === undefined) return 'new'
  if (plan.link === undefined) return 'matched'
  return isChangedBy(plan, refused) ? 'changed' : null
}
