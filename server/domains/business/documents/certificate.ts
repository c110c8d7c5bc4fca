import type { CertificateDocument } from '#ports/documents.ts'
import { languageOf } from '#shapes/languages.ts'
import { rangesOf } from '#shapes/number-ranges.ts'
import { put } from '#shapes/texts.ts'
import { certificateWords } from './certificate-strings.ts'
import { type StoredEvent, signedAsKey } from './chain.ts'
import { consentIn } from './consent-words.ts'
import type { FileRow } from './document-files.ts'
import type { DocumentRow } from './documents.ts'
import { longTermFaultIn } from './long-term-strings.ts'
import { drawingOf, type Marks, type PlacedField } from './marks.ts'
import { type PaperInEvidence, papersIn } from './signed-papers.ts'
import type { SignerRow } from './signers.ts'
import { longTermOf, stampingOf } from './stamping.ts'
import { signatureOf, statedWith } from './stated.ts'
import { signingWords } from './strings.ts'

interface Given {
  readonly document: DocumentRow
  readonly signers: readonly SignerRow[]
  readonly files: readonly FileRow[]
  readonly organization: string
  readonly chain: readonly StoredEvent[]
  readonly personal: readonly { readonly seq: number; readonly key: string; readonly value: string }[]
  readonly verifyUrl: string
}

/** The certificate of a sealed document: who signed, how that is known, and every event with its hash. Times are UTC. */
export const makeCertificate = ({
  document,
  signers,
  files,
  organization,
  chain,
  personal,
  verifyUrl,
}: Given): CertificateDocument => {
  const words = certificateWords(document.locale)
  const told = (seq: number, key: string): string | null =>
    personal.find((each) => each.seq === seq && each.key === key)?.value ?? null
  const seal = chain.find(({ kind }) => kind === 'sealed')
  const names = new Map(signers.map(({ id, name }) => [id, name]))
  const fields = document.fields as unknown as PlacedField[]
  const papers = papersIn(chain)
  const pictures: Uint8Array[] = []
  const hashOf = (kind: string): string => files.find((file) => file.kind === kind)?.sha256.toString('hex') ?? ''
  return {
    ...{ language: languageOf(document.locale), title: `${words.title}: ${document.title}`, issuer: organization },
    date: (document.signed_at ?? document.created_at).toISOString().slice(0, 10),
    pageWords: signingWords(document.locale).pageWords,
    about: [
      { label: words.document, value: document.title },
      { label: words.id, value: document.id },
      { label: words.issuer, value: organization },
      { label: words.signedAt, value: timeOf(document.signed_at) },
      { label: words.original, value: hashOf('original') },
      { label: words.sealed, value: hashOf('sealed') },
      { label: words.head, value: chain.at(-1)?.hash.toString('hex') ?? '' },
      ...stampedFact(seal, words),
      ...longTermFact(seal, document.locale),
    ],
    verify: { heading: words.verify, words: words.verifySays, url: verifyUrl },
    people: signers.map((signer) => {
      const signed = signatureOf(chain, signer.id)
      const seq = signed?.seq ?? 0
      const stated = signed && statedWith(signed, signer.name, told(seq, signedAsKey)).at
      const consented = chain.find(({ kind, facts }) => kind === 'consented' && facts.signer === signer.id)
      const signature = fields.find(({ signerId, kind }) => signerId === signer.id && kind === 'signature')
      const address = told(seq, 'address')
      const agent = told(seq, 'agent')
      const entered = chain.findLast(({ kind, facts }) => kind === 'code_entered' && facts.signer === signer.id)
      const attestedBy = told(seq, 'attested_by')
      const paper = papers.find((each) => each.signers.includes(signer.id))
      const how = paper ? words.onPaper : words.classes[signer.class as 'link']
      return {
        heading: signer.name,
        facts: [
          { label: words.email, value: signer.email },
          { label: words.role, value: signer.role === 'admin' ? words.roles.admin : words.roles.client },
          {
            label: words.how,
            value: [how, ...codeOf(signed?.facts.code, entered && told(entered.seq, 'phone'), words)].join(', '),
          },
          ...(attestedBy ? [{ label: words.attestedBy, value: attestedBy }] : []),
          { label: words.signedAs, value: told(seq, signedAsKey) ?? signer.name },
          { label: words.signedAt, value: timeOf(signer.signed_at) },
          ...(stated ? [{ label: words.statedTime, value: timeOf(stated) }] : []),
          ...agreedFact(consented?.facts, words),
          ...(paper ? paperFacts(paper, told(paper.seq, 'name'), words) : []),
          ...(address ? [{ label: words.address, value: address }] : []),
          ...(agent ? [{ label: words.agent, value: agent }] : []),
        ],
        mark: signature ? drawingOf(signature, (signer.marks ?? {}) as unknown as Marks, pictures) : null,
      }
    }),
    events: {
      heading: words.events,
      rows: chain.map(({ seq, kind, at, hash, facts }) => ({
        at: timeOf(at),
        what: [words.kinds[kind as 'made'] ?? kind, ...pagesOf(facts.pages)].join(': '),
        who: told(seq, 'name') ?? names.get(String(facts.signer)) ?? '',
        hash: hash.toString('hex'),
      })),
    },
    closing: words.closing,
    pictures,
  }
}

