import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'
import { DocumentStatus, DocumentType } from './document-facts.ts'

export const RemovalRule = choice('RemovalRule', ['term', 'asked'])

/** Its digest tells whether a file at hand is this one. */
const RemovedFile = shape('RemovedFile', { kind: z.string(), sha256: z.string(), bytes: z.int() })

/** What remains of a document that was removed after its term: by which digests it can be known again, and no word of it. */
export const RemovedDocument = shape('RemovedDocument', {
  id: z.uuid().describe('That of the document'),
  doc_type: DocumentType,
  status: DocumentStatus.describe('In which it ended'),
  title_sha256: z.string().describe('Of the title, in hexadecimal'),
  files: z.array(RemovedFile),
  head: z.string().nullable().describe('Hash of the last event of its evidence'),
  events: z.int().describe('How many its evidence had'),
  made_at: z.iso.datetime(),
  signed_at: z.iso.datetime().nullable(),
  kept_until: z.iso.datetime().describe('When its term ended'),
  removed_at: z.iso.datetime(),
  rule: RemovalRule.describe('`term`: the nightly removal after its term. `asked`: an admin removed it after its term'),
  removed_by: z.string().nullable().describe('The name of the admin'),
  files_left: z.int().describe('Stored files that are still to be removed'),
})

export const listRemoved = async (
  db: Db,
  orgId: string,
  before: string | undefined,
  limit: number,
): Promise<{ removed: z.output<typeof RemovedDocument>[]; next: string | null }> => {
  let query = db
    .selectFrom('removed_documents as r')
    .leftJoin('directory.people as p', 'p.id', 'r.removed_by')
    .selectAll('r')
    .select('p.name as removed_by_name')
    .where('r.org_id', '=', orgId)
  if (before !== undefined)
    query = query.where(
      sql<boolean>`(r.removed_at, r.id) < (select b.removed_at, b.id from removed_documents b where b.org_id = ${orgId} and b.id = ${before})`,
    )
  const rows = await query
    .orderBy('r.removed_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute()
  const removed = rows.slice(0, limit).map((row) =>
    RemovedDocument.parse({
      ...row,
      ...{ title_sha256: row.title_sha256.toString('hex'), head: row.head_hash?.toString('hex') ?? null },
      ...{ events: row.head_seq, removed_by: row.removed_by_name, files_left: row.names_left.length },
      ...{ made_at: row.made_at.toISOString(), signed_at: row.signed_at?.toISOString() ?? null },
      ...{ kept_until: row.kept_until.toISOString(), removed_at: row.removed_at.toISOString() },
    }),
  )
  return { removed, next: rows.length > limit ? (removed.at(-1)?.id ?? null) : null }
}
