import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { Files } from '#ports/files.ts'
import { paperBounds } from '#ports/paper.ts'
import { choice } from '#shapes'
import { sha256Of } from '#shapes/sha256.ts'

/** As it was sent, signed and sealed, and what certifies it. */
export const DocumentFileKind = choice('DocumentFileKind', ['original', 'sealed', 'certificate'])
export type FileKind = z.output<typeof DocumentFileKind>
export type FileRow = Selectable<Tables['document_files']>

/** A file that is stored, and not yet any document's: its row follows. */
export interface StoredFile {
  readonly kind: FileKind
  readonly name: string
  readonly sha256: Buffer
  readonly bytes: number
}

/** Stores a file under a name that holds its digest: nothing is ever overwritten by something else. */
export const storeFile = async (
  files: Files,
  { orgId, documentId, kind, bytes }: { orgId: string; documentId: string; kind: FileKind; bytes: Buffer },
): Promise<StoredFile> => {
  return { kind, ...(await storeBytes(files, `documents-${orgId}-${documentId}-${kind}`, bytes)) }
}

/** The same for what is no document's; the name begins with `stem`. */
export const storeBytes = async (files: Files, stem: string, bytes: Buffer): Promise<Omit<StoredFile, 'kind'>> => {
  const sha256 = sha256Of(bytes)
  const name = `${stem}-${sha256.toString('hex')}.pdf`
  if ((await files.size(name)) !== bytes.length) await files.put(name, Readable.from([bytes]))
  return { name, sha256, bytes: bytes.length }
}

/** Enters a stored file as one of a document; a repeat changes nothing. Of each kind there is one. */
export const enterFile = async (db: Db, orgId: string, documentId: string, file: StoredFile): Promise<boolean> => {
  const made = await db
    .insertInto('document_files')
    .values({ org_id: orgId, document_id: documentId, id: newId(), ...file })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await db
    .insertInto('directory.document_hashes')
    .values({ sha256: file.sha256, org_id: orgId, document_id: documentId, kind: file.kind })
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

/** Reads a file whole and holds it against its digest. */
export const readStored = async (files: Files, { name, sha256, bytes }: Pick<FileRow, 'name' | 'sha256' | 'bytes'>) => {
  if (Number(bytes) > paperBounds.bytes * 2) throw new FileDamaged(`${name} is larger than any document`)
  const content = await files.read(name).then(buffer, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new FileDamaged(`${name} is missing`)
    throw error
  })
  if (!sha256Of(content).equals(sha256)) throw new FileDamaged(`${name} is not what was stored`)
  return content
}
