import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { isRace } from '#db/races.ts'
import type { ChangedRow, Outcome } from '../changed-records.ts'
import type { ChangedKind, WantedChange } from '../wanted-changes.ts'

/** In which a part of a change is made: one transaction, in the name of who started it. */
export interface Doing {
  readonly db: Db
  readonly orgId: string
  readonly kind: ChangedKind
  /** Who started it, or undoes it; null: a key. */
  readonly personId: string | null
  readonly newId: () => string
}

type Of<Type> = Extract<WantedChange, { readonly type: Type }>

/** How records are changed in one way, and given back what they were. Each answers an outcome for every record. */
export interface Way<Type extends WantedChange['type']> {
  /** Of records that there are, that are in no bin and stand for themselves. */
  readonly apply: (doing: Doing, ids: readonly string[], change: Of<Type>) => Promise<Outcome[]>
  /** Only where they still are as the change has left them. */
  readonly undo: (doing: Doing, rows: readonly ChangedRow[], change: Of<Type>) => Promise<Outcome[]>
}

/** Any of them, as a list holds it. */
export interface AnyWay {
  readonly apply: (doing: Doing, ids: readonly string[], change: never) => Promise<Outcome[]>
  readonly undo: (doing: Doing, rows: readonly ChangedRow[], change: never) => Promise<Outcome[]>
}

export const way = <const Type extends WantedChange['type']>(definition: Way<Type> & { readonly type: Type }) => definition

export const unchanged = (id: string): Outcome => ({ id, state: 'skipped', reason: 'unchanged' })
export const changedSince = ({ record_id }: Pick<ChangedRow, 'record_id'>): Outcome => ({
  id: record_id,
  state: 'kept',
  reason: 'changed_since',
})
export const undone = ({ record_id }: Pick<ChangedRow, 'record_id'>): Outcome => ({ id: record_id, state: 'undone' })

/**
 * Works on all at once; where that fails, on each half, down to the one that is at fault: its change is undone, the others stand. What another
 * process took at the same moment is no fault, and goes to the caller.
 */
export const inHalves = async <T>(
  db: Db,
  all: readonly T[],
  work: (some: readonly T[]) => Promise<Outcome[]>,
  failed: (one: T, code: string) => Outcome,
): Promise<Outcome[]> => {
  const [first] = all
  if (first === undefined) return []
  await sql`savepoint bulk_change`.execute(db)
  try {
    const outcomes = await work(all)
    await sql`release savepoint bulk_change`.execute(db)
    return outcomes
  } catch (error) {
    if (isRace(error)) throw error
    await sql`rollback to savepoint bulk_change`.execute(db)
    await sql`release savepoint bulk_change`.execute(db)
    if (all.length === 1) return [failed(first, error instanceof Failure ? error.code : 'server_error')]
    const half = Math.ceil(all.length / 2)
    const before = await inHalves(db, all.slice(0, half), work, failed)
    return [...before, ...(await inHalves(db, all.slice(half), work, failed))]
  }
}

/** By the JSON of what is to be done with each, so that those with the same are done together. */
export const together = <T>(rows: readonly T[], keyOf: (row: T) => unknown): T[][] => [
  ...Map.groupBy(rows, (row) => JSON.stringify(keyOf(row))).values(),
]
