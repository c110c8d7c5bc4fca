import { constants, type KeyObject, sign, verify } from 'node:crypto'
import type { LongTermFault } from '#ports/paper.ts'
import { type Certificate, urlsOfPoint } from './certificates.ts'
import {
  BadDer,
  bits,
  childrenOf,
  type Der,
  integer,
  octets,
  oid,
  oidOf,
  readDer,
  sequence,
  tagged,
  tags,
  time,
  timeOf,
  wanted,
} from './der.ts'
import { oids } from './oids.ts'
import { type Hash, hashOf } from './signed-data.ts'

/** A list of what an issuer revoked (RFC 5280, 5), whole: no list of changes, and none about certificates of others. */
export interface Crl {
  readonly raw: Buffer
  /** DER of the name. */
  readonly issuer: Buffer
  readonly thisUpdate: Date
  readonly nextUpdate: Date
  /** Of a revoked certificate each: its number, and since when. */
  readonly entries: readonly Der[]
  readonly scope: Scope
  readonly signed: Buffer
  readonly algorithm: Der
  readonly signature: Buffer
}

/** Of which certificates a list is (5.2.5), where it is not of all. */
interface Scope {
  readonly of: 'all' | 'authorities' | 'others'
  /** Where it says that it is to be had; a certificate that names other places is not in it. */
  readonly urls: readonly string[]
}

const timeTags = [0x17, 0x18]

/** Reads one; throws `BadDer` at whatever is not as it should be, or must be understood and is not here. */
export const readCrl = (raw: Buffer): Crl => {
  const [tbs, outer, value] = childrenOf(readDer(raw, tags.sequence))
  const parts = [...childrenOf(wanted(tbs, tags.sequence))]
  // Version 1 has no number of a version, and no extensions.
  if (parts[0]?.tag === tags.integer) parts.shift()
  const [algorithm, issuer, thisUpdate, nextUpdate, ...rest] = parts
  if (!algorithm || !outer?.raw.equals(algorithm.raw)) throw new BadDer('two algorithms of one list')
  // RFC 5280, 5.1.2.5: always there.
  if (!nextUpdate || !timeTags.includes(nextUpdate.tag)) throw new BadDer('a list without its next update')
  const list = rest.find(({ tag }) => tag === tags.sequence)
  const entries = list ? childrenOf(list) : []
  for (const entry of entries) assertOfIssuer(entry)
  const extensions = rest.find(({ tag }) => tag === 0xa0)
  const signature = wanted(value, tags.bits).content
  if (signature[0] !== 0) throw new BadDer('a signature of bits')
  return {
    raw,
    issuer: wanted(issuer, tags.sequence).raw,
    ...{ thisUpdate: timeOf(thisUpdate), nextUpdate: timeOf(nextUpdate) },
    entries,
    scope: scopeOf(extensions ? childrenOf(wanted(childrenOf(extensions)[0], tags.sequence)) : []),
    ...{ signed: wanted(tbs, tags.sequence).raw, algorithm, signature: signature.subarray(1) },
  }
}

/** BOOLEAN TRUE, without which nothing in an entry is critical. */
const yes = Buffer.from([0x01, 0x01, 0xff])

/** Some lists have tens of thousands of entries: only what is looked for is read. */
const assertOfIssuer = (entry: Der): void => {
  if (entry.tag !== tags.sequence) throw new BadDer('an entry that is none')
  if (!entry.content.includes(yes)) return
  const [, , extensions] = childrenOf(entry)
  // Critical is the issuer of a certificate that is another one's (5.3.3).
  for (const each of extensions ? childrenOf(extensions, tags.sequence) : [])
    if (isCritical(childrenOf(each, tags.sequence))) throw new BadDer('an entry that is not of this issuer')
}

/** When a list says that a certificate was revoked; null where it does not, and undefined where that cannot be read. */
const revokedAt = ({ entries }: Crl, { serial }: Certificate): Date | null | undefined => {
  const entry = entries.find(({ content }) => content.subarray(0, serial.length).equals(serial))
  try {
    return entry ? timeOf(childrenOf(entry)[1]) : null
  } catch (error) {
    if (error instanceof BadDer) return undefined
    throw error
  }
}

const isCritical = ([, critical]: readonly Der[]): boolean => critical?.tag === tags.boolean && critical.content[0] !== 0

