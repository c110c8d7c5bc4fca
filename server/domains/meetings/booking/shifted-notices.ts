import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { bookingNotices } from './notices.ts'
import { type Clocked, isShifted } from './shifted-bookings.ts'

type Compared = Clocked & { readonly id: string }

/** Compared in one transaction, 30 ms of columns; the next hour goes on. */
const mostCompared = 20_000

export const findWorkspacesToCompare = async (db: Db, rules: string, most: number): Promise<string[]> => {
  const { rows } = await sql<{ org_id: string }>`select org_id from workspaces_to_compare(${rules}, ${most})`.execute(db)
  return rows.map(({ org_id }) => org_id)
}

/**
 * Compares meetings ahead with what was agreed, each once by these rules, and tells the hosts of those that show another time: each
 * by one notice, however many they are; admins, where a host is no member.
 */
export const compareClocks = async (db: Db, orgId: string, rules: string): Promise<void> => {
  const { rows } = await sql<Compared>`
    with due as (
      select id from bookings where org_id = ${orgId} and state in ('pending', 'confirmed') and starts_at > now()
        and tz_version <> ${rules} and clock_compared is distinct from ${rules}
      order by starts_at, id limit ${mostCompared} for no key update skip locked)
    update bookings b set clock_compared = ${rules} from due where b.org_id = ${orgId} and b.id = due.id
    returning b.id, b.starts_at, b.wall_clock, b.host_zone, b.zone, b.booker_wall_clock`.execute(db)
  const shifted = rows.filter(isShifted).map(({ id }) => id)
  if (shifted.length === 0) return
  const { rows: hosts } = await sql<{ id: string | null }>`
    select distinct m.id from booking_spans s left join members m on m.org_id = s.org_id and m.id = s.person_id
    where s.org_id = ${orgId} and s.booking_id = any(${shifted}::uuid[])`.execute(db)
  const notice = bookingNotices.meetings_shifted
  for (const { id } of hosts)
    if (id) await raiseNotice(db, orgId, { notice, subjectId: id, personId: id, facts: {} })
    else await raiseNotice(db, orgId, { notice, subjectId: orgId, least: 'admin', facts: {} })
}

/** Takes the notice from hosts of a booking who have no shifted meeting left. */
export const settleShiftedNotices = async (db: Db, orgId: string, hostIds: readonly string[]): Promise<void> => {
  for (const hostId of hostIds) {
    const { rows } = await sql<Compared>`
      select b.id, b.starts_at, b.wall_clock, b.host_zone, b.zone, b.booker_wall_clock
      from booking_spans s join bookings b on b.org_id = s.org_id and b.id = s.booking_id
      where s.org_id = ${orgId} and s.person_id = ${hostId} and s.state in ('pending', 'confirmed') and b.starts_at > now()
        and b.clock_compared is not null limit ${mostCompared}`.execute(db)
    if (!rows.some(isShifted)) await clearNotice(db, orgId, bookingNotices.meetings_shifted, hostId)
  }
}
