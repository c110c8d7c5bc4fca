import { createHash } from 'node:crypto'
import { PDFDict, type PDFDocument, PDFRef, PDFString } from '@cantoo/pdf-lib'
import type { LongTermData, SealReport } from '#ports/paper.ts'
import { isBomb } from './bombs.ts'
import { type Certificate, chainOf, isIssuedBy, isValidAt, maySign, readCertificate } from './certificates.ts'
import { attachmentsOf, textOf } from './contents.ts'
import { BadDer, oidOf } from './der.ts'
import { type Findings, makeFindings, unreadable } from './findings.ts'
import { dataProblem, witnessesOf } from './long-term.ts'
import { announcedIn, longTermName, splitLongTerm } from './long-term-revision.ts'
import { longTermSays } from './long-term-sentences.ts'
import { arrayAt, at, dictAt, nameOf, openPdf, reach, wordAt } from './objects.ts'
import { oids } from './oids.ts'
import { type Places, placesOf, revisionsOf } from './ranges.ts'
import { readable } from './readable.ts'
import {
  certificateOfSigner,
  isBoundTo,
  isDigestOf,
  isSignedBy,
  onlyValue,
  readSignedData,
  type SignedData,
} from './signed-data.ts'
import { readStamp } from './timestamps.ts'

type Seal = NonNullable<SealReport['seal']>

/** Looks at a seal as a stranger would. Each check stands alone as far as it can, so that a report says all that is wrong. */
export const checkSeal = async (pdf: Buffer, roots: readonly Buffer[]): Promise<SealReport> => {
  try {
    return await checked(pdf, roots)
  } catch {
    // Whatever a library throws at it, it is no file of ours.
    return unreadable(revisionsOf(pdf))
  }
}

const checked = async (pdf: Buffer, roots: readonly Buffer[]): Promise<SealReport> => {
  const file = isBomb(pdf, { isSealed: true }) ? null : await opened(pdf)
  if (!file) return unreadable(revisionsOf(pdf))
  const findings = makeFindings()
  findings.passed('readable', 'The file can be read as a PDF.')
  const attachments = attachmentsOf(file, findings)
  const signature = onlySignature(file, findings)
  const longTerm = longTermOf(pdf, file)
  const places = signature && placesOf(pdf, signature, longTerm.from, findings)
  const seal =
    signature &&
    places &&
    sealOf(
      { signature, places, longTerm },
      roots.flatMap((raw) => readable(() => readCertificate(raw)) ?? []),
      findings,
    )
  const checks = findings.list()
  return {
    ...{ isIntact: checks.every(({ result }) => result !== 'failed'), checks, seal, cover: places && coverOf(places) },
    ...{ revisions: revisionsOf(pdf), attachments },
  }
}

const coverOf = ({ contents, end }: Places): SealReport['cover'] =>
  contents && end !== null ? { end, signature: createHash('sha256').update(contents).digest('hex') } : null

const opened = async (pdf: Buffer): Promise<PDFDocument | null> => {
  try {
    const file = await openPdf(pdf)
    return file.getPageCount() > 0 ? file : null
  } catch {
    // Whatever it is that cannot be read.
    return null
  }
}

/** What a seal says of data behind it, and that data where it is exactly what was announced. */
interface LongTerm {
  readonly isAnnounced: boolean
  readonly data: LongTermData | null
  /** Where what was sealed must end. */
  readonly from: number
}

const longTermOf = (pdf: Buffer, file: PDFDocument): LongTerm => {
  const split = splitLongTerm(pdf)
  const sealed = split?.sealed ?? pdf
  const named = file.catalog.get(nameOf(longTermName))
  const isAnnounced = named instanceof PDFRef && named.objectNumber === announcedIn(sealed)
  return { isAnnounced, data: isAnnounced && split ? split.data : null, from: isAnnounced ? sealed.length : pdf.length }
}