const scopeOf = (extensions: readonly Der[]): Scope => {
  let scope: Scope = { of: 'all', urls: [] }
  for (const extension of extensions) {
    const parts = childrenOf(extension, tags.sequence)
    if (oidOf(parts[0]) === oids.issuingDistributionPoint)
      scope = pointOf(readDer(wanted(parts.at(-1), tags.octets).content, tags.sequence))
    else if (isCritical(parts)) throw new BadDer('a list that is not understood here')
  }
  return scope
}

/** IssuingDistributionPoint: `[1]` only certificates of no authority, `[2]` of authorities alone; the others are not taken. */
const pointOf = (point: Der): Scope => {
  const parts = childrenOf(point)
  const isSet = (tag: number): boolean => parts.some((each) => each.tag === tag && each.content[0] !== 0)
  if (parts.some(({ tag }) => ![0xa0, 0x81, 0x82].includes(tag))) throw new BadDer('a list of some reasons, or of others')
  const name = parts.find(({ tag }) => tag === 0xa0)
  return { of: isSet(0x81) ? 'others' : isSet(0x82) ? 'authorities' : 'all', urls: name ? urlsOfPoint(name) : [] }
}

/** Why a list does not say that a certificate was good at a time; null where it does. */
export const crlFault = (crl: Crl, certificate: Certificate, issuer: Certificate, at: Date): LongTermFault | null => {
  const mayRevoke = issuer.keyUsage === null || issuer.keyUsage.includes('cRLSign')
  if (!crl.issuer.equals(issuer.subject) || !mayRevoke) return 'crl_foreign'
  if (!isSignedBy(crl, issuer.publicKey)) return 'crl_forged'
  if (!isAbout(crl.scope, certificate)) return 'crl_foreign'
  const revoked = revokedAt(crl, certificate)
  if (revoked === undefined) return 'crl_unreadable'
  if (revoked && revoked <= at) return 'revoked'
  // A list that was made later says more, until the certificate has ended: then it may be dropped from the list.
  return at > crl.nextUpdate || crl.thisUpdate > certificate.facts.notAfter ? 'crl_outdated' : null
}

const isAbout = ({ of, urls }: Scope, { isCa, crlUrls }: Certificate): boolean =>
  (of === 'all' || (of === 'authorities') === isCa) && (urls.length === 0 || urls.some((url) => crlUrls.includes(url)))

const algorithms: Readonly<Record<string, readonly ['ec' | 'rsa', Hash]>> = {
  ...{ [oids.ecdsaSha256]: ['ec', 'sha256'], [oids.ecdsaSha384]: ['ec', 'sha384'], [oids.ecdsaSha512]: ['ec', 'sha512'] },
  ...{ [oids.rsaSha256]: ['rsa', 'sha256'], [oids.rsaSha384]: ['rsa', 'sha384'], [oids.rsaSha512]: ['rsa', 'sha512'] },
}

const isSignedBy = ({ algorithm, signed, signature }: Crl, key: KeyObject): boolean => {
  try {
    const [id, parameters] = childrenOf(algorithm, tags.sequence)
    if (oidOf(id) === oids.rsaPss) {
      const [first] = parameters ? childrenOf(parameters, tags.sequence) : []
      const hash = hashOf(childrenOf(wanted(first, 0xa0))[0])
      const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
      return verify(hash, signed, { key, ...padding }, signature)
    }
    const [kind, hash] = algorithms[oidOf(id)] ?? []
    return hash !== undefined && key.asymmetricKeyType === kind && verify(hash, signed, key, signature)
  } catch {
    return false
  }
}

/** The list of a root that revokes nothing, for as long as it is valid (RFC 5280, 5.1): its extensions are that of its key, and its number. */
export const makeCrl = (of: {
  readonly issuer: Buffer
  readonly authority: Buffer
  readonly from: Date
  readonly to: Date
  readonly signedBy: KeyObject
  readonly revoked?: readonly { readonly serial: Buffer; readonly at: Date }[]
}): Buffer => {
  const algorithm = sequence(oid(oids.ecdsaSha256))
  const entries = (of.revoked ?? []).map(({ serial, at }) => sequence(serial, time(at)))
  const number = sequence(oid(oids.crlNumber), octets(integer(1)))
  const tbs = sequence(
    ...[integer(1), algorithm, of.issuer, time(of.from), time(of.to)],
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    tagged(0, sequence(of.authority, number)),
  )
  return sequence(tbs, algorithm, bits(sign('sha256', tbs, of.signedBy)))
}
