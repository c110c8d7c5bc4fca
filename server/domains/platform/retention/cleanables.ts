import type { Db, Enqueue } from '#core/context.ts'
import { type CountedRows, countExpired, deleteAllExpired, type ExpiredRows } from '#core/expired-rows.ts'
import { question } from '#core/within.ts'

/** What a cleanup removes, in this order. Never what is evidence: the audit log, documents and their seals, payments. */
export const cleanupKinds = [
  'sessions',
  'challenges',
  'oauth_flows',
  'idempotency',
  'deliveries',
  'provider_calls',
  'mails',
  'webhook_deliveries',
  'uploads',
  'ai_reservations',
  'transcripts',
  'sync_pages',
] as const
export type CleanupKind = (typeof cleanupKinds)[number]

/** Rows of one kind that are kept no longer. */
export interface Cleanable {
  readonly kind: CleanupKind
  /** How long they are kept; null where they carry their own end, or the workspace sets it. */
  readonly keptDays: number | null
  count(db: Db): Promise<CountedRows>
  /** Removes a lot of them, `batchRows` at most; answers how many, and 0 once none is left. */
  remove(db: Db): Promise<number>
}

interface Cleaning {
  /** What is kept no longer at this moment goes. */
  readonly now: Date
  readonly enqueue: Enqueue
}

/** What a module has that is kept no longer. Asked to count, and asked to remove: the same rows. */
export const cleaning = question<Cleaning, readonly Cleanable[]>('cleanup.kinds')

/** What is simply deleted. */
export const cleanable = (kind: CleanupKind, keptDays: number | null, rows: readonly ExpiredRows[]): Cleanable => ({
  kind,
  keptDays,
  async count(db) {
    const counted: CountedRows[] = []
    for (const each of rows) counted.push(await countExpired(db, each))
    const times = counted.flatMap(({ oldest }) => (oldest ? [oldest.getTime()] : []))
    return {
      rows: counted.reduce((sum, each) => sum + each.rows, 0),
      oldest: times.length === 0 ? null : new Date(Math.min(...times)),
    }
  },
  remove: (db) => deleteAllExpired(db, rows),
})

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)
