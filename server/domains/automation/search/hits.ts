import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { findByWords, foldCase, type SearchQuery, searchQuery } from '#core/search.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { choice, shape } from '#shapes'
import { findByAmount } from './amounts.ts'

/** Of each kind: more is what the lists are for. */
const mostOfKind = 5
/** Messages that are looked through for five conversations: a word comes again within one. */
const mostMessages = 50
/** Characters of a message around the word. */
const aroundWord = 140

/** What a search finds, with what is needed to show it in one line and to open it. */
export const SearchHit = shape('SearchHit', {
  kind: choice('SearchHitKind', ['contact', 'lead', 'company', 'deal', 'message', 'invoice', 'document']),
  id: z.uuid().describe('Of the record; of a message, of the message'),
  name: z.string().nullable().describe('Null: a contact without a name, an address and a number'),
  about: z.string().nullable().describe('Address and company, stage, client, or the words around what was found'),
  amount: shape('HitAmount', { minor: z.int(), currency: z.string() }).nullable().describe('Of a deal or an invoice'),
  contact_id: z.uuid().nullable().describe('Whose it is'),
  deal_id: z.uuid().nullable().describe('The deal of the conversation; of a deal, itself'),
  thread_id: z
    .uuid()
    .nullable()
    .describe('Of a contact and a message: what their conversation is named by, its deal or its contact; null: there is none'),
})
export type SearchHit = z.output<typeof SearchHit>

/** Of every kind the newest that have the words. What is in the bin is left out. */
export const findEverything = async (db: Db, orgId: string, typed: string): Promise<SearchHit[]> => {
  const [ofContact, ofLead, ofRecord, ofMessage] = (['contact', 'lead', 'record', 'message'] as const).map((kind) =>
    searchQuery(kind, orgId, typed),
  )
  if (!ofContact || !ofLead || !ofRecord || !ofMessage) return []
  return [
    ...(await findContacts(db, orgId, ofContact)),
    ...(await findRecords(db, orgId, ofRecord, typed)),
    ...(await findMessages(db, orgId, ofMessage, typed)),
    ...(await findLeads(db, orgId, ofLead, typed)),
  ]
}

interface Person {
  readonly id: string
  readonly full_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly company: string | null
}

const hitOfPerson = (
  kind: 'contact' | 'lead',
  { id, full_name, email, phone, company }: Person,
): Omit<SearchHit, 'contact_id' | 'deal_id' | 'thread_id'> => {
  const [name = null, ...rest] = [full_name, email, phone].filter((each) => each !== null)
  return { kind, id, name, about: [...rest, company].filter(Boolean).join(' · ') || null, amount: null }
}

/** A merged contact is found by the words of any record of it, and once. */
const findContacts = async (db: Db, orgId: string, query: SearchQuery): Promise<SearchHit[]> => {
  const ids = await findByWords(db, query, { limit: mostOfKind * 4 })
  const { rows } = await sql<Person & { deal_id: string | null; thread_id: string | null }>`
    select r.id, r.full_name, r.email, r.phone, r.company, t.deal_id, coalesce(t.deal_id, t.id) as thread_id
    from (select ${rootId('c')} as id, min(h.place) as place
          from unnest(${ids}::uuid[]) with ordinality as h (id, place)
          join contacts c on c.org_id = ${orgId} and c.id = h.id group by 1) f
    join contacts r on r.org_id = ${orgId} and r.id = f.id and r.deleted_at is null
    left join conversations t on t.org_id = r.org_id and t.id = r.id and t.last_message_at is not null
    order by f.place limit ${mostOfKind}`.execute(db)
  return rows.map((row) => ({
    ...hitOfPerson('contact', row),
    ...{ contact_id: row.id, deal_id: row.deal_id, thread_id: row.thread_id },
  }))
}

const findLeads = async (db: Db, orgId: string, query: SearchQuery, typed: string): Promise<SearchHit[]> => {
  const ids = await findByWords(db, query, { limit: mostOfKind * 2 })
  const { rows } = await sql<Person & { contact_id: string; note: string | null }>`
    select l.id, l.full_name, l.email, coalesce(l.phone_e164, l.phone) as phone, l.metadata ->> 'company' as company, l.contact_id, l.note
    from leads l where l.org_id = ${orgId} and l.id = any(${ids}::uuid[]) and l.deleted_at is null
    order by l.id desc limit ${mostOfKind}`.execute(db)
  const first = foldCase(typed).split(/\s+/).find(Boolean) ?? ''
  return rows.map((row) => {
    const hit = hitOfPerson('lead', row)
    const isOfNote =
      row.note !== null && foldCase(row.note).includes(first) && !foldCase(`${hit.name} ${hit.about}`).includes(first)
    return {
      ...hit,
      ...(isOfNote && { about: around(row.note ?? '', typed) }),
      contact_id: row.contact_id,
      deal_id: null,
      thread_id: null,
    }
  })
}

