import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { nilId } from '#core/ids.ts'

export interface DemoCall {
  readonly id: string
  readonly direction: 'in' | 'out'
  readonly contactId: string
  readonly dealId: string | null
  /** The contact's, in E.164. */
  readonly number: string
  readonly personId: string
  readonly at: Date
  /** Null: it was not answered. */
  readonly seconds: number | null
}

/** A number that is kept for film and print. */
const ownNumber = '+442079460000'

/** Adds calls of the demo as they ended: of no account, so no provider is asked about them, and without an event. */
export const addDemoCalls = async (db: Db, orgId: string, calls: readonly DemoCall[]): Promise<void> => {
  if (calls.length === 0) return
  await db
    .insertInto('calls')
    .values(
      calls.map(({ id, direction, contactId, dealId, number, personId, at, seconds }) => {
        const isAnswered = seconds !== null
        return {
          ...{ org_id: orgId, id, connection_id: nilId, provider_call_id: `demo-${id}`, direction },
          ...{ contact_id: contactId, deal_id: dealId, person_id: isAnswered ? personId : null },
          ...(direction === 'in'
            ? { from_number: number, to_number: ownNumber }
            : { from_number: ownNumber, to_number: number }),
          ...{ state: isAnswered ? 'completed' : 'no_answer', state_rank: 5, is_missed: direction === 'in' && !isAnswered },
          ...{ started_at: at, answered_at: isAnswered ? new Date(at.getTime() + 9_000) : null },
          ...{ ended_at: new Date(at.getTime() + (9 + (seconds ?? 20)) * 1_000), duration_s: seconds },
        }
      }),
    )
    .execute()
}

export const removeDemoCalls = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await sql`delete from calls where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`.execute(db)
}
