import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'

export const hourMs = 3_600_000

/** A contact that the demo has made; its first lead bears the same id. */
export interface DemoPerson {
  readonly id: string
  readonly email: string
  readonly full_name: string
  readonly phone: string | null
  readonly company: string | null
  readonly created_at: Date
}

export interface Seeding {
  readonly db: Db
  readonly orgId: string
  readonly now: Date
  readonly vault: Vault
  /** Who works in the demo, in turn: first who asked for it. */
  readonly members: readonly [string, ...string[]]
  readonly people: ReadonlyMap<string, DemoPerson>
  readonly currency: string
  readonly targetMinutes: number
}

export const ago = ({ now }: Pick<Seeding, 'now'>, hours: number): Date => new Date(now.getTime() - hours * hourMs)

/** Whose the n-th record is: two of three are of who asked for the demo. */
export const memberAt = ({ members }: Pick<Seeding, 'members'>, n: number): string =>
  (n % 3 === 2 ? members[1 + (Math.floor(n / 3) % Math.max(1, members.length - 1))] : undefined) ?? members[0]