/** The dictionary of the one signature, which a field of the form leads to. Others, wherever they are, make it a file of two. */
const onlySignature = (file: PDFDocument, { judge, failed }: Findings): PDFDict | null => {
  const { dicts } = reach(
    file.context,
    file.context.enumerateIndirectObjects().map(([ref]) => ref),
  )
  const signatures = [...dicts].filter((dict) => at(dict, 'ByteRange') !== undefined || wordAt(dict, 'Type') === 'Sig')
  const fields = [...dicts].filter((dict) => wordAt(dict, 'FT') === 'Sig' && dictAt(dict, 'V'))
  const form = dictAt(file.catalog, 'AcroForm')
  const listed =
    (form &&
      arrayAt(form, 'Fields')
        ?.asArray()
        .map((each) => file.context.lookup(each))) ??
    []
  const ofFields = listed.map((field) => (field instanceof PDFDict ? dictAt(field, 'V') : undefined))
  const signature = ofFields.find((each) => each !== undefined && signatures.includes(each)) ?? signatures[0]
  if (!signature) {
    failed('one_signature', 'The file has no seal.')
    return null
  }
  const [field] = fields
  const isListed = field !== undefined && dictAt(field, 'V') === signature && listed.includes(field)
  const isKnown = wordAt(signature, 'SubFilter') === 'ETSI.CAdES.detached'
  judge(
    'one_signature',
    signatures.length === 1 && fields.length === 1 && isListed && isKnown,
    'The file has one signature: the seal.',
    signatures.length > 1 || fields.length > 1
      ? 'The file has more than one signature.'
      : isKnown
        ? 'The signature is not one that a reader of the file comes to.'
        : 'The signature is not of the kind that a seal is (PAdES).',
  )
  return signature
}

const sealOf = (
  { signature, places, longTerm }: { readonly signature: PDFDict; readonly places: Places; readonly longTerm: LongTerm },
  roots: readonly Certificate[],
  findings: Findings,
): Seal | null => {
  const { failed, judge } = findings
  const { contents } = places
  const data = contents && readable(() => readSignedData(contents))
  const certificate = data && certificateOfSigner(data)
  if (!data || !certificate) {
    failed('signature', data ? 'The certificate of the seal is missing.' : 'The signature of the seal cannot be read.')
    return null
  }
  const type = onlyValue(data.signer.signed.get(oids.contentType))
  if (places.signed)
    judge(
      'digest',
      data.contentType === oids.data &&
        data.content === null &&
        type !== null &&
        isOid(type, oids.data) &&
        isDigestOf(data, ...places.signed),
      'The file is the one that was sealed, byte for byte.',
      'The file was changed after it was sealed.',
    )
  judge(
    'signature',
    isSignedBy(data, certificate),
    'The signature was made with the key of the certificate.',
    'The signature was not made with the key of the certificate, or was changed.',
  )
  judge(
    'certificate_bound',
    isBound(data, certificate),
    'The seal names this certificate and no other.',
    'The seal does not name this certificate: it may have been exchanged.',
  )
  const stampedAt = stampOf(data, findings)
  const isLongTerm = places.isWhole && judgeLongTerm(longTerm, data, findings)
  const claimedAt = dateOf(signature)
  const root = certifiedBy(data, certificate, roots, stampedAt ?? claimedAt, findings)
  return {
    name: textOf(at(signature, 'Name')),
    reason: textOf(at(signature, 'Reason')),
    claimedAt,
    stampedAt,
    level: stampedAt === null ? 'B-B' : isLongTerm ? 'B-LT' : 'B-T',
    certificate: certificate.facts,
    root: root?.facts ?? null,
  }
}

const isOid = (value: Parameters<typeof oidOf>[0], wanted: string): boolean => {
  try {
    return oidOf(value) === wanted
  } catch {
    return false
  }
}

const isBound = (data: SignedData, certificate: Certificate): boolean => {
  try {
    return isBoundTo(data, certificate)
  } catch (error) {
    if (error instanceof BadDer) return false
    throw error
  }
}

