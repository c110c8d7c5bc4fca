import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { CertificateFacts } from '#ports/paper.ts'
import { BadDer, childrenOf, type Der, numberOf, oidOf, readDer, tags, textOf, timeOf, wanted } from './der.ts'
import { nameParts, oids } from './oids.ts'

/** An X.509 certificate (RFC 5280), as far as a seal depends on it. */
export interface Certificate {
  readonly raw: Buffer
  /** DER of the numbers and names, to be compared. */
  readonly serial: Buffer
  readonly issuer: Buffer
  readonly subject: Buffer
  readonly facts: CertificateFacts
  readonly publicKey: KeyObject
  readonly isCa: boolean
  /** How many authorities may stand between it and the last certificate. */
  readonly pathLength: number | null
  /** Null where it does not say. */
  readonly keyUsage: readonly KeyUse[] | null
  readonly extendedKeyUsage: readonly string[] | null
  readonly isExtendedKeyUsageCritical: boolean
  /** An extension that must be understood, and is not here. */
  readonly hasUnknownCritical: boolean
  /** Where its issuer says what it revoked, each list of which is of all reasons. */
  readonly crlUrls: readonly string[]
  /** Where the certificate of its issuer is. */
  readonly issuerUrls: readonly string[]
}

/** In the order of their bits. */
const keyUses = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
] as const
export type KeyUse = (typeof keyUses)[number]

/** `CN=Acme, O=Acme & Sons`, in any letters; a comma in a value is no new part (RFC 4514, 2.4). */
export const nameOf = (name: Der): string =>
  childrenOf(name, tags.sequence)
    .flatMap((relative) => childrenOf(relative, tags.set))
    .map((pair) => {
      const [type, value] = childrenOf(pair, tags.sequence)
      if (!value) throw new BadDer('a name without its value')
      return `${nameParts[oidOf(type)] ?? oidOf(type)}=${textOf(value).replaceAll(/[",+;<>\\]/g, '\\$&')}`
    })
    .join(', ')

export const readCertificate = (raw: Buffer): Certificate => {
  const [tbs] = childrenOf(readDer(raw, tags.sequence))
  const parts = childrenOf(wanted(tbs, tags.sequence))
  const [serial, , issuer, validity, subject, spki, ...more] = parts[0]?.tag === 0xa0 ? parts.slice(1) : parts
  const [notBefore, notAfter] = childrenOf(wanted(validity, tags.sequence))
  const names = { issuer: wanted(issuer, tags.sequence), subject: wanted(subject, tags.sequence) }
  return {
    raw,
    serial: wanted(serial, tags.integer).raw,
    issuer: names.issuer.raw,
    subject: names.subject.raw,
    facts: {
      subject: nameOf(names.subject),
      issuer: nameOf(names.issuer),
      // Without the nought that only says that it is not negative.
      serial: wanted(serial, tags.integer)
        .content.toString('hex')
        .replace(/^00(?=..)/, ''),
      notBefore: timeOf(notBefore),
      notAfter: timeOf(notAfter),
      fingerprint: createHash('sha256').update(raw).digest('hex'),
    },
    publicKey: createPublicKey({ key: wanted(spki, tags.sequence).raw, format: 'der', type: 'spki' }),
    ...extensionsOf(more.find(({ tag }) => tag === 0xa3)),
  }
}

type Extensions = Pick<
  Certificate,
  | 'isCa'
  | 'pathLength'
  | 'keyUsage'
  | 'extendedKeyUsage'
  | 'isExtendedKeyUsageCritical'
  | 'hasUnknownCritical'
  | 'crlUrls'
  | 'issuerUrls'
>

const extensionsOf = (tagged: Der | undefined): Extensions => {
  const found = new Map<string, { readonly isCritical: boolean; readonly value: Der }>()
  for (const extension of tagged ? childrenOf(childrenOf(tagged)[0] as Der, tags.sequence) : []) {
    const [id, ...rest] = childrenOf(extension, tags.sequence)
    const name = oidOf(id)
    // RFC 5280, 4.2: none stands there twice.
    if (found.has(name)) throw new BadDer('an extension twice')
    const isCritical = rest[0]?.tag === tags.boolean && rest[0].content[0] !== 0
    found.set(name, { isCritical, value: readDer(wanted(rest.at(-1), tags.octets).content) })
  }
  const constraints = found.get(oids.basicConstraints)
  const [ca, length] = constraints ? childrenOf(constraints.value, tags.sequence) : []
  const usage = found.get(oids.keyUsage)
  const extended = found.get(oids.extendedKeyUsage)
  return {
    isCa: ca?.tag === tags.boolean && ca.content[0] !== 0,
    pathLength: length ? numberOf(length) : null,
    keyUsage: usage ? usesOf(wanted(usage.value, tags.bits)) : null,
    extendedKeyUsage: extended ? childrenOf(extended.value, tags.sequence).map(oidOf) : null,
    isExtendedKeyUsageCritical: extended?.isCritical ?? false,
    hasUnknownCritical: [...found].some(([name, { isCritical }]) => isCritical && !known.has(name)),
    crlUrls: urlsIn(found.get(oids.crlDistributionPoints)?.value, pointUrls),
    issuerUrls: urlsIn(found.get(oids.authorityInformation)?.value, accessUrls),
  }
}

