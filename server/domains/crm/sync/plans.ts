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
