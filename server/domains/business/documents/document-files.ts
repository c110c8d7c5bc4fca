import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db, InOrg } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { announceFile, type Keeping, keepFile } from '#domains/platform/files/stored-files.ts'
import type { Files, Stored } from '#ports/files.ts'
import { paperBounds } from '#ports/paper.ts'
import { choice } from '#shapes'
import { sha256Of } from '#shapes/sha256.ts'

/** As it was sent, signed and sealed, what certifies it, and papers that were signed by hand. */
export const DocumentFileKind = choice('DocumentFileKind', ['original', 'sealed', 'certificate', 'uploaded'])
export type FileKind = z.output<typeof DocumentFileKind>
export type FileRow = Selectable<Tables['document_files']>

/** A file that is stored, and not yet any document's: its row follows. */
export interface StoredFile extends Stored {
  readonly kind: FileKind
  readonly name: string
  /** SHA-256 of what its seal covers, where data for long-term validation follows that. */
  readonly covered?: Buffer
  /** SHA-256 of an uploaded file as it came, before what acts in it was taken out. */
  readonly given?: Buffer
}

interface Store {
  readonly files: Files
  /** A transaction in the workspace of the file, which is over before the file is stored. */
  readonly announce: (work: (db: Db) => Promise<void>) => Promise<void>
}

/** Where a job stores. */
export const storeOf = ({ ports, inOrg }: { ports: { readonly files: Files }; inOrg: InOrg }, orgId: string): Store => ({
  files: ports.files,
  announce: (work) => inOrg(orgId, work),
})

/** Stores a file under a name that holds its digest: a repeat finds it there. A crash before it is entered leaves it to the sweep. */
export const storeFile = async (
  store: Store,
  { orgId, documentId, kind, bytes }: { orgId: string; documentId: string; kind: FileKind; bytes: Buffer },
): Promise<StoredFile> => {
  const stem = `documents-${orgId}-${documentId}-${kind}`
  return { kind, ...(await storeBytes(store, { orgId, stem, kind: 'document', subjectId: documentId }, bytes)) }
}

/** The same for what is no document's; the name begins with `stem`. */
export const storeBytes = async (
  { files, announce }: Store,
  { orgId, stem, ...of }: Omit<Keeping, 'name'> & { readonly orgId: string; readonly stem: string },
  bytes: Buffer,
): Promise<Omit<StoredFile, 'kind'>> => {
  const name = `${stem}-${sha256Of(bytes).toString('hex')}.pdf`
  await announce((db) => announceFile(db, orgId, { name, ...of }))
  return { name, ...(await files.put(name, Readable.from([bytes]), { isLasting: true })) }
}

/** Enters a stored file as one of a document; a repeat changes nothing. Of each kind there is one, of uploaded ones one of the same bytes. */
export const enterFile = async (db: Db, orgId: string, documentId: string, file: StoredFile): Promise<boolean> => {
  const { kind, name, sha256, bytes, covered, given } = file
  const made = await db
    .insertInto('document_files')
    .values({
      ...{ org_id: orgId, document_id: documentId, id: newId(), kind, name, sha256, bytes },
      ...{ covered_sha256: covered ?? null, given_sha256: given ?? null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await keepFile(db, orgId, { ...file, kind: 'document', subjectId: documentId })
  await db
    .insertInto('directory.document_hashes')
    .values(
      [sha256, covered, given].flatMap((each) =>
        each ? [{ sha256: each, org_id: orgId, document_id: documentId, kind }] : [],
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

export const findFiles = (db: Db, orgId: string, documentId: string): Promise<FileRow[]> =>
  db
    .selectFrom('document_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute()

/** A stored file is gone, or is not what was stored. */
export class FileDamaged extends Error {}

type Named = Pick<FileRow, 'name' | 'sha256' | 'bytes'>

/** Reads a file whole and holds it against its digest. */
export const readStored = async (files: Files, { name, sha256, bytes }: Named) => {
  if (Number(bytes) > paperBounds.bytes * 2) throw new FileDamaged(`${name} is larger than any document`)
  const content = await files.read(name).then(buffer, missing(name))
  if (!sha256Of(content).equals(sha256)) throw new FileDamaged(`${name} is not what was stored`)
  return content
}

/** Holds what is stored at this moment against its digest, and keeps nothing of it. */
export const compareStored = async (files: Files, { name, sha256 }: Named): Promise<void> => {
  const digest = await files.digest(name).catch(missing(name))
  if (!digest.equals(sha256)) throw new FileDamaged(`${name} is not what was stored`)
}

const missing =
  (name: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOENT') throw new FileDamaged(`${name} is missing`)
    throw error
  }
