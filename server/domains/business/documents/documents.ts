import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { nilId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { CompanyPeople } from '#domains/crm/companies/company-people.ts'
import { shape } from '#shapes'
import { remindersOf, SigningReminders } from '../templates/reminders.ts'
import { placeholderKey } from '../templates/template-texts.ts'
import { FieldKind } from '../templates/templates.ts'
import { findChain, reasonOfHold, type StoredEvent, signedAsKey } from './chain.ts'
import {
  DocumentStatus,
  DocumentType,
  LongTermFault,
  LongTermState,
  SealCode,
  SealState,
  TimestampState,
} from './document-facts.ts'
import { DocumentFileKind, type FileRow } from './document-files.ts'
import { isRequired, type PlacedField } from './marks.ts'
import { findSealing, type Sealing } from './sealing.ts'
import { type PaperInEvidence, papersIn, SignedPaper, signedPaperOf } from './signed-papers.ts'
import { Signer, SignerBrief, type SignerInRow, signerColumns, signerOf } from './signers.ts'
import { longTermOf, type Stamping, stampingOf, waitsUntil } from './stamping.ts'
import { isSignedAs, signatureOf, statedWith } from './stated.ts'

export type DocumentRow = Selectable<Tables['documents']>

export const DocumentBrief = shape('Document', {
  id: z.uuid(),
  title: z.string(),
  doc_type: DocumentType,
  status: DocumentStatus,
  seal: SealState.nullable().describe('After all have signed: whether it is sealed yet'),
  deal_id: z.uuid().nullable(),
  contact_id: z.uuid().nullable(),
  signers: z.array(SignerBrief),
  waiting_since: z.iso.datetime().nullable().describe('Since when the one waits who was asked first and has not signed'),
  url: z.string().describe('The page of the document in the app'),
  ends_at: z.iso.datetime(),
  signed_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})

/** Of a paper that was signed by hand: whose it is, and who uploaded it. */
const UploadedPaper = shape('UploadedPaper', {
  ...{ url: SignedPaper.shape.url, given_sha256: SignedPaper.shape.given_sha256, uploaded_at: SignedPaper.shape.uploaded_at },
  uploaded_by: z.string().nullable().describe('The name of the member'),
  name: z.string().nullable().describe('As the file was called'),
  signer_ids: z.array(z.uuid()).describe('Whose signature was recorded on it'),
})

const DocumentFile = shape('DocumentFile', {
  id: z.uuid(),
  kind: DocumentFileKind,
  sha256: z.string(),
  bytes: z.int(),
  checked_at: z.iso.datetime().describe('When it was last read whole and compared'),
  fault: z.string().nullable(),
  paper: UploadedPaper.nullable().describe('Of an uploaded one'),
})

/** Where a document says something else than its template, by the lines of the template. */
const ChangedLine = shape('ChangedLine', {
  line: z.int().describe('Of the template; of a PDF, the place of the box'),
  was: z.string(),
  is: z.string().describe('Several lines where a value has several; after 2,000 characters it is cut off with an ellipsis'),
})

const DocumentField = shape('DocumentField', {
  id: z.string(),
  signer_id: z.uuid(),
  kind: FieldKind,
  label: z.string().nullable(),
  required: z.boolean().describe('Whether a text must be typed, or a tick set; the other kinds are filled in by signing'),
  page: z.int(),
})

const EvidenceEvent = shape('EvidenceEvent', {
  seq: z.int(),
  kind: z.string(),
  at: z.iso.datetime(),
  who: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
  hash: z.string(),
})

/** `missing`: none of the preferred authority came in time. */
const SealTimestamp = shape('SealTimestamp', {
  state: TimestampState,
  at: z.iso.datetime().nullable().describe('What the authority says'),
  authority: z.string().nullable(),
})

/** Of the data that a seal is verified by when its authorities are gone. */
const SealLongTerm = shape('SealLongTerm', {
  state: LongTermState,
  fault: LongTermFault.nullable().describe('Why it is missing'),
  certificate: z.string().nullable().describe('Of whose certificate'),
})

export const DocumentDetail = shape('DocumentDetail', {
  ...DocumentBrief.shape,
  status_reason: z.string().nullable(),
  seal_reason: z.string().nullable().describe('Why the last try to seal it failed, in English'),
  seal_code: SealCode.nullable().describe('The same by name, where it has one'),
  seal_waits_until: z.iso.datetime().nullable().describe('When it is sealed without what it waits for; null where it waits on'),
  template_id: z.uuid(),
  template_version: z.int(),
  template_name: z.string(),
  timestamp: SealTimestamp.nullable().describe('Once it is sealed'),
  long_term: SealLongTerm.nullable().describe('Once it is sealed'),
  pages: z.int(),
  signers: z.array(Signer),
  fields: z.array(DocumentField).describe('What its signers fill in'),
  files: z.array(DocumentFile),
  evidence: z.array(EvidenceEvent),
  changed_text: z.array(ChangedLine).describe('Where it differs from its template'),
  allows_attesting: z.boolean().describe('Whether a signature that was made elsewhere may be recorded'),
  verify_url: z.string(),
  reminders: SigningReminders,
  kept_until: z.iso.datetime().nullable().describe('It is removed after that; null as long as it is open'),
  held_since: z.iso.datetime().nullable().describe('Of a legal hold, under which it is not removed'),
  hold_reason: z.string().nullable().describe('Why it is held'),
})

export const documentAddress = (publicUrl: string, id: string): string => `${publicUrl}/documents/${id}`
export const verifyAddress = (publicUrl: string, id: string): string => `${publicUrl}/verify/${id}`

export const findDocument = (db: Db, orgId: string, id: string): Promise<DocumentRow | undefined> =>
  db.selectFrom('documents').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** A document with the time of the database, locked until the transaction ends: what changes it or adds to its evidence waits. */
export const lockDocument = async (
  db: Db,
  orgId: string,
  id: string,
): Promise<(DocumentRow & { readonly at: Date }) | undefined> => {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  // After the lock: events of a chain never go back in time, however long a change waited. In milliseconds, as the evidence says it.
  const { rows } = await sql<{ at: Date }>`select date_trunc('milliseconds', clock_timestamp()) as at`.execute(db)
  return { ...row, at: rows[0]?.at as Date }
}

/** The workspace of a document, for who has nothing but its id. */
export const findOrgOfDocument = async (db: Db, id: string): Promise<string | null> => {
  const row = await db.selectFrom('directory.documents').select('org_id').where('id', '=', id).executeTakeFirst()
  return row?.org_id ?? null
}

const briefOf = (row: DocumentRow, signers: readonly SignerInRow[], publicUrl: string): z.output<typeof DocumentBrief> =>
  DocumentBrief.parse({
    ...row,
    signers,
    waiting_since: row.status === 'pending_signature' ? firstAsked(signers) : null,
    url: documentAddress(publicUrl, row.id),
    ends_at: row.ends_at.toISOString(),
    signed_at: row.signed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  })

const firstAsked = (signers: readonly SignerInRow[]): string | null =>
  signers.flatMap(({ state, asked_at }) => (state === 'asked' && asked_at !== null ? [asked_at] : [])).sort()[0] ?? null

export interface Wanted {
  /** Only those that wait for signatures, or only the others. */
  readonly open?: boolean | undefined
  readonly status?: DocumentStatus | undefined
  readonly dealId?: string | undefined
  readonly contactIds?: readonly string[] | undefined
  readonly ofCompany?: Pick<CompanyPeople, 'contactIds' | 'dealIds'> | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/** Newest first. */
export const listDocumentsOf = async (
  db: Db,
  orgId: string,
  wanted: Wanted,
  publicUrl: string,
): Promise<{ documents: z.output<typeof DocumentBrief>[]; next: string | null }> => {
  let query = db.selectFrom('documents').selectAll().where('org_id', '=', orgId)
  if (wanted.status) query = query.where('status', '=', wanted.status)
  if (wanted.open !== undefined) query = query.where('status', wanted.open ? '=' : '<>', 'pending_signature')
  if (wanted.dealId) query = query.where('deal_id', '=', wanted.dealId)
  if (wanted.contactIds) query = query.where('contact_id', 'in', wanted.contactIds)
  const { ofCompany } = wanted
  if (ofCompany)
    query = query.where(({ eb, or }) =>
      or([eb('contact_id', 'in', [...ofCompany.contactIds, nilId]), eb('deal_id', 'in', [...ofCompany.dealIds, nilId])]),
    )
  if (wanted.before) query = query.where('id', '<', wanted.before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(wanted.limit + 1)
    .execute()
  const page = rows.slice(0, wanted.limit)
  const signers = await findSignersOf(
    db,
    orgId,
    page.map(({ id }) => id),
  )
  const documents = page.map((row) => briefOf(row, signers.get(row.id) ?? [], publicUrl))
  return { documents, next: rows.length > wanted.limit ? (page.at(-1)?.id ?? null) : null }
}

const findSignersOf = async (db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SignerInRow[]>> => {
  const found = new Map<string, SignerInRow[]>()
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('document_signers')
    .select(signerColumns)
    .where('org_id', '=', orgId)
    .where('document_id', 'in', ids)
    .orderBy('turn')
    .orderBy('id')
    .execute()
  for (const row of rows) found.set(row.document_id, [...(found.get(row.document_id) ?? []), signerOf(row)])
  return found
}

export const showDocumentOf = async (
  db: Db,
  orgId: string,
  id: string,
  publicUrl: string,
): Promise<z.output<typeof DocumentDetail> | undefined> => {
  const row = await findDocument(db, orgId, id)
  if (!row) return undefined
  const [signers, files, chain, who, template, sealing] = await Promise.all([
    findSignersOf(db, orgId, [id]),
    db
      .selectFrom('document_files')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('document_id', '=', id)
      .orderBy('id')
      .execute(),
    findChain(db, orgId, id),
    db
      .selectFrom('document_personal')
      .select(['seq', 'key', 'value'])
      .where('org_id', '=', orgId)
      .where('document_id', '=', id)
      .where('key', 'in', ['name', signedAsKey, 'file_name', reasonOfHold])
      .orderBy('seq')
      .execute(),
    db
      .selectFrom('templates')
      .select('name')
      .where('org_id', '=', orgId)
      .where('id', '=', row.template_id)
      .executeTakeFirstOrThrow(),
    findSealing(db, orgId),
  ])
  const sealed = chain.find(({ kind }) => kind === 'sealed')
  const stamping = sealed ? stampingOf(sealed.facts) : null
  const papers = papersIn(chain)
  const names = new Map(who.flatMap(({ seq, key, value }) => (key === 'name' ? [[seq, value]] : [])))
  return DocumentDetail.parse({
    ...briefOf(row, signers.get(id) ?? [], publicUrl),
    status_reason: row.status_reason,
    seal_reason: row.seal_reason,
    seal_code: row.seal_code,
    seal_waits_until: waitOf(row, sealing)?.toISOString() ?? null,
    template_id: row.template_id,
    template_version: row.template_version,
    template_name: template.name,
    timestamp: timestampOf(stamping),
    long_term: stamping && longTermShown(stamping),
    pages: (row.pages as unknown[]).length,
    signers: (signers.get(id) ?? []).map((signer) => ({ ...signer, ...statedBy(signer, chain, who) })),
    fields: (row.fields as unknown as PlacedField[]).map((field) => ({
      ...{ ...field, signer_id: field.signerId, required: isRequired(field) },
    })),
    files: files.map((file) => ({
      ...file,
      sha256: file.sha256.toString('hex'),
      bytes: Number(file.bytes),
      checked_at: file.checked_at.toISOString(),
      paper: file.kind === 'uploaded' ? shownPaper(file, papers, who, publicUrl) : null,
    })),
    evidence: chain.map(({ seq, kind, at, facts, hash }) => ({
      ...{ seq, kind, at: at.toISOString(), who: names.get(seq) ?? null, facts, hash: hash.toString('hex') },
    })),
    changed_text: row.changed_text,
    allows_attesting: sealing.allowsAttesting,
    verify_url: verifyAddress(publicUrl, id),
    kept_until: row.kept_until?.toISOString() ?? null,
    reminders: remindersOf(row),
    held_since: row.held_since?.toISOString() ?? null,
    hold_reason: row.held_since && (who.findLast(({ key }) => key === reasonOfHold)?.value ?? null),
  })
}

type Told = readonly { readonly seq: number; readonly key: string; readonly value: string }[]

const statedBy = ({ id, name }: SignerInRow, chain: readonly StoredEvent[], who: Told) => {
  const signed = signatureOf(chain, id)
  const stated = signed && statedWith(signed, name, who.find(isSignedAs(signed))?.value)
  return { signed_as: stated?.name ?? null, claimed_at: stated?.at?.toISOString() ?? null }
}

const shownPaper = (
  file: FileRow,
  papers: readonly PaperInEvidence[],
  who: Told,
  publicUrl: string,
): z.output<typeof UploadedPaper> => {
  const paper = papers.find(({ sha256 }) => sha256 === file.sha256.toString('hex'))
  const told = (key: string): string | null => who.find((each) => each.seq === paper?.seq && each.key === key)?.value ?? null
  const { url, given_sha256, uploaded_at } = signedPaperOf(file, publicUrl)
  return {
    ...{ url, given_sha256, uploaded_at: paper?.at.toISOString() ?? uploaded_at },
    ...{ uploaded_by: told('name'), name: told('file_name'), signer_ids: [...(paper?.signers ?? [])] },
  }
}

/** When what a seal waits for is no longer waited for: a preferred authority, and long-term data; a required authority always is. */
const waitOf = ({ seal, seal_code: code, signed_at }: DocumentRow, { timestamp }: Sealing): Date | null => {
  const isPatient = code === 'long_term_away' || timestamp === 'preferred'
  return seal === 'waiting' && code !== null && isPatient && signed_at ? waitsUntil(signed_at) : null
}

const longTermShown = (stamping: Stamping): z.output<typeof SealLongTerm> => {
  const { state, problem } = longTermOf(stamping)
  return { state, fault: problem?.fault ?? null, certificate: problem?.certificate ?? null }
}

const timestampOf = (stamping: Stamping | null): z.output<typeof SealTimestamp> | null => {
  if (!stamping) return null
  return stamping.timestamp === 'stamped'
    ? { state: 'stamped', at: stamping.stamped_at, authority: stamping.authority }
    : { state: stamping.timestamp, at: null, authority: null }
}

/** The values of a document's placeholders, as they were given. */
export const valuesOf = (row: Pick<DocumentRow, 'replacements'>): ReadonlyMap<string, string> =>
  new Map(Object.entries(row.replacements as Record<string, string>).map(([key, value]) => [placeholderKey(key), value]))
