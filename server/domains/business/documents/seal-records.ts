import canonicalize from 'canonicalize'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { keepFile } from '#domains/platform/files/stored-files.ts'
import type { ContractDocument } from '#ports/documents.ts'
import { shape } from '#shapes'
import type { StoredFile } from './document-files.ts'

/** The record of a night: the heads of all documents of a workspace, sealed into one file (docs/evidence.md). */
export type RecordRow = Selectable<Tables['seal_records']>

export const SealRecord = shape('SealRecord', {
  id: z.uuid(),
  day: z.iso.date().describe('The night, in UTC'),
  documents: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  stamped_at: z.iso.datetime().nullable().describe('What a timestamp authority says'),
  created_at: z.iso.datetime(),
})

const columns = ['id', 'name', 'documents', 'bytes', 'sha256', 'stamped_at', 'created_at'] as const
const day = sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')

export const listRecords = async (db: Db, orgId: string, before: string | undefined, limit: number) => {
  let query = db.selectFrom('seal_records').select(columns).select(day).where('org_id', '=', orgId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const records = rows.slice(0, limit).map(({ name: _name, bytes, sha256, stamped_at, created_at, ...row }) => ({
    ...{ ...row, bytes: Number(bytes), sha256: sha256.toString('hex') },
    ...{ stamped_at: stamped_at?.toISOString() ?? null, created_at: created_at.toISOString() },
  }))
  return { records, next: rows.length > limit ? (records.at(-1)?.id ?? null) : null }
}

export const findRecord = (db: Db, orgId: string, id: string) =>
  db.selectFrom('seal_records').select(columns).select(day).where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const findNewestRecord = (db: Db, orgId: string) =>
  db
    .selectFrom('seal_records')
    .select(columns)
    .select(day)
    .where('org_id', '=', orgId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The head of a chain: its last event. */
export interface Head {
  readonly document: string
  readonly seq: number
  readonly head: string
}

/** Of each document; of a chain that no longer holds what was recorded of it, the head that was. */
export const findHeads = async (db: Db, orgId: string): Promise<Head[]> => {
  const { rows } = await sql<Head>`
    select d.id as document,
      case when r.hash is distinct from e.hash then r.seq else d.head_seq end as seq,
      encode(case when r.hash is distinct from e.hash then r.hash else d.head_hash end, 'hex') as head
    from documents d
    left join recorded_heads r on r.org_id = d.org_id and r.document_id = d.id
    left join document_events e on e.org_id = r.org_id and e.document_id = r.document_id and e.seq = r.seq
    where d.org_id = ${orgId} and d.head_seq > 0
    order by d.id
  `.execute(db)
  return rows
}

/** What the newest record with a document in it says of its chain. */
export const findRecordedHead = (db: Db, orgId: string, documentId: string) =>
  db
    .selectFrom('recorded_heads')
    .select(['seq', 'hash'])
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()

/** Enters a record with its heads; false where the night has one. */
export const enterRecord = async (
  db: Db,
  orgId: string,
  record: {
    readonly id: string
    readonly day: string
    readonly file: Omit<StoredFile, 'kind'>
    readonly stampedAt: Date | null
    readonly heads: readonly Head[]
  },
): Promise<boolean> => {
  const { name, sha256, bytes } = record.file
  const made = await db
    .insertInto('seal_records')
    .values({
      ...{ org_id: orgId, id: record.id, day: record.day, stamped_at: record.stampedAt },
      ...{ name, sha256, bytes, documents: record.heads.length },
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await keepFile(db, orgId, { ...record.file, kind: 'record', subjectId: record.id })
  // In one statement however many there are; a document that was removed meanwhile has no row to refer to.
  await sql`
    insert into recorded_heads (org_id, document_id, record_id, seq, hash)
    select ${orgId}, d.id, ${record.id}, h.seq, decode(h.head, 'hex')
    from jsonb_to_recordset(${JSON.stringify(record.heads)}::jsonb) as h (document uuid, seq int, head text)
    join documents d on d.org_id = ${orgId} and d.id = h.document
    on conflict (org_id, document_id) do update set record_id = excluded.record_id, seq = excluded.seq, hash = excluded.hash
  `.execute(db)
  return true
}

/** As it lies in the file of a record. */
export const HeadsFile = z.object({
  foyer_heads: z.literal(1),
  workspace: z.uuid(),
  at: z.iso.datetime(),
  documents: z.array(z.object({ document: z.uuid(), seq: z.int().min(1), head: z.string().regex(/^[\da-f]{64}$/) })),
})
export const headsFileName = 'heads.json'

export const headsFileOf = (orgId: string, at: Date, documents: readonly Head[]): Buffer =>
  Buffer.from(canonicalize({ foyer_heads: 1, workspace: orgId, at: at.toISOString(), documents }) ?? '')

/** The page around it. English, which a court anywhere can have read. */
export const recordPage = (organization: string, at: Date, heads: readonly Head[]): ContractDocument => {
  const says = (text: string) => ({ kind: 'paragraph', runs: [{ text }] }) as const
  return {
    ...{ language: 'en', title: `Record of evidence, ${at.toISOString().slice(0, 10)}`, issuer: organization, mark: null },
    ...{ pageWords: 'Page {page} of {pages}', date: at.toISOString().slice(0, 10) },
    blocks: [
      { kind: 'heading', level: 1, runs: [{ text: `Record of evidence, ${at.toISOString().slice(0, 10)}` }] },
      says(
        `This file holds the head of the chain of evidence of each document of ${organization}: ${heads.length.toLocaleString('en')} in all, as they stood at ${at.toISOString()}.`,
      ),
      says(
        `They are attached as ${headsFileName}. A chain that was changed or computed anew afterwards no longer holds these heads. The file is sealed as a whole.`,
      ),
    ],
  }
}
