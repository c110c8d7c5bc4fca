import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { moveInPieces, type Piece } from '#core/jobs/moves.ts'
import type { Findable } from '#core/search.ts'
import { indexRecords } from './index-records.ts'

/** Records of one transaction: some 30 ms, in which the index follows no events. */
const recordsAtOnce = 500

/** Leads bring their contacts along, so that both share an entry; what contacts are left has no lead. */
const kinds = ['lead', 'contact', 'message'] as const satisfies readonly Findable[]

/**
 * Moves the words that an earlier version wrote from `search` to `search_index`. What is still in the old table is what is left to do;
 * nothing is ever in both, and a search asks both. Once it is empty there is nothing to do.
 */
export const moveSearch = job({
  name: 'move-search',
  summary: 'Move the search index of earlier versions to the smaller one',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  expireSeconds: 300,
  schedule: '*/10 * * * *',

  async run(_data, { db, inOrg, signal, log }) {
    const { count, isDone } = await moveInPieces(
      { inOrg, signal },
      (after) => nextOrg(db, after),
      kinds.map((kind) => (inside, orgId, after) => moveNext(inside, orgId, kind, after)),
    )
    if (count === 0) return
    if (isDone) await sql`select foyer.empty_search()`.execute(db)
    log.info({ records: count }, 'the search index was moved')
  },
})

const nextOrg = async (db: Db, after: string): Promise<string | null> => {
  const { rows } = await sql<{ org: string | null }>`select foyer.next_org_of_search(${after}::uuid) as org`.execute(db)
  return rows[0]?.org ?? null
}

/** Moves the next records of one kind behind an id. Null where the index is held by another. Else the last id; null of that once there is none behind it. */
export const moveNext = async (
  db: Db,
  orgId: string,
  kind: Findable,
  after: string,
  most = recordsAtOnce,
): Promise<Piece | null> => {
  const held = await sql`select from directory.event_cursors where reader = 'search' for update skip locked`.execute(db)
  if (held.rows.length === 0) return null
  const { rows } = await sql<{ id: string }>`
    delete from search s using (
      select n.id from search n where n.org_id = ${orgId} and n.kind = ${kind} and n.id > ${after}::uuid order by n.id limit ${most}) next
    where s.org_id = ${orgId} and s.kind = ${kind} and s.id = next.id
    returning s.id`.execute(db)
  const ids = rows.map((row) => row.id).sort()
  const of = (wanted: Findable): Set<string> => new Set(kind === wanted ? ids : [])
  const contacts = kind === 'lead' ? await takeContactsOf(db, orgId, ids) : of('contact')
  await indexRecords(db, orgId, { leads: of('lead'), contacts, messages: of('message') })
  return { count: ids.length, last: ids.at(-1) ?? null }
}

const takeContactsOf = async (db: Db, orgId: string, leadIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    delete from search s
    using (select distinct l.contact_id from leads l where l.org_id = ${orgId} and l.id = any(${leadIds}::uuid[])) l
    where s.org_id = ${orgId} and s.kind = 'contact' and s.id = l.contact_id
    returning s.id`.execute(db)
  return new Set(rows.map((row) => row.id))
}
