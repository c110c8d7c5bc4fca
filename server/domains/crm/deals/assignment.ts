import { sql } from 'kysely'
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

/**
 * Assigns the next deals, each to the admin or owner with the fewest round-robin assignments; on a tie, to the one whose last is
 * longest ago. Members who are away are skipped. A new or returning one starts one below the most that an available member
 * has had: level with the others, without having to catch up.
 *
 * The caller holds the rotation (`lockRotation`) to the end of the transaction, so that deals that come at once are shared out one after
 * the other; those chosen are members, and admins, until then.
 */
export const pickNextAssignees = async (db: Db, orgId: string, count: number): Promise<Turn[]> => {
  const { rows } = await sql<{ id: string | null; turns: number | null; present: number; away: number }>`
    with admins as (
      select m.id, coalesce(t.turns, 0) as turns, t.last_turn_at,
             t.away_from is not null and t.away_from <= now() and (t.away_until is null or t.away_until > now()) as is_away
      from members m left join assignment_turns t on t.org_id = m.org_id and t.id = m.id
      where m.org_id = ${orgId} and m.role in ('admin', 'owner')
    ), present as (
      select id, greatest(turns, max(turns) over () - 1) as turns, last_turn_at from admins where not is_away
    ), held as materialized (
      select p.* from present p join members m on m.org_id = ${orgId} and m.id = p.id
      where m.role in ('admin', 'owner') order by p.id for share of m
    ), chosen as materialized (
      -- Of those with equally many, one who was given a turn a moment ago comes after those whose last is longer ago.
      select row_number() over (order by h.turns + n, n, h.last_turn_at nulls first, h.id) as place, h.id, h.turns + n as turns
      from held h cross join generate_series(0, ${count}::int - 1) n
      order by place limit ${count}
    ), given as (
      insert into assignment_turns (org_id, id, turns, last_turn_at)
      select ${orgId}, id, max(turns) + 1, (select clock_timestamp()) + make_interval(secs => max(place) / 1e6) from chosen group by id
      on conflict (org_id, id) do update set turns = excluded.turns, last_turn_at = excluded.last_turn_at
      returning id
    ), counted as (
      update assignment_pointers set turns = turns + (select count(*) from chosen)
      where org_id = ${orgId} and id = ${orgId} and exists (select from given)
    )
    select c.id, c.turns, (select count(*) from present) as present, (select count(*) from admins where is_away) as away
    from (select) one left join chosen c on true order by c.place`.execute(db)
  return Array.from({ length: count }, (_, at) => {
    const turn = rows[at] ?? rows[0]
    if (!turn) throw new Error('the assignment query returned no row')
    return turn.id === null || turn.turns === null
      ? { personId: null, because: { rule: 'nobody', of: 0, away: turn.away } }
      : { personId: turn.id, because: { rule: 'turns', turns: turn.turns, of: turn.present, away: turn.away } }
  })
}

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
