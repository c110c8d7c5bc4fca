import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { searchQuery } from '#domains/leads/leads.ts'

const lowest = '00000000-0000-0000-0000-000000000000'
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** So many messages are looked through for each thread that is wanted: a word comes again within a conversation. */
const messagesPerThread = 4

/**
 * The threads (ids of their contacts) in which somebody said the words, or whose person is called so or reached so: those
 * with the newest such words, in no order. What was said a moment ago is found within a second.
 */
export const findThreadsByWords = async (
  db: Db,
  orgId: string,
  typed: string,
  { limit }: { readonly limit: number },
): Promise<string[]> => {
  const words = searchQuery(orgId, typed)
  if (words === null) return []
  const { rows } = await sql<{ id: string }>`
    with people as materialized (
      select contact_id, max(said::text) as newest from (
        select id as contact_id, id as said from foyer.find_words('contact', ${words}::tsquery, ${lowest}, ${highest}, ${limit}) as id
        union all
        select m.contact_id, m.id
        from foyer.find_words('message', ${words}::tsquery, ${lowest}, ${highest}, ${limit * messagesPerThread}) as f(id)
        join messages m on m.org_id = ${orgId} and m.id = f.id
      ) hit group by contact_id
    )
    select coalesce(c.root_id, c.id) as id from people p join contacts c on c.org_id = ${orgId} and c.id = p.contact_id
    group by coalesce(c.root_id, c.id) order by max(p.newest) desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