/** That a signer entered a code, and where it was sent. */
const codeOf = (
  code: unknown,
  phone: string | null | undefined,
  words: ReturnType<typeof certificateWords>,
): readonly string[] => {
  if (code === 'email') return [words.byCode]
  return code === 'whatsapp' ? [put(words.byWhatsapp, { number: phone ?? '' }).replaceAll('  ', ' ')] : []
}

/** Where the paper is that a signer signed by hand, by which digests it is known, and who uploaded it. */
const paperFacts = (
  { attachedAs, sha256, givenSha256, at }: PaperInEvidence,
  by: string | null,
  words: ReturnType<typeof certificateWords>,
) => [
  { label: words.paper, value: put(words.paperAttached, { file: attachedAs ?? '' }) },
  { label: words.paperHash, value: sha256 },
  ...(givenSha256 === sha256 ? [] : [{ label: words.paperGivenHash, value: givenSha256 }]),
  { label: words.uploaded, value: [timeOf(at), ...(by === null ? [] : [by])].join(', ') },
]

/** The sentence that a signer agreed to, as they read it; nothing where the evidence does not say in which language that was. */
const agreedFact = (consented: StoredEvent['facts'] | undefined, words: ReturnType<typeof certificateWords>) => {
  if (typeof consented?.words !== 'string' || typeof consented.language !== 'string') return []
  return [{ label: words.agreedTo, value: consentIn(consented.words, consented.language).sentence }]
}

/** When the sealed file was stamped, or that no authority was reached; nothing where none was asked for. */
const stampedFact = (sealed: StoredEvent | undefined, words: ReturnType<typeof certificateWords>) => {
  const stamping = stampingOf(sealed?.facts)
  if (stamping?.timestamp === 'missing') return [{ label: words.timestamp, value: words.unstamped }]
  if (stamping?.timestamp !== 'stamped') return []
  const value = put(words.stamped, { at: timeOf(new Date(stamping.stamped_at)), authority: stamping.authority })
  return [{ label: words.timestamp, value }]
}

/** Whether data for long-term validation is behind its seal, or why not; nothing where it was not asked for. */
const longTermFact = (sealed: StoredEvent | undefined, locale: string) => {
  const words = certificateWords(locale)
  const longTerm = longTermOf(stampingOf(sealed?.facts))
  if (longTerm.state === 'none') return []
  const why = longTerm.problem === null ? '' : longTermFaultIn(locale, longTerm.problem)
  const value = longTerm.state === 'complete' ? words.longTermComplete : put(words.longTermMissing, { why }).trim()
  return [{ label: words.longTerm, value }]
}

const timeOf = (at: Date | null): string => (at === null ? '' : `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`)

/** `1–3, 7` of an event that is about pages. */
const pagesOf = (pages: unknown): readonly string[] => (Array.isArray(pages) ? [rangesOf(pages.map(Number))] : [])
