import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { moveInPieces, type Piece } from '#core/jobs/moves.ts'
import { moveKeys } from './identity-keys.ts'

/** Contacts of one transaction: some 20 ms in which their rows are locked. */
const contactsAtOnce = 300

/**
 * Moves what an earlier version wrote into `contact_keys_before` into the rows of the contacts. What is still there is what is left to do;
 * a key is never in both places, and who looks for one asks both. Once the table is empty there is nothing to do.
 */
export const moveContactKeys = job({
  name: 'move-contact-keys',
  summary: 'Move what contacts of earlier versions are found by into their rows',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  expireSeconds: 300,
  schedule: '*/10 * * * *',

  async run(_data, { db, inOrg, signal, log }) {
    if (!(await isToBeDone(db))) return
    const { count, isDone } = await moveInPieces({ inOrg, signal }, (after) => nextOrg(db, after), [moveNextKeys])
    log.info({ keys: count, isDone: isDone && (await endOf(db)) }, 'contact keys were moved')
  },
})

const isToBeDone = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`select foyer.has_contact_keys_before() as is`.execute(db)
  return rows[0]?.is === true
}

const nextOrg = async (db: Db, after: string): Promise<string | null> => {
  const { rows } = await sql<{ org: string | null }>`select foyer.next_org_of_contact_keys(${after}::uuid) as org`.execute(db)
  return rows[0]?.org ?? null
}

const endOf = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ ended: boolean }>`select foyer.empty_contact_keys_before() as ended`.execute(db)
  return rows[0]?.ended === true
}

/** Moves the keys of the next contacts behind an id; the last id, null once there is none behind it. */
export const moveNextKeys = async (db: Db, orgId: string, after: string, most = contactsAtOnce): Promise<Piece> => {
  const { rows } = await sql<{ id: string }>`
    select distinct k.contact_id as id from contact_keys_before k
    where k.org_id = ${orgId} and k.contact_id > ${after}::uuid order by k.contact_id limit ${most}`.execute(db)
  const ids = rows.map((row) => row.id)
  return { count: ids.length === 0 ? 0 : await moveKeys(db, orgId, ids), last: ids.at(-1) ?? null }
}
