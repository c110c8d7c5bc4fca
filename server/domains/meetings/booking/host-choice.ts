import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Hosted } from './event-types.ts'
import { spansDuring } from './spans.ts'

/** Why a booking has its hosts, as it is stored and shown. */
export type HostReason =
  | { readonly rule: 'only' }
  | { readonly rule: 'all'; readonly of: number }
  /** The one of `free` with the fewest bookings of this event type in the 30 days around. */
  | { readonly rule: 'fewest'; readonly bookings: number; readonly free: number }
  | { readonly rule: 'kept' }
  /** By the member who booked for a client. */
  | { readonly rule: 'chosen' }

export interface HostChoice {
  readonly hosts: readonly string[]
  readonly because: HostReason
}

/**
 * Who hosts a meeting, of those who are free: all of a collective event type; else the one with the fewest bookings of it in the 30
 * days around, then the one whose last is longest ago, then the first of the list. The caller has locked all of them.
 */
export const chooseHosts = async (
  db: Db,
  orgId: string,
  { type, hosts }: Hosted,
  free: readonly string[],
  { start, kept = [] }: { readonly start: Date; readonly kept?: readonly string[] },
): Promise<HostChoice> => {
  if (type.mode === 'collective') return { hosts: free.toSorted(), because: { rule: 'all', of: hosts.length } }
  const stays = kept.find((id) => free.includes(id))
  if (stays) return { hosts: [stays], because: { rule: 'kept' } }
  if (hosts.length === 1) return { hosts: [...free], because: { rule: 'only' } }
  const { rows } = await sql<{ id: string; bookings: number }>`
    select f.id, count(b.id)::int as bookings
    from unnest(${free}::uuid[]) with ordinality as f(id, place)
    left join booking_spans s on s.org_id = ${orgId} and s.person_id = f.id
      and ${spansDuring(new Date(start.getTime() - aroundMs), new Date(start.getTime() + aroundMs))}
      and s.state in ('pending', 'confirmed')
    left join bookings b on b.org_id = s.org_id and b.id = s.booking_id and b.event_type_id = ${type.id}
    group by f.id, f.place order by bookings, max(b.created_at) nulls first, f.place limit 1`.execute(db)
  const chosen = rows[0]
  if (!chosen) throw new Error('no host was free')
  return { hosts: [chosen.id], because: { rule: 'fewest', bookings: chosen.bookings, free: free.length } }
}

const aroundMs = 15 * 86_400_000