/** Addresses are a help, and none of what a certificate proves: where they cannot be read, there are none. */
const urlsIn = (value: Der | undefined, urlsOf: (each: Der) => readonly string[]): readonly string[] => {
  try {
    return value ? childrenOf(value, tags.sequence).flatMap(urlsOf) : []
  } catch (error) {
    if (error instanceof BadDer) return []
    throw error
  }
}

/** uniformResourceIdentifier of a GeneralName. */
const uriTag = 0x86

/** Of a DistributionPoint (RFC 5280, 4.2.1.13) that is of some reasons alone, or of another issuer, nothing is taken. */
const pointUrls = (point: Der): readonly string[] => {
  const parts = childrenOf(point, tags.sequence)
  return parts.length === 1 ? urlsOfPoint(parts[0]) : []
}

/** The full names of a DistributionPointName in its `[0]`. */
export const urlsOfPoint = (name: Der | undefined): readonly string[] => {
  const [full] = childrenOf(wanted(name, 0xa0))
  return full?.tag === 0xa0 ? urlsAmong(childrenOf(full)) : []
}

const accessUrls = (description: Der): readonly string[] => {
  const [method, location] = childrenOf(description, tags.sequence)
  return oidOf(method) === oids.issuers && location ? urlsAmong([location]) : []
}

const urlsAmong = (names: readonly Der[]): readonly string[] =>
  names.flatMap(({ tag, content }) => {
    const text = content.toString('latin1')
    return tag === uriTag && /^https?:\/\//i.test(text) ? [text] : []
  })

/** What is looked at here, and policies, whose words are for people. */
const known = new Set<string>([oids.basicConstraints, oids.keyUsage, oids.extendedKeyUsage, '2.5.29.32'])

const usesOf = ({ content }: Der): KeyUse[] =>
  keyUses.filter((_, at) => ((content[1 + Math.floor(at / 8)] ?? 0) & (0x80 >> (at % 8))) !== 0)

/** Whether a certificate was issued by another: its name, its right to, and the signature. */
export const isIssuedBy = (certificate: Certificate, issuer: Certificate): boolean => {
  if (!certificate.issuer.equals(issuer.subject)) return false
  try {
    return new X509Certificate(certificate.raw).verify(issuer.publicKey)
  } catch {
    return false
  }
}

export const mayIssue = ({ isCa, keyUsage }: Certificate): boolean =>
  isCa && (keyUsage === null || keyUsage.includes('keyCertSign'))

export const isValidAt = ({ facts }: Certificate, at: Date): boolean => at >= facts.notBefore && at <= facts.notAfter

/**
 * From a certificate upward, each issued by the next (RFC 5280, 6.1), to one that is trusted or, where none is, as far as the others lead.
 * An authority that may not issue ends it.
 */
export const chainOf = (
  leaf: Certificate,
  others: readonly Certificate[],
  trusted: readonly Certificate[],
): { readonly chain: readonly Certificate[]; readonly isTrusted: boolean } => {
  const chain = [leaf]
  const isAmong = (each: Certificate, list: readonly Certificate[]): boolean => list.some(({ raw }) => raw.equals(each.raw))
  for (;;) {
    const last = chain.at(-1) as Certificate
    if (isAmong(last, trusted)) return { chain, isTrusted: true }
    if (chain.length > 8) return { chain, isTrusted: false }
    const issuer = [...trusted, ...others].find(
      (each) =>
        !isAmong(each, chain) &&
        mayIssue(each) &&
        !each.hasUnknownCritical &&
        (each.pathLength === null || each.pathLength >= chain.length - 1) &&
        isIssuedBy(last, each),
    )
    if (!issuer) return { chain, isTrusted: false }
    chain.push(issuer)
  }
}

/** What a certificate says it may be used for, where it says so, is to sign documents. */
export const maySign = ({ keyUsage, extendedKeyUsage }: Certificate): boolean =>
  (keyUsage === null || keyUsage.includes('digitalSignature') || keyUsage.includes('nonRepudiation')) &&
  (extendedKeyUsage === null || extendedKeyUsage.some((use) => signingUses.has(use)))

const signingUses = new Set<string>([
  oids.documentSigning,
  oids.microsoftDocumentSigning,
  oids.adobeAuthenticDocuments,
  oids.emailProtection,
  oids.anyExtendedKeyUsage,
])

/** ECDSA on a curve of NIST, or RSA from 2,048 bits: what readers of PDF know. */
export const isKeySupported = (key: KeyObject): boolean => {
  const { namedCurve, modulusLength } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'ec') return ['prime256v1', 'secp384r1', 'secp521r1'].includes(namedCurve ?? '')
  return key.asymmetricKeyType === 'rsa' && (modulusLength ?? 0) >= 2048 && (modulusLength ?? 0) <= 8192
}
