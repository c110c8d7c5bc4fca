import canonicalize from 'canonicalize'
import { reasonOfHold, type StoredEvent } from './chain.ts'
import type { FileRow } from './document-files.ts'
import type { DocumentRow } from './documents.ts'

interface Personal {
  readonly seq: number
  readonly key: string
  readonly salt: Buffer
  readonly value: string
}

/**
 * The evidence of a document as one JSON (docs/evidence.md): every event to the letter with its hash, and what is personal with its salt, so
 * that a reader who has the file can compute all of it again.
 */
export const evidenceOf = ({
  document,
  files,
  chain,
  personal,
}: {
  readonly document: Pick<DocumentRow, 'id' | 'title' | 'org_id'>
  readonly files: readonly FileRow[]
  readonly chain: readonly StoredEvent[]
  readonly personal: readonly Personal[]
}): string => {
  const told = canonicalize({
    ...{ foyer_evidence: 1, document: document.id, workspace: document.org_id, title: document.title },
    files: files
      .filter(({ kind }) => kind !== 'certificate')
      .map(({ kind, sha256, bytes }) => ({ kind, sha256: sha256.toString('hex'), bytes: Number(bytes) })),
    events: chain.map(({ said, hash }) => ({ said, hash: hash.toString('hex') })),
    // Signers get this file: why a document is held is for the workspace alone. Its digest is in the event.
    personal: personal
      .filter(({ key }) => key !== reasonOfHold)
      .map(({ seq, key, salt, value }) => ({ seq, key, salt: salt.toString('hex'), value })),
    head: chain.at(-1)?.hash.toString('hex') ?? null,
  })
  if (told === undefined) throw new Error('evidence that has no canonical form')
  return told
}
