import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { findByWords, searchQuery } from '#core/search.ts'
import { rootId } from '../identities/root-ids.ts'

/** So many are compared with what is searched, letter by letter, with their contacts and companies: 15 ms. */
const newestCompared = 1_000
/** So many of those that have the words are looked at, the newest. */
const mostOfWords = 1_000
/** So many contacts that have the words, the newest, are asked for their deals. */
const mostContacts = 100

/** What the actions say of it. */
export const searchMatches =
  '`search` matches the beginnings of words of the deal, business or company name, or of the name, email address or number of one of its contacts; of the newest 1,000 deals any part of them. Of more than 1,000 deals with these words, it finds the newest 1,000.'

/**
 * Deals that are found, for lists and boards of a million: of the newest 1,000 those with a part of it in the name of the deal, business or company,
 * or of a contact, their address or number; of all those that have its words, or words that begin so; and those of contacts who have them.
 * Undefined where nothing is searched.
 */
export const idsOfSearch = async (db: Db, orgId: string, search: string | undefined): Promise<string[] | undefined> => {
  if (!search) return undefined
  const words = searchQuery('record', orgId, search, 'deal')
  const byWords = words ? await findByWords(db, words, { limit: mostOfWords }) : []
  const called = searchQuery('contact', orgId, search)
  const contactIds = called ? await findByWords(db, called, { limit: mostContacts }) : []
  const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const hasPart = sql`(c.full_name ilike ${part} or c.email ilike ${part} or c.phone like ${part})`
  const { rows } = await sql<{ id: string }>`
    select d.id from (select * from deals where org_id = ${orgId} order by id desc limit ${newestCompared}) d
    where d.name ilike ${part} or d.business_name ilike ${part}
      or exists (select from contacts c where c.org_id = ${orgId} and c.id = d.contact_id and ${hasPart})
      or exists (select from deal_people p join contacts c on c.org_id = ${orgId} and c.id = p.contact_id
        where p.org_id = ${orgId} and p.deal_id = d.id and ${hasPart})
      or exists (select from companies g join companies k on k.org_id = ${orgId} and k.id = ${rootId('g')}
        where g.org_id = ${orgId} and g.id = d.company_id and k.name ilike ${part})
    union select id from unnest(${byWords}::uuid[]) as w (id)
    union select of.id from unnest(${contactIds}::uuid[]) as w (id) cross join lateral (
      select id from deals where org_id = ${orgId} and contact_id = w.id
      union all
      select deal_id from deal_people where org_id = ${orgId} and contact_id = w.id) of
    limit ${newestCompared + mostOfWords}`.execute(db)
  return rows.map(({ id }) => id)
}
