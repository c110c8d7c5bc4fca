import type { Db, InOrg } from '#core/context.ts'
import type { Log } from '#core/log.ts'
import { type Files, FilesError } from '#ports/files.ts'
import { compareStored, FileDamaged, type FileRow, findFiles } from './document-files.ts'
import { findDocument } from './documents.ts'
import { raiseBroken } from './identities.ts'

interface Asking {
  readonly inOrg: InOrg
  readonly ports: { readonly files: Files }
  readonly log: Log
}

/**
 * Whether what is to be signed is no more what was sent, at this moment, before the transaction of a signature: that one would be of a file which
 * nothing can be sealed with. Admins are told. False for a document that is not open: what that answers is for others to say.
 */
export const isOriginalDamaged = async ({ inOrg, ports, log }: Asking, orgId: string, documentId: string): Promise<boolean> => {
  const found = await inOrg(orgId, async (db: Db) => ({
    document: await findDocument(db, orgId, documentId),
    files: await findFiles(db, orgId, documentId),
  }))
  const { document } = found
  if (document?.status !== 'pending_signature') return false
  if (
    !(await isDamaged(
      ports.files,
      found.files.find(({ kind }) => kind === 'original'),
    ))
  )
    return false
  log.error({ documentId }, 'a stored file of a document is damaged, so it is not signed')
  const facts = { document: documentId, title: document.title, says: 'a stored file is missing or damaged' }
  await inOrg(orgId, (db) => raiseBroken(db, orgId, documentId, facts))
  return true
}

/** Where its store cannot be asked, it is as it was when it was last read. */
const isDamaged = async (files: Files, original: FileRow | undefined): Promise<boolean> => {
  if (!original) return true
  try {
    await compareStored(files, original)
    return false
  } catch (error) {
    if (error instanceof FileDamaged) return true
    if (error instanceof FilesError) return original.fault !== null
    throw error
  }
}
