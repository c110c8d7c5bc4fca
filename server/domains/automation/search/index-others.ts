import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { addNumber, addWords, withoutBeginnings } from './words.ts'

/** Records of one organization, besides leads, contacts and messages, by their ids. */
export interface Others {
  readonly companies: ReadonlySet<string>
  readonly deals: ReadonlySet<string>
  readonly invoices: ReadonlySet<string>
  readonly documents: ReadonlySet<string>
}

interface Entry {
  readonly id: string
  readonly words: string
}

/** Texts of one record, of all its lines or signers together, that are searched: as of a message. */
const longestTexts = 8_000

/**
 * Brings the words of these records up to date, as their rows stand now; what is gone, or in the bin, is found no longer. The caller holds
 * the cursor of the reaction `search`. The last word says the kind: `//deal`.
 */
export const indexOthers = async (db: Db, orgId: string, others: Others): Promise<void> => {
  const all = [...others.companies, ...others.deals, ...others.invoices, ...others.documents]
  if (all.length === 0) return
  const entries = [
    ...(await readCompanies(db, orgId, [...others.companies])),
    ...(await readDeals(db, orgId, [...others.deals])),
    ...(await readInvoices(db, orgId, [...others.invoices])),
    ...(await readDocuments(db, orgId, [...others.documents])),
  ]
  const kept = new Set(entries.map(({ id }) => id))
  const gone = all.filter((id) => !kept.has(id))
  await sql`delete from search_index where org_id = ${orgId} and kind = 'record' and id = any(${gone}::uuid[])`.execute(db)
  await sql`
    insert into search_index as s (org_id, kind, id, words)
    select ${orgId}, 'record', e.id, e.words
    from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ words }) => words)}::text[]) as e (id, words)
    on conflict (org_id, kind, id) do update set words = excluded.words where s.words <> excluded.words`.execute(db)
}

const wordsOf = (kind: string, texts: readonly (string | null)[], numbers: readonly (string | null)[] = []): string => {
  const words = new Set<string>()
  let left = longestTexts
  for (const text of texts) {
    if (text === null) continue
    addWords(words, text.slice(0, left))
    left = Math.max(0, left - text.length)
  }
  for (const number of numbers) addNumber(words, number)
  return [...withoutBeginnings(words), `//${kind}`].join(' ')
}

const readCompanies = async (db: Db, orgId: string, ids: readonly string[]): Promise<Entry[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'name', 'domain'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id, name, domain }) => ({ id, words: wordsOf('company', [name, domain]) }))
}

const readDeals = async (db: Db, orgId: string, ids: readonly string[]): Promise<Entry[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: string
    name: string
    business_name: string | null
    company: string | null
    person: string | null
    email: string | null
  }>`
    select d.id, d.name, d.business_name, k.name as company, c.full_name as person, c.email
    from deals d
    left join companies g on g.org_id = d.org_id and g.id = d.company_id
    left join companies k on k.org_id = g.org_id and k.id = ${rootId('g')}
    left join contacts c on c.org_id = d.org_id and c.id = d.contact_id
    where d.org_id = ${orgId} and d.id = any(${ids}::uuid[]) and d.state <> 'linked' and d.deleted_at is null`.execute(db)
  return rows.map(({ id, name, business_name, company, person, email }) => ({
    id,
    words: wordsOf('deal', [name, business_name, company, person, email]),
  }))
}

const readInvoices = async (db: Db, orgId: string, ids: readonly string[]): Promise<Entry[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: string
    label: string | null
    client_name: string
    client_email: string
    note: string | null
    lines: string[]
  }>`
    select i.id, i.label, i.client_name, i.client_email, i.note,
      array(select l.description from invoice_lines l where l.org_id = i.org_id and l.invoice_id = i.id order by l.position) as lines
    from invoices i where i.org_id = ${orgId} and i.id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id, label, client_name, client_email, note, lines }) => ({
    id,
    words: wordsOf('invoice', [label, client_name, client_email, ...lines, note]),
  }))
}

const readDocuments = async (db: Db, orgId: string, ids: readonly string[]): Promise<Entry[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; title: string; signers: string[] }>`
    select d.id, d.title,
      array(select s.name || ' ' || s.email from document_signers s where s.org_id = d.org_id and s.document_id = d.id order by s.turn, s.id) as signers
    from documents d where d.org_id = ${orgId} and d.id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id, title, signers }) => ({ id, words: wordsOf('document', [title, ...signers]) }))
}
