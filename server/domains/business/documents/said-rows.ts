import { digestOfLabels, findBreak, personalDigest, type StoredEvent, signedAsKey } from './chain.ts'
import type { FileRow } from './document-files.ts'
import type { DocumentRow } from './documents.ts'
import { fieldsOf, labelsDigest, type PlacedField, placesDigest } from './marks.ts'
import { papersIn, signedOnUnknown } from './signed-papers.ts'
import type { SignerRow } from './signers.ts'
import { isSignedAs } from './stated.ts'

/** The evidence of a document, and the rows beside it that pages, certificates and answers are made of. */
export interface SaidRows {
  readonly document: Pick<DocumentRow, 'id' | 'title' | 'status' | 'head_seq' | 'head_hash' | 'signed_at' | 'fields' | 'pages'>
  readonly signers: readonly Pick<SignerRow, 'id' | 'name' | 'email' | 'role' | 'class' | 'signed_at'>[]
  readonly files: readonly Pick<FileRow, 'kind' | 'sha256' | 'given_sha256'>[]
  readonly chain: readonly StoredEvent[]
  readonly personal: readonly { readonly seq: number; readonly key: string; readonly salt: Buffer; readonly value: string }[]
}

/**
 * What is wrong with the evidence of a document, in words; null where its chain is whole and the rows say what the events say. Rows are
 * updated in the course of things, so by themselves they prove nothing: a title, a file, who signed when, or where that stands on the pages, is
 * in the events.
 */
export const findContradiction = (rows: SaidRows): string | null => {
  const { document, chain } = rows
  const broken = findBreak(document.id, chain, { seq: document.head_seq, hash: document.head_hash })
  if (broken !== null) return broken
  return (
    otherTitle(rows) ??
    otherStatus(rows) ??
    otherPlaces(rows) ??
    otherLabels(rows) ??
    otherFile(rows) ??
    otherPaper(rows) ??
    otherSigner(rows) ??
    otherPersonal(rows)
  )
}

const otherTitle = ({ document, chain }: SaidRows): string | null => {
  const made = chain.find(({ kind }) => kind === 'made')
  return made?.facts.title === document.title ? null : 'the title is not the one that the evidence holds'
}

const endings = new Set(['completed', 'declined', 'voided', 'expired'])

/** Of a document that is open or signed. */
const otherStatus = ({ document, chain }: SaidRows): string | null => {
  const ended = chain.find(({ kind }) => endings.has(kind))?.kind
  const isAsSaid =
    document.status === 'signed' ? ended === 'completed' : document.status !== 'pending_signature' || ended === undefined
  if (!isAsSaid) return 'the status is not the one that the evidence holds'
  const at = chain.find(({ kind }) => kind === 'completed')?.at.getTime()
  return document.status !== 'signed' || document.signed_at?.getTime() === at
    ? null
    : 'the time of the last signature is not the one that the evidence holds'
}

/** Where ticks and texts stand, and whose they are. Documents of before this was kept name no digest, and are taken as they are. */
const otherPlaces = ({ document, chain }: SaidRows): string | null => {
  const digest = chain.find(({ kind }) => kind === 'made')?.facts.fields
  if (digest === undefined) return null
  // Who took the place of another has their fields.
  const former = new Map(
    chain.flatMap(({ kind, facts }) => (kind === 'replaced' ? [[String(facts.by), String(facts.signer)] as const] : [])),
  )
  const first = (id: string): string => {
    const before = former.get(id)
    return before === undefined ? id : first(before)
  }
  const fields = (document.fields as unknown as PlacedField[]).map((field) => ({ ...field, signerId: first(field.signerId) }))
  const pages = document.pages as unknown as { width: number; height: number }[]
  return placesDigest(fields, pages) === digest ? null : 'the fields do not stand where the evidence says'
}

/** What a signer read at their fields when they signed. Signatures of before this was kept name no digest, and are taken as they are. */
const otherLabels = ({ document, chain, personal }: SaidRows): string | null => {
  for (const { seq, kind, facts, personal: digests } of chain) {
    const digest = kind === 'signed' ? digests[digestOfLabels] : undefined
    const kept = digest && personal.find((each) => each.seq === seq && each.key === digestOfLabels)
    if (!kept) continue
    const is = labelsDigest(fieldsOf(document, String(facts.signer)))
    if (personalDigest(kept.salt, is) !== digest) return `the labels of the fields are not those that event ${seq} holds`
  }
  return null
}

/** Where an event names its file. */
const namesFile: Readonly<Record<string, { readonly kind: string; readonly fact: 'original' | 'file' }>> = {
  made: { kind: 'original', fact: 'original' },
  sealed: { kind: 'sealed', fact: 'file' },
  certified: { kind: 'certificate', fact: 'file' },
}