interface OtherRow {
  readonly kind: 'company' | 'deal' | 'invoice' | 'document'
  readonly id: string
  readonly name: string | null
  readonly label: string | null
  readonly abouts: (string | null)[]
  readonly minor: number | null
  readonly currency: string | null
  readonly contact_id: string | null
}

/** Records found at most before they are parted by kind: of one word, all of the newest may be of one kind. */
const mostOthers = 60

/** First what has the amount that was typed, then what has the words. */
const findRecords = async (db: Db, orgId: string, query: SearchQuery, typed: string): Promise<SearchHit[]> => {
  const ofAmount = await findOthers(db, orgId, await findByAmount(db, orgId, typed, mostOfKind))
  const ofWords = await findOthers(db, orgId, await findByWords(db, query, { limit: mostOthers }))
  const known = new Set(ofAmount.map(({ id }) => id))
  const all = [...ofAmount, ...ofWords.filter(({ id }) => !known.has(id))]
  return [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap((hits) => hits.slice(0, mostOfKind))
}

const findOthers = async (db: Db, orgId: string, ids: readonly string[]): Promise<SearchHit[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<OtherRow>`
    select * from (
      select f.*, row_number() over (partition by f.kind order by f.id desc) as nth from (
        select 'company' as kind, k.id, k.name, null::text as label, array[k.domain] as abouts, null::bigint as minor, null as currency, null::uuid as contact_id
        from companies k where k.org_id = ${orgId} and k.deleted_at is null and k.id in (
          select ${rootId('g')} from companies g where g.org_id = ${orgId} and g.id = any(${ids}::uuid[]))
        union all
        select 'deal', d.id, d.name, null, array[c.full_name, k.name, s.name], d.value_minor, d.currency, d.contact_id
        from deals d join stages s on s.org_id = d.org_id and s.id = d.stage_id
          left join contacts c on c.org_id = d.org_id and c.id = d.contact_id
          left join companies g on g.org_id = d.org_id and g.id = d.company_id
          left join companies k on k.org_id = g.org_id and k.id = ${rootId('g')}
        where d.org_id = ${orgId} and d.id = any(${ids}::uuid[]) and d.deleted_at is null and d.state <> 'linked'
        union all
        select 'invoice', i.id, i.client_name, i.label,
          array[(select string_agg(l.description, ', ' order by l.position) from invoice_lines l where l.org_id = i.org_id and l.invoice_id = i.id)],
          i.total_minor, i.currency, i.contact_id
        from invoices i where i.org_id = ${orgId} and i.id = any(${ids}::uuid[])
        union all
        select 'document', d.id, d.title, null, array[d.status], null, null, d.contact_id
        from documents d where d.org_id = ${orgId} and d.id = any(${ids}::uuid[])) f) n
    where n.nth <= ${mostOfKind} order by n.kind, n.id desc`.execute(db)
  return rows.map(({ kind, id, name, label, abouts, minor, currency, contact_id }) => ({
    kind,
    id,
    name: label === null ? name : `${label} · ${name}`,
    about: abouts.filter(Boolean).join(' · ').slice(0, aroundWord) || null,
    amount: minor === null || currency === null ? null : { minor: Number(minor), currency },
    contact_id,
    deal_id: kind === 'deal' ? id : null,
    thread_id: null,
  }))
}

/** The newest message of each conversation that has the words, with what stands around them. */
const findMessages = async (db: Db, orgId: string, query: SearchQuery, typed: string): Promise<SearchHit[]> => {
  const ids = await findByWords(db, query, { limit: mostMessages })
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: string
    body: string | null
    contact_id: string
    full_name: string | null
    deal_id: string | null
  }>`
    select * from (
      select distinct on (r.id) m.id, m.body, r.id as contact_id, coalesce(r.full_name, r.email, r.phone) as full_name,
        t.deal_id
      from messages m join contacts c on c.org_id = m.org_id and c.id = m.contact_id
        join contacts r on r.org_id = c.org_id and r.id = ${rootId('c')} and r.deleted_at is null
        left join conversations t on t.org_id = r.org_id and t.id = r.id
      where m.org_id = ${orgId} and m.id = any(${ids}::uuid[])
      order by r.id, m.id desc) f
    order by f.id desc limit ${mostOfKind}`.execute(db)
  return rows.map(({ id, body, contact_id, full_name, deal_id }) => ({
    kind: 'message',
    id,
    name: full_name,
    about: around(body ?? '', typed),
    amount: null,
    contact_id,
    deal_id,
    thread_id: deal_id ?? contact_id,
  }))
}

/** The line of a text in which a word was found, cut to what fits. */
export const around = (text: string, typed: string): string | null => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const first = foldCase(typed).split(/\s+/).find(Boolean) ?? ''
  // Folding may change lengths: then the cut is some characters off.
  const at = Math.max(0, foldCase(plain).indexOf(first))
  const from = at <= aroundWord / 2 ? 0 : at - aroundWord / 4
  const cut = plain.slice(from, from + aroundWord)
  return `${from > 0 ? '…' : ''}${cut}${from + aroundWord < plain.length ? '…' : ''}` || null
}
