import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { searchQuery, wordsFound } from '#core/search.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'

/** Threads that a search finds, at most: those with the newest of the words. */
const mostThreads = 200
/** Messages that are looked through for them: a word comes again within a conversation. */
const mostMessages = 1_000

/**
 * The threads (canonical contacts) with a matching message, name or address, in no
 * order. A new message is found within a second.
 */
export const findThreadsByWords = async (db: Db, orgId: string, text: string): Promise<string[]> => {
  const [called, said] = [searchQuery('contact', orgId, text), searchQuery('message', orgId, text)]
  if (called === null || said === null) return []
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select contact_id, max(said::text) as newest from (
        select id as contact_id, id as said
        from ${wordsFound(called, { limit: mostThreads })} as id
        union all
        select m.contact_id, m.id
        from ${wordsFound(said, { limit: mostMessages })} as w(id)
        join messages m on m.org_id = ${orgId} and m.id = w.id
      ) hit group by contact_id
    )
    select ${rootId('c')} as id from found f join contacts c on c.org_id = ${orgId} and c.id = f.contact_id
    group by ${rootId('c')} order by max(f.newest) desc limit ${mostThreads}`.execute(db)
  return rows.map(({ id }) => id)
}
