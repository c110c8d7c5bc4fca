import type { CrmRecords } from '../crm/records.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { secondOf } from './shown.ts'

/** Live records in an order, read as they are needed. Times are whole seconds: within one, the order is that of ids. */

const atOnce = 2_000

export function* byId(records: CrmRecords, entity: Entity, afterId = 0): Generator<AnyRecord> {
  for (let after = afterId; ; ) {
    const some = records.list(entity, 'id', { afterId: after, limit: atOnce })
    yield* some
    if (some.length < atOnce) return
    after = (some.at(-1) as AnyRecord).id
  }
}

export function* byIdBackwards(records: CrmRecords, entity: Entity, beforeId = Number.POSITIVE_INFINITY): Generator<AnyRecord> {
  const seeded = records.seed[entity]
  const newest = records.list(entity, 'id', { afterId: seeded, limit: Number.POSITIVE_INFINITY }).reverse()
  yield* newest.filter(({ id }) => id < beforeId)
  for (let before = Math.min(beforeId, seeded + 1); before > 1; before -= atOnce) {
    const first = Math.max(1, before - atOnce)
    const some = records.list(entity, 'id', { afterId: first - 1, limit: before - first })
    yield* some.filter(({ id }) => id < before).reverse()
  }
}

/** `from`: a second; only records that changed in it or later. */
export function* byChange(records: CrmRecords, entity: Entity, from = Number.NEGATIVE_INFINITY): Generator<AnyRecord> {
  for (let second = from; ; ) {
    const some = records.list(entity, 'change', { from: second * 1_000, limit: atOnce })
    const last = some.at(-1)
    if (!last) return
    const lastSecond = secondOf(last.modifiedAt)
    const whole = records.list(entity, 'change', {
      ...{ from: lastSecond * 1_000, until: (lastSecond + 1) * 1_000, limit: Number.POSITIVE_INFINITY },
    })
    const earlier = some.filter(({ modifiedAt }) => secondOf(modifiedAt) < lastSecond)
    yield* earlier.sort((a, b) => secondOf(a.modifiedAt) - secondOf(b.modifiedAt) || a.id - b.id)
    yield* whole.sort((a, b) => a.id - b.id)
    second = lastSecond + 1
  }
}
