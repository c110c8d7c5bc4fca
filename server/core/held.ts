import type { RawBuilder } from 'kysely'
import type { Db } from './context.ts'

/** What reaches outside, as owners release it after a restore. */
export const holdKinds = ['mails', 'messages', 'webhooks', 'payments', 'syncs', 'ai', 'workflows'] as const
export type HoldKind = (typeof holdKinds)[number]

/** The next attempt of held work. Not a real date: further away than everything that is due. */
export const never = new Date('9999-01-01T00:00:00Z')

export const isHeldTime = (at: Date | null): boolean => at !== null && at.getTime() >= never.getTime()

/** Work of a module that reaches outside: a restore holds it, and an owner of the workspace releases it. */
export interface HeldWork {
  /** As a reader of the manifest calls it: `invoices by email`. */
  readonly name: string
  readonly kind: HoldKind
  /** The jobs that do it. */
  readonly jobs?: readonly { readonly name: string }[]
  /** What waits in a table of the module's own. */
  readonly rows?: HeldRows
}

/** Rows with the time of their next try. */
export interface HeldRows {
  /** The job that does what a row asks for: it is held with the rows, and each of them stands for both. */
  readonly job?: { readonly name: string }
  /** Sets the next try of all that are due, or will be, to `never`. */
  readonly postpone: (db: Db, orgId: string) => Promise<unknown>
  /** Those that are held are due `now`. */
  readonly release: (db: Db, orgId: string, now: Date) => Promise<unknown>
  /** A select of those that are held: when each was made, as `at`. */
  readonly madeAt: (orgId: string) => RawBuilder<unknown>
}

export const held = (definition: HeldWork): HeldWork => definition
