import type { SimulatorContext } from '../simulators.ts'
import { type AnyRecord, type Entity, entities, type Seed, seededRecord } from './seed.ts'

/** Where a page begins and which records it is of. Ids and times are compared as numbers. */
export interface Range {
  /** Only after this id (in the order of ids), or after this time and id (in the order of changes). */
  readonly afterId?: number
  readonly after?: { readonly at: number; readonly id: number }
  /** Changed at this time or later, in milliseconds. */
  readonly from?: number
  /** Changed before this time. */
  readonly until?: number
  readonly limit: number
  readonly deleted?: boolean
}

/** What lies over the seed of an account. A record that is in here is not asked of the seed. */
interface Laid {
  readonly seed: Seed
  of(entity: Entity): ReadonlyMap<number, AnyRecord>
  /** In an order; sorted once until something changes. */
  sorted(entity: Entity, by: 'id' | 'change', deleted: boolean): readonly AnyRecord[]
}

const openLaid = (context: Pick<SimulatorContext, 'table'>, account: string) => {
  const kept = context.table<Kept>(`records-${account}`)
  const seeds = context.table<{ readonly id: string; readonly seed: Seed }>('seeds')
  const laid = new Map<Entity, Map<number, AnyRecord>>(entities.map((entity) => [entity, new Map()]))
  const of = (entity: Entity) => laid.get(entity) as Map<number, AnyRecord>
  for (const { entity, row } of [...kept.list()].reverse()) of(entity).set(row.id, row)
  let seed: Seed = seeds.find(account)?.seed ?? usualSeed
  let sorted = new Map<string, readonly AnyRecord[]>()

  return {
    get seed(): Seed {
      return seed
    },
    of,
    sorted(entity: Entity, by: 'id' | 'change', deleted: boolean): readonly AnyRecord[] {
      const key = `${entity} ${by} ${deleted}`
      const known = sorted.get(key)
      if (known) return known
      const all = [...of(entity).values()]
        .filter(({ deletedAt }) => (deletedAt !== null) === deleted)
        .sort((a, b) => (by === 'id' ? a.id - b.id : a.modifiedAt - b.modifiedAt || a.id - b.id))
      sorted.set(key, all)
      return all
    },
    lay(entity: Entity, record: AnyRecord): AnyRecord {
      of(entity).set(record.id, record)
      sorted = new Map()
      kept.put({ id: `${entity}-${record.id}`, entity, row: record })
      return record
    },
    reseed(wanted: Partial<Seed>): Seed {
      seed = { ...usualSeed, ...wanted }
      seeds.put({ id: account, seed })
      for (const [, records] of laid) records.clear()
      sorted = new Map()
      kept.empty()
      return seed
    },
  }
}

const findRecord = ({ seed, of }: Laid, entity: Entity, id: number): AnyRecord | undefined =>
  of(entity).get(id) ?? (Number.isInteger(id) && id >= 1 && id <= seed[entity] ? seededRecord(seed, entity, id) : undefined)

const listRecords = ({ seed, of, sorted }: Laid, entity: Entity, by: 'id' | 'change', range: Range): AnyRecord[] => {
  const {
    afterId = 0,
    after,
    from = Number.NEGATIVE_INFINITY,
    until = Number.POSITIVE_INFINITY,
    limit,
    deleted = false,
  } = range
  const isIn = ({ id, modifiedAt }: AnyRecord): boolean =>
    id > afterId &&
    modifiedAt >= from &&
    modifiedAt < until &&
    (after === undefined || modifiedAt > after.at || (modifiedAt === after.at && id > after.id))
  const found: AnyRecord[] = []
  const over = sorted(entity, by, deleted)
  // The seed's times rise with its ids, so that both orders are the same in it, and a time is a place.
  let next = deleted ? seed[entity] + 1 : Math.max(afterId + 1, firstAt(seed, Math.max(from, after?.at ?? from)))
  let at = by === 'id' ? firstAfter(over, afterId) : 0
  while (found.length < limit) {
    while (next <= seed[entity] && of(entity).has(next)) next++
    const seeded = next <= seed[entity] ? seededRecord(seed, entity, next) : undefined
    const other = over[at]
    if (!seeded && !other) break
    const isSeeded = seeded && (!other || isBefore(seeded, other, by))
    const record = (isSeeded ? seeded : other) as AnyRecord
    if (isSeeded) next++
    else at++
    if (isSeeded && record.modifiedAt >= until) next = seed[entity] + 1
    if (isIn(record)) found.push(record)
  }
  return found
}

const countRecords = (
  { seed, of, sorted }: Laid,
  entity: Entity,
  {
    afterId = 0,
    from = Number.NEGATIVE_INFINITY,
    until = Number.POSITIVE_INFINITY,
    deleted = false,
  }: Omit<Range, 'limit' | 'after'>,
): number => {
  const isIn = ({ id, modifiedAt }: AnyRecord): boolean => id > afterId && modifiedAt >= from && modifiedAt < until
  const over = sorted(entity, 'id', deleted).filter(isIn).length
  if (deleted) return over
  const [first, last] = [Math.max(firstAt(seed, from), afterId + 1), Math.min(seed[entity], firstAt(seed, until) - 1)]
  const covered = [...of(entity).keys()].filter((id) => id >= first && id <= last).length
  return Math.max(0, last - first + 1) - covered + over
}