/** The files must be those that the evidence names: else one could stand there that is another document's, and whole in itself. */
const otherFile = ({ files, chain }: SaidRows): string | null => {
  for (const { kind, facts } of chain) {
    const named = namesFile[kind]
    if (!named) continue
    const file = files.find((each) => each.kind === named.kind)
    const { sha256 } = (facts[named.fact] ?? {}) as { sha256?: string }
    if (file?.sha256.toString('hex') !== sha256) return `the stored file (${named.kind}) is not the one that the evidence names`
  }
  return null
}

/** Papers that were signed by hand: each with its event, and under the name that the event holds. A signature names only such a one. */
const otherPaper = ({ files, chain, personal }: SaidRows): string | null => {
  const papers = papersIn(chain)
  const stored = files.filter(({ kind }) => kind === 'uploaded')
  const digests = new Map(stored.map((each) => [each.sha256.toString('hex'), each.given_sha256?.toString('hex')]))
  const isOther = papers.some(({ sha256, givenSha256 }) => digests.get(sha256) !== givenSha256)
  if (isOther || papers.length !== stored.length) return 'the uploaded papers are not those that the evidence holds'
  if (signedOnUnknown(chain)) return 'a signature is on a paper that the evidence does not hold'
  for (const { seq } of papers) {
    const kept = personal.find((each) => each.seq === seq && each.key === 'name')
    if (kept && personalDigest(kept.salt, kept.value) !== chain[seq - 1]?.personal.name)
      return `the name of who uploaded a paper is not the one that event ${seq} holds`
  }
  return null
}

/** Signers are shown once all have signed: each with one signature, of this name, at this time, in this way. */
const otherSigner = ({ document, signers, personal, chain }: SaidRows): string | null => {
  if (document.status !== 'signed') return null
  const roles = rolesIn(chain)
  const signatures = chain.filter(({ kind }) => kind === 'signed')
  if (roles.size !== signers.length || signatures.length !== signers.length)
    return 'the signers are not those that the evidence holds'
  for (const { id, name, email, role, class: how, signed_at } of signers) {
    const event = signatures.find(({ facts }) => facts.signer === id)
    if (!event || roles.get(id) !== role) return 'the signers are not those that the evidence holds'
    if (event.facts.class !== how || event.at.getTime() !== signed_at?.getTime())
      return `a signature is not as event ${event.seq} holds it`
    const kept = personal.find(({ seq, key }) => seq === event.seq && key === 'name')
    if (kept?.value !== name || personalDigest(kept.salt, kept.value) !== event.personal.name)
      return `the name of a signer is not the one that event ${event.seq} holds`
    const address = personal.find(({ seq, key }) => seq === event.seq && key === 'email')
    if (event.personal.email !== undefined && address?.value !== email)
      return `the address of a signer is not the one that event ${event.seq} holds`
    const signedAs = personal.find(isSignedAs(event))
    if ((signedAs && personalDigest(signedAs.salt, signedAs.value)) !== event.personal[signedAsKey])
      return `the name that was signed under is not the one that event ${event.seq} holds`
  }
  return null
}

/** From where and in which browser it was signed, who attested it, and what else stands beside an event, under a digest that is in it. */
const otherPersonal = ({ document, personal, chain }: SaidRows): string | null => {
  for (const { seq, key, salt, value } of personal)
    if (personalDigest(salt, value) !== chain[seq - 1]?.personal[key])
      return `${key} of event ${seq} is not what the event holds`
  if (document.status !== 'signed') return null
  // Of a signed document, no signer is erased.
  const kept = new Set(personal.map(({ seq, key }) => `${seq} ${key}`))
  for (const { seq, kind, personal: digests } of chain) {
    const gone = kind === 'signed' ? Object.keys(digests).find((key) => !kept.has(`${seq} ${key}`)) : undefined
    if (gone !== undefined) return `${gone} of event ${seq} is missing`
  }
  return null
}

/** The role of each signer by id: those of the beginning, and those who took the place of one of them. */
const rolesIn = (chain: readonly StoredEvent[]): ReadonlyMap<string, string | undefined> => {
  const roles = new Map<string, string | undefined>()
  for (const { kind, facts } of chain) {
    if (kind === 'made') for (const { id, role } of (facts.signers ?? []) as { id: string; role: string }[]) roles.set(id, role)
    if (kind !== 'replaced') continue
    roles.set(String(facts.by), roles.get(String(facts.signer)))
    roles.delete(String(facts.signer))
  }
  return roles
}
