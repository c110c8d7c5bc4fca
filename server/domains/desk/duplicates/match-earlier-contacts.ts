import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { moveInPieces, type Piece } from '#core/jobs/moves.ts'
import { matchCompanies } from './company-pairs.ts'
import { matchContacts } from './contact-pairs.ts'

const recordsAtOnce = 200

/** Compares the contacts and companies of earlier versions. Afterwards there is nothing to do. */
export const matchEarlierContacts = job({
  name: 'match-earlier-contacts',
  summary: 'Compare the contacts and companies of earlier versions, to find duplicates',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  expireSeconds: 300,
  schedule: '*/10 * * * *',

  async run(_data, { db, inOrg, signal, log }) {
    const { count } = await moveInPieces({ inOrg, signal }, (after) => nextOrg(db, after), [matchNext, matchNextCompanies])
    if (count > 0) log.info({ records: count }, 'contacts and companies of earlier versions were compared')
  },
})

const nextOrg = async (db: Db, after: string): Promise<string | null> => {
  const { rows } = await sql<{ org: string | null }>`select foyer.next_org_of_unmatched(${after}::uuid) as org`.execute(db)
  return rows[0]?.org ?? null
}

/** Compares the next contacts behind an id. */
export const matchNext = (db: Db, orgId: string, after: string): Promise<Piece | null> =>
  matchPiece(db, orgId, after, sql`unmatched_contacts`, matchContacts)

/** Compares the next companies behind an id. */
export const matchNextCompanies = (db: Db, orgId: string, after: string): Promise<Piece | null> =>
  matchPiece(db, orgId, after, sql`unmatched_companies`, matchCompanies)

const matchPiece = async (
  db: Db,
  orgId: string,
  after: string,
  unmatched: RawBuilder<unknown>,
  match: (db: Db, orgId: string, ids: readonly string[]) => Promise<void>,
): Promise<Piece | null> => {
  const { rows } = await sql<{ id: string }>`
    delete from ${unmatched} u using (
      select n.id from ${unmatched} n where n.org_id = ${orgId} and n.id > ${after}::uuid order by n.id limit ${recordsAtOnce}
      for update) next
    where u.org_id = ${orgId} and u.id = next.id
    returning u.id`.execute(db)
  const ids = rows.map(({ id }) => id).sort()
  await match(db, orgId, ids)
  return { count: ids.length, last: ids.at(-1) ?? null }
}