/**
 * The records of one simulated account: a seed gives any number of them without a file each, and what people and programs change lies over
 * it. Deleted records stay, marked; merged ones are deleted and say into which.
 */
export const openRecords = (context: Pick<SimulatorContext, 'table' | 'now'>, account: string) => {
  const laid = openLaid(context, account)
  const find = (entity: Entity, id: number): AnyRecord | undefined => findRecord(laid, entity, id)
  const findLive = (entity: Entity, id: number): AnyRecord | undefined => {
    const record = find(entity, id)
    return record?.deletedAt === null ? record : undefined
  }

  return {
    get seed(): Seed {
      return laid.seed
    },
    /** Begins anew with other numbers: what was edited is gone. */
    reseed: laid.reseed,
    /** Also one that was deleted. */
    find,
    /** In the order of ids, or of changes (time, then id). */
    list: (entity: Entity, by: 'id' | 'change', range: Range): AnyRecord[] => listRecords(laid, entity, by, range),
    count: (entity: Entity, range: Omit<Range, 'limit' | 'after'> = {}): number => countRecords(laid, entity, range),
    create(
      entity: Entity,
      given: Pick<AnyRecord, 'values'> & Partial<Pick<AnyRecord, 'companyIds' | 'contactIds'>>,
    ): AnyRecord {
      const highest = [...laid.of(entity).keys()].reduce((most, id) => Math.max(most, id), laid.seed[entity])
      const now = context.now().getTime()
      return laid.lay(entity, {
        ...{ id: highest + 1, createdAt: now, modifiedAt: now, companyIds: [], contactIds: [] },
        ...{ deletedAt: null, mergedInto: null, mergedIds: [] },
        ...given,
      })
    },
    /** Changes these values; null clears one. `at`: when, for tests with times of their own. */
    edit(
      entity: Entity,
      id: number,
      changes: Partial<Pick<AnyRecord, 'values' | 'companyIds' | 'contactIds'>>,
      at = context.now().getTime(),
    ): AnyRecord | undefined {
      const before = findLive(entity, id)
      if (!before) return undefined
      return laid.lay(entity, { ...before, ...changes, values: { ...before.values, ...changes.values }, modifiedAt: at })
    },
    remove(entity: Entity, id: number): boolean {
      const before = findLive(entity, id)
      if (!before) return false
      const now = context.now().getTime()
      laid.lay(entity, { ...before, deletedAt: now, modifiedAt: now })
      return true
    },
    /** The loser is deleted and names the winner, which knows its ids; blanks of the winner are filled. */
    merge(entity: Entity, winnerId: number, loserId: number): AnyRecord | undefined {
      const [winner, loser] = [findLive(entity, winnerId), findLive(entity, loserId)]
      if (!winner || !loser || winnerId === loserId) return undefined
      const now = context.now().getTime()
      laid.lay(entity, { ...loser, deletedAt: now, modifiedAt: now, mergedInto: winnerId })
      const filled = Object.fromEntries(Object.entries(loser.values).filter(([name]) => winner.values[name] == null))
      return laid.lay(entity, {
        ...winner,
        values: { ...winner.values, ...filled },
        mergedIds: [...winner.mergedIds, loserId, ...loser.mergedIds],
        companyIds: [...new Set([...winner.companyIds, ...loser.companyIds])],
        contactIds: [...new Set([...winner.contactIds, ...loser.contactIds])],
        modifiedAt: now,
      })
    },
  }
}
export type CrmRecords = ReturnType<typeof openRecords>

interface Kept {
  readonly id: string
  readonly entity: Entity
  readonly row: AnyRecord
}

/** What a newcomer finds: enough to see something of everything. */
export const usualSeed: Seed = {
  ...{ seed: 1, companies: 20, contacts: 60, deals: 24 },
  ...{ startsAt: Date.UTC(2024, 0, 1), stepMs: 60_000, ties: 1 },
}

/** The first seeded record that changed at this time or later. */
const firstAt = ({ startsAt, stepMs, ties }: Seed, at: number): number => {
  if (at === Number.POSITIVE_INFINITY) return Number.MAX_SAFE_INTEGER
  return at <= startsAt ? 1 : Math.ceil((at - startsAt) / stepMs) * ties + 1
}

const firstAfter = (records: readonly AnyRecord[], id: number): number => {
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((records[middle]?.id ?? 0) > id) high = middle
    else low = middle + 1
  }
  return low
}

const isBefore = (one: AnyRecord, other: AnyRecord, by: 'id' | 'change'): boolean =>
  by === 'id' || one.modifiedAt === other.modifiedAt ? one.id < other.id : one.modifiedAt < other.modifiedAt