/** When the authority says the signature was there. */
const stampOf = ({ signer }: SignedData, { passed, failed, absent }: Findings): Date | null => {
  const values = signer.unsigned.get(oids.timestampToken)
  if (!values) {
    absent('timestamp', 'No timestamp authority was asked: the time is what the seal claims.')
    return null
  }
  const token = onlyValue(values)
  const stamp = token ? readable(() => readStamp(token.raw, signer.signature)) : null
  if (!stamp?.holds) {
    failed('timestamp', stamp?.says ?? 'The timestamp cannot be read.')
    return null
  }
  passed(
    'timestamp',
    `The timestamp authority ${stamp.authority.facts.subject}, certified by ${stamp.last.facts.subject}, confirms the signature for ${stamp.at.toISOString()}.`,
  )
  return stamp.at
}

/** Whether the certificates and lists behind the seal are what it rests on, and say that all was good at its time. */
const judgeLongTerm = ({ isAnnounced, data }: LongTerm, seal: SignedData, { passed, failed, absent }: Findings): boolean => {
  if (!isAnnounced) {
    absent('long_term', 'The seal announces no data for long-term validation.')
    return false
  }
  const witnesses = readable(() => witnessesOf(seal))
  const problem = !data
    ? ({ fault: 'removed', certificate: null } as const)
    : witnesses
      ? dataProblem(witnesses, data)
      : ({ fault: 'no_timestamp', certificate: null } as const)
  if (problem) {
    failed('long_term', longTermSays(problem))
    return false
  }
  passed(
    'long_term',
    `The file holds the ${data?.certificates.length} certificates that the seal and its timestamp rest on, and what their issuers revoked: none of them at that time.`,
  )
  return true
}

/** /M, a date of a PDF (ISO 32000-1, 7.9.4). */
const dateOf = (signature: PDFDict): Date | null => {
  const date = at(signature, 'M')
  try {
    return date instanceof PDFString ? date.decodeDate() : null
  } catch {
    return null
  }
}

/** Looks at the certificate and those above it, at the time of the seal. Answers the last, where it is a root. */
const certifiedBy = (
  data: SignedData,
  certificate: Certificate,
  roots: readonly Certificate[],
  time: Date | null,
  { judge }: Findings,
): Certificate | null => {
  const { subject, notBefore, notAfter } = certificate.facts
  const isAllowed = maySign(certificate) && !certificate.hasUnknownCritical
  judge(
    'certificate_valid',
    time !== null && isValidAt(certificate, time) && isAllowed,
    `The certificate of ${subject} was valid at the time of the seal.`,
    time === null
      ? 'The seal does not say when it was made.'
      : isAllowed
        ? `The certificate is valid from ${notBefore.toISOString()} to ${notAfter.toISOString()}, and the seal is of ${time.toISOString()}.`
        : 'The certificate is not for signing documents.',
  )
  const { chain, isTrusted } = chainOf(certificate, data.certificates, roots)
  const last = chain.at(-1) as Certificate
  const isRoot = isTrusted || isIssuedBy(last, last)
  // Others would be bytes that no signature covers.
  const above = last.issuer.equals(last.subject) ? [] : chainOf(last, data.certificates, []).chain
  const used = [...chain, ...above]
  const stray = data.certificates.find(({ raw }) => !used.some((each) => each.raw.equals(raw)))
  const ended = time && chain.slice(1).find((each) => !isValidAt(each, time))
  judge(
    'chain',
    isTrusted && !ended && !stray,
    `The certificate was issued under ${last.facts.subject}, a root that is trusted here.`,
    ended
      ? `The certificate of ${ended.facts.subject}, above that of the seal, was not valid at the time of the seal.`
      : isTrusted
        ? 'The seal carries a certificate that is not of its chain, or was changed.'
        : isRoot
          ? `The certificate was issued under ${last.facts.subject} (SHA-256 ${last.facts.fingerprint}), which is not a root that is trusted here.`
          : `The certificate was issued by ${last.facts.issuer}, whose own certificate is missing.`,
  )
  return isRoot ? last : null
}
