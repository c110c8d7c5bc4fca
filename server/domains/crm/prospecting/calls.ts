import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import { creditsOfPerson, type Enriched, type LateNumber } from '#ports/prospects.ts'
import { leaseOf, type PlannedCall } from './plans.ts'
import { findProspects, openPerson, sealPerson } from './prospects.ts'

/** Longer than a call to the vendor lasts. */
const sentLeaseSeconds = 120

export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Marks a call as made, just before it is. False: it was taken for lost, and its people are free again. */
export const markSent = async (db: Db, orgId: string, callId: string, hookSecret: string | null): Promise<boolean> => {
  const marked = await db
    .updateTable('prospect_calls')
    .set({
      state: 'sent',
      lease_until: leaseOf(sentLeaseSeconds),
      hook_hash: hookSecret === null ? null : digestOf(hookSecret),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', callId)
    .where('state', '=', 'reserved')
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Ends a call once. A late answer takes the place of an unknown end. */
export const endCall = async (
  db: Db,
  orgId: string,
  callId: string,
  from: readonly ('reserved' | 'sent' | 'unknown')[],
  to: { readonly state: 'settled' | 'released' | 'unknown'; readonly credits: number; readonly reason: string | null },
): Promise<boolean> => {
  const ended = await db
    .updateTable('prospect_calls')
    .set({ ...to, ended_at: sql`clock_timestamp()` })
    .where('org_id', '=', orgId)
    .where('id', '=', callId)
    .where('state', 'in', [...from])
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Books what a call did cost, and keeps what it brought. Answers the credits. */
export const settleCall = async (
  db: Db,
  orgId: string,
  { id, ids, withMobiles, reserved }: PlannedCall,
  { people, credits: told, isOutOfCredits }: Enriched,
  vault: Vault,
): Promise<number> => {
  const found = people.filter((each) => each !== null).length
  const ofData = told ?? found * creditsOfPerson.data
  // Numbers come later, and are paid for if they come: until then they count.
  const credits = Math.min(Math.max(reserved, ofData), ofData + (withMobiles ? found * creditsOfPerson.mobile : 0))
  if (!(await endCall(db, orgId, id, ['sent', 'unknown'], { state: 'settled', credits, reason: null }))) return 0
  const before = await findProspects(db, orgId, ids)
  for (const [at, theirId] of ids.entries()) {
    const person = people[at] ?? null
    const row = before.get(theirId)
    if (!row || (row.call_id !== id && row.last_call_id !== id)) continue
    // Credits ended before it was this person's turn.
    const isAnswered = person !== null || !isOutOfCredits
    await db
      .updateTable('prospects')
      .set({
        call_id: null,
        ...(isAnswered && {
          outcome: person !== null || row.person_sealed !== null ? 'found' : 'nothing',
          asked_at: sql`now()`,
          last_call_id: id,
          with_mobile: row.with_mobile || withMobiles,
        }),
        ...(person !== null && { person_sealed: sealPerson(vault, orgId, theirId, person) }),
        ...(person !== null && withMobiles && { mobile_state: 'waiting' }),
      })
      .where('org_id', '=', orgId)
      .where('their_id', '=', theirId)
      .execute()
  }
  return credits
}

/** Nothing was sent, or it was refused before anything was looked up: nothing is charged. */
export const releaseCall = async (db: Db, orgId: string, callId: string, reason: string | null): Promise<void> => {
  if (!(await endCall(db, orgId, callId, ['reserved', 'sent'], { state: 'released', credits: 0, reason }))) return
  await db.updateTable('prospects').set({ call_id: null }).where('org_id', '=', orgId).where('call_id', '=', callId).execute()
}

/** No answer came: all that it can have cost counts, and its people are not asked for again unless a person says so. */
export const loseCall = async (
  db: Db,
  orgId: string,
  { id, reserved }: Pick<PlannedCall, 'id' | 'reserved'>,
  reason: string,
): Promise<number> => {
  if (!(await endCall(db, orgId, id, ['sent'], { state: 'unknown', credits: reserved, reason }))) return 0
  await sql`
    update prospects set call_id = null, last_call_id = call_id, asked_at = now(),
      outcome = case outcome when 'found' then 'found' else 'unknown' end
    where org_id = ${orgId} and call_id = ${id}`.execute(db)
  return reserved
}

/** Keeps a number that came late, once; one that was not found is not paid for. */
export const takeNumber = async (db: Db, orgId: string, { id: theirId, phone }: LateNumber, vault: Vault): Promise<void> => {
  const rows = await findProspects(db, orgId, [theirId])
  const row = rows.get(theirId)
  const person = row?.mobile_state === 'waiting' ? openPerson(vault, row) : null
  if (!row || !person) return
  const call = await db
    .selectFrom('prospect_calls')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', row.last_call_id)
    .where('told_at', 'is not', null)
    .executeTakeFirst()
  if (!call) return
  const taken = await db
    .updateTable('prospects')
    .set({
      mobile_state: phone === null ? 'none' : 'came',
      ...(phone !== null && { person_sealed: sealPerson(vault, orgId, theirId, { ...person, phone }) }),
    })
    .where('org_id', '=', orgId)
    .where('their_id', '=', theirId)
    .where('mobile_state', '=', 'waiting')
    .returning('their_id')
    .executeTakeFirst()
  if (!taken || phone !== null) return
  await db
    .updateTable('prospect_calls')
    .set((set) => ({ credits: sql<number>`greatest(0, ${set.ref('credits')} - ${creditsOfPerson.mobile}::int)` }))
    .where('org_id', '=', orgId)
    .where('id', '=', call.id)
    .execute()
}
