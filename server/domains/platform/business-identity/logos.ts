import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, InOrg } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Tables } from '#db/tables.ts'
import { DocumentLate, type DocumentLogo, type Documents } from '#ports/documents.ts'
import type { Files } from '#ports/files.ts'
import { sha256Of } from '#shapes/sha256.ts'
import { forgetFilesOf, keepFile } from '../files/stored-files.ts'
import { businessErrors } from './errors.ts'
import { readLogo } from './logo-pictures.ts'
import { findSender, type Sender } from './senders.ts'

export type LogoRow = Selectable<Tables['business_logos']>

export const LogoId = z.uuid().describe('The `id` that PUT /business-logo answered')

interface Uploaded {
  readonly orgId: string
  readonly personId: string
  readonly content: Buffer
}

/**
 * Stores a logo that was uploaded; it shows nowhere until `save-business` names it. The same picture is stored once in a workspace. Before its
 * row is there, the file is whole.
 */
export const takeLogo = async (
  { orgId, personId, content: given }: Uploaded,
  { inOrg, files, documents, newId }: { inOrg: InOrg; files: Files; documents: Documents; newId: () => string },
): Promise<LogoRow> => {
  const read = readLogo(given)
  if ('fault' in read) throw unusable(read.fault)
  const { type, width, height, content } = read
  await checkOnPaper(documents, { type, width, height, bytes: content }, orgId)
  const sha256 = sha256Of(content)
  const known = await inOrg(orgId, (db) => findByDigest(db, orgId, sha256))
  if (known) return known
  const id = newId()
  const row = {
    ...{ org_id: orgId, id, media_type: type, width, height, sha256, bytes: content.length, created_by: personId },
    stored_as: `logos/${orgId}/${id}.${type === 'image/png' ? 'png' : 'jpg'}`,
  }
  const stored = await files.put(row.stored_as, Readable.from([content]))
  const { entered, unused } = await inOrg(orgId, async (db) => {
    await db
      .insertInto('business_logos')
      .values(row)
      .onConflict((other) => other.columns(['org_id', 'sha256']).doNothing())
      .execute()
    const found = await findByDigest(db, orgId, sha256)
    if (found?.id === id) await keepFile(db, orgId, { ...stored, name: row.stored_as, kind: 'logo', subjectId: id })
    return { entered: found, unused: await removeUnused(db, orgId) }
  })
  if (!entered) throw new Error('a logo that was just entered is missing')
  // Another upload of the same picture may have been first.
  for (const name of [...unused, ...(entered.id === id ? [] : [row.stored_as])]) await files.remove(name)
  return entered
}

const unusable = (fault: string, cause?: unknown): Failure =>
  new Failure(businessErrors.logo_not_usable, { field: 'file', message: `The file ${fault}.`, ...(cause ? { cause } : {}) })

/** Whether the maker of documents can draw it: otherwise each invoice would fail. */
const checkOnPaper = async (documents: Documents, logo: DocumentLogo, orgId: string): Promise<void> => {
  try {
    await documents.tryLogo(logo, orgId)
  } catch (error) {
    if (error instanceof DocumentLate) throw new Failure('unavailable', { cause: error, retryAfterSeconds: 5 })
    throw unusable('is a damaged picture', error)
  }
}

const findByDigest = (db: Db, orgId: string, sha256: Buffer): Promise<LogoRow | undefined> =>
  db.selectFrom('business_logos').selectAll().where('org_id', '=', orgId).where('sha256', '=', sha256).executeTakeFirst()

export const findLogo = (db: Db, orgId: string, id: string): Promise<LogoRow | undefined> =>
  db.selectFrom('business_logos').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** A sender with the logo that goes with it. */
export interface SenderShown {
  readonly sender: Sender
  readonly logo: LogoRow | null
}

/** The sender as Settings has it now. */
export const findSenderShown = async (db: Db, orgId: string): Promise<SenderShown> => {
  const { sender, logoId } = await findSender(db, orgId)
  return { sender, logo: logoId === null ? null : ((await findLogo(db, orgId, logoId)) ?? null) }
}

/** A logo that is being chosen; it stays until that is written. */
export const lockLogo = async (db: Db, orgId: string, id: string): Promise<LogoRow> => {
  const row = await db
    .selectFrom('business_logos')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Failure(businessErrors.logo_not_found, { field: 'logoId' })
  return row
}

/** Those of more than a day ago that neither the workspace nor an invoice shows. Answers where they are stored. */
const removeUnused = async (db: Db, orgId: string): Promise<string[]> => {
  const removed = await db
    .deleteFrom('business_logos as l')
    .where('l.org_id', '=', orgId)
    .where('l.created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('business_identities as b')
            .select('b.org_id')
            .whereRef('b.org_id', '=', 'l.org_id')
            .whereRef('b.logo_id', '=', 'l.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoices as i').select('i.id').whereRef('i.org_id', '=', 'l.org_id').whereRef('i.logo_id', '=', 'l.id'),
        ),
      ),
    )
    .returning(['l.id', 'l.stored_as'])
    .execute()
  for (const { id } of removed) await forgetFilesOf(db, orgId, 'logo', id)
  return removed.map(({ stored_as }) => stored_as)
}

/** A logo with its bytes; null where the file is missing or is not what was stored: papers and pages then do without. */
export const readLogoFile = async (files: Files, row: LogoRow): Promise<(DocumentLogo & { readonly bytes: Buffer }) | null> => {
  const bytes = await files.read(row.stored_as).then(buffer, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (bytes === null || !sha256Of(bytes).equals(row.sha256)) return null
  return { type: row.media_type as DocumentLogo['type'], width: row.width, height: row.height, bytes }
}
