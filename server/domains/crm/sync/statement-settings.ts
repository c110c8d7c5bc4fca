import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/**
 * Until the end of the transaction, rows are looked up by indexes, one statement by one process. A page asks for some hundred rows by their
 * keys, where that is right at any size of a table; a plan that was made while a table had next to nothing in it reads all of it, and is
 * kept while it grows (0.4 s for each page of the first 20,000 records), and to start parallel workers takes longer than to look (70 ms).
 */
export const lookUpByIndexes = async (db: Db): Promise<void> => {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(
    db,
  )
}

/**
 * The commit of this transaction does not wait for the disk: with a power cut the last lots of a reading may be lost, each whole with its
 * place, and are read again. A lot is some megabytes of log: a lead's commit would wait until they were written. Never where the CRM, or
 * anyone, was told something that rests on it.
 */
export const commitBehind = async (db: Db): Promise<void> => {
  await sql`set local synchronous_commit = off`.execute(db)
}
