import pg from 'pg'
import { placeInLog } from '#core/events/events.ts'
import type { AnyReaction } from '#core/events/reaction.ts'
import { runOnce } from '#core/events/runner.ts'
import { newId } from '#core/ids.ts'
import { connectionOptions } from '#db/connect.ts'
import { asOwner, cloneDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'
import { partsAt } from './reaction-worker.ts'

/** Columns: organization, id (its subject too), type, facts. */
export const insertEvent = `insert into foyer.events (org_id, id, type, subject_id, payload, tx) values ($1, $2, $3, $2, $4, ${placeInLog})`

/** A log of events in a database of its own, with what reactions of `reaction-worker.ts` have seen of it. */
export const openReactionLog = async () => {
  const { target, drop } = await cloneDatabase()
  const orgs = [newId(), newId(), newId()]
  const pool = new pg.Pool({ ...connectionOptions(target, { application: 'foyer test', role: 'foyer_system' }), max: 8 })
  // The database is dropped while its connections end.
  pool.on('error', () => {})
  await asOwner(target, (owner) =>
    owner.query(`
      create table foyer.seen (seq bigserial, reaction text, org_id uuid, event_id uuid);
      grant select, insert on foyer.seen to foyer_app, foyer_system;
      grant usage on sequence foyer.seen_seq_seq to foyer_app`),
  )
  const parts = partsAt(target)
  const placeOf = async (reader: string): Promise<string | undefined> =>
    (await pool.query(`select tx || ' ' || id as place from directory.event_cursors where reader = $1`, [reader])).rows[0]
      ?.place
  return {
    ...{ target, orgs, pool, parts, placeOf },
    put: (n: number, facts: object = {}, org = orgs[n % 3]) =>
      pool.query(insertEvent, [org, newId(), 'test.counted', JSON.stringify({ n, ...facts })]),
    /** Of events that no reaction here wants. */
    putUnwanted: (count: number) =>
      pool.query(
        `insert into foyer.events (org_id, id, type, subject_id, payload)
         select $1, uuidv7(), 'test.unwanted', uuidv7(), '{}' from generate_series(1, $2)`,
        [orgs[0], count],
      ),
    seenBy: async (name: string, org: string | undefined): Promise<string[]> =>
      (
        await pool.query('select event_id from foyer.seen where reaction = $1 and org_id = $2 order by seq', [name, org])
      ).rows.map(({ event_id }) => event_id),
    logOf: async (org: string | undefined, from = 0): Promise<string[]> =>
      (
        await pool.query(
          `select id from foyer.events where type = 'test.counted' and org_id = $1 and (payload ->> 'n')::int >= $2 order by tx, id`,
          [org, from],
        )
      ).rows.map(({ id }) => id),
    /** From here on it is given what comes. The oldest transaction of the server may be one of another test. */
    begin: (reaction: AnyReaction): Promise<unknown> =>
      until(`${reaction.name} has begun`, async () => {
        await runOnce(parts, reaction)
        return (await placeOf(reaction.name)) !== undefined
      }),
    close: async (): Promise<void> => {
      await parts.database.close()
      await pool.end()
      await drop()
    },
  }
}
export type ReactionLog = Awaited<ReturnType<typeof openReactionLog>>
