import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { clearNotice, raiseNoticeDaily } from '#domains/platform/notifications/notices.ts'
import { leadSourceNotices } from './notices.ts'
import type { KnownSource } from './source-kind.ts'

const noticeOf = {
  conflict: leadSourceNotices.lead_source_conflicts,
  held: leadSourceNotices.lead_source_held,
  overrun: leadSourceNotices.lead_source_overrun,
} as const
type Trouble = keyof typeof noticeOf

interface Found {
  readonly trouble: Trouble
  /** 1,000 at most. */
  readonly requests: number
  readonly newest_at: Date | null
}

/**
 * Raises notices of requests that are kept, make no lead and wait for a person: the id of another person, held, above the limit. However long they
 * wait, it stands until none is left, or the log has forgotten them. Called where one is kept or replayed, and by `watch-lead-sources` for a server that ended before it could.
 */
export const noticeTroubles = async (
  db: Db,
  { orgId, id, name }: Pick<KnownSource, 'orgId' | 'id' | 'name'>,
): Promise<void> => {
  const open = sql`select d.received_at from deliveries d where d.org_id = ${orgId} and d.key_id = ${id} and d.mended_by is null`
  const newest = sql`order by d.id desc limit 1000`
  const { rows } = await sql<Found>`
    select trouble, count(received_at)::int as requests, max(received_at) as newest_at from (
      select 'conflict' as trouble, c.received_at from (${open} and 'external_id_conflict' = any (d.flags) ${newest}) c
      union all
      select 'held', h.received_at from (${open} and d.outcome = 'held' ${newest}) h
      union all
      select 'overrun', o.received_at
      from (${open} and d.outcome = 'rejected' and d.code = 'rate_limited' and d.body is not null ${newest}) o) found
    group by trouble`.execute(db)
  for (const [trouble, notice] of Object.entries(noticeOf)) {
    const found = rows.find((row) => row.trouble === trouble)
    if (!found?.newest_at) await clearNotice(db, orgId, notice, id)
    else
      await raiseNoticeDaily(db, orgId, {
        ...{ notice, subjectId: id, newestAt: found.newest_at },
        facts: { name, requests: found.requests },
      })
  }
}
