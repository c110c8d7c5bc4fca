import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { dealNotices } from './notices.ts'

/** Why a deal is whose it is, as it is stored and shown. */
export type Because =
  /** The one of `of` available members with the fewest assignments (`turns`, before this one); `away` others were skipped. */
  | { readonly rule: 'turns'; readonly turns: number; readonly of: number; readonly away: number }
  /** No member was available: `away` are, and will be back. */
  | { readonly rule: 'nobody'; readonly of: 0; readonly away: number }
  /** Assigned by a member. */
  | { readonly rule: 'person'; readonly person_id: string | null; readonly reason: string | null }

export interface Turn {
  readonly personId: string | null
  readonly because: Because
}

/** A turn as the database gives it out; without an id where no member is available. */
export interface GivenTurn {
  readonly id: string | null
  readonly turns: number | null
  readonly present: number
  readonly away: number
}

/**
 * Gives the next turns out, for a statement that goes on with them: each to the admin or owner with the fewest round-robin assignments;
 * on a tie, to the one whose last is longest ago. Members who are away are skipped. A new or returning one starts one below the most
 * that an available member has had: level with the others, without having to catch up.
 *
 * Holds the rotation to the end of the transaction, so that deals that come at once are shared out one after the other; those chosen are
 * members, and admins, until then. `count`: an expression, so that the statement can say what is done before.
 */
export const turnsTaken = (orgId: string, count: RawBuilder<unknown>) => sql`take_turns(${orgId}, ${count})`

/** Of so many deals; without a member who is available all are without one. */
export const turnsOf = (given: readonly GivenTurn[], count: number): Turn[] =>
  Array.from({ length: count }, (_, at) => {
    const turn = given[at] ?? given[0]
    if (!turn) throw new Error('the assignment query returned no row')
    return turn.id === null || turn.turns === null
      ? { personId: null, because: { rule: 'nobody', of: 0, away: turn.away } }
      : { personId: turn.id, because: { rule: 'turns', turns: turn.turns, of: turn.present, away: turn.away } }
  })

/** Holds whose turn it is until the transaction ends. */
export const lockRotation = async (db: Db, orgId: string): Promise<void> => {
  await sql`
    insert into assignment_pointers (org_id, id) values (${orgId}, ${orgId})
    on conflict (org_id, id) do update set turns = assignment_pointers.turns`.execute(db)
}

/** Assigns or unassigns a deal, and records why. An unassigned deal raises a notice. */
export const assignDealTo = async (
  db: Db,
  orgId: string,
  deal: { readonly id: string; readonly name: string },
  { personId, because, byPersonId }: Turn & { readonly byPersonId: string | null },
): Promise<void> => {
  // One statement, because other assignments wait for it. Open tasks of the previous assignee move along.
  await sql`
    with given as (
      insert into assignments (org_id, id, deal_id, person_id, because, by_person_id)
      values (${orgId}, ${newId()}, ${deal.id}, ${personId}, ${JSON.stringify(because)}::jsonb, ${byPersonId})
    ), handed_on as (
      update tasks set assigned_to = ${personId} where org_id = ${orgId} and deal_id = ${deal.id} and done_at is null
    )
    update deals set assigned_to = ${personId}, assigned_because = ${JSON.stringify(because)}::jsonb, assigned_at = now(), updated_at = now()
    where org_id = ${orgId} and id = ${deal.id}`.execute(db)
  if (personId !== null && because.rule === 'person') await clearNotice(db, orgId, dealNotices.deal_unassigned, deal.id)
  if (because.rule === 'nobody')
    await raiseNotice(db, orgId, {
      notice: dealNotices.deal_unassigned,
      subjectId: deal.id,
      facts: { name: deal.name, away: because.away },
    })
}
