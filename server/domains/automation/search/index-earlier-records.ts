import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { moveInPieces, type Piece } from '#core/jobs/moves.ts'
import { indexOthers } from './index-others.ts'
import { indexRecords } from './index-records.ts'

/** Records of one transaction: some 30 ms, in which the index follows no events. */
const recordsAtOnce = 500

/** Writes the words of companies, deals, invoices, documents and notes of leads that are older than their search. Afterwards there is nothing to do. */
export const indexEarlierRecords = job({
  name: 'index-earlier-records',
  summary: 'Index the companies, deals, invoices, documents and notes of leads of earlier versions for search',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  expireSeconds: 300,
  schedule: '*/10 * * * *',

  async run(_data, { db, inOrg, signal, log }) {
    const { count } = await moveInPieces({ inOrg, signal }, (after) => nextOrg(db, after), [indexNext])
    if (count > 0) log.info({ records: count }, 'records of earlier versions were indexed')
  },
})

const nextOrg = async (db: Db, after: string): Promise<string | null> => {
  const { rows } = await sql<{ org: string | null }>`select foyer.next_org_of_unsearched(${after}::uuid) as org`.execute(db)
  return rows[0]?.org ?? null
}

/** Indexes the next records behind an id. Null where the index is held by another. */
export const indexNext = async (db: Db, orgId: string, after: string): Promise<Piece | null> => {
  const held = await sql`select from directory.event_cursors where reader = 'search' for update skip locked`.execute(db)
  if (held.rows.length === 0) return null
  const { rows } = await sql<{ kind: string; id: string }>`
    delete from unsearched_records u using (
      select n.id from unsearched_records n where n.org_id = ${orgId} and n.id > ${after}::uuid order by n.id limit ${recordsAtOnce}) next
    where u.org_id = ${orgId} and u.id = next.id
    returning u.kind, u.id`.execute(db)
  const of = (wanted: string): Set<string> => new Set(rows.filter(({ kind }) => kind === wanted).map(({ id }) => id))
  await indexRecords(db, orgId, { leads: of('lead'), contacts: new Set(), messages: new Set() })
  await indexOthers(db, orgId, {
    companies: of('company'),
    deals: of('deal'),
    invoices: of('invoice'),
    documents: of('document'),
  })
  return {
    count: rows.length,
    last:
      rows
        .map(({ id }) => id)
        .sort()
        .at(-1) ?? null,
  }
}
