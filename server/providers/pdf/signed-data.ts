import { constants, createHash, createPrivateKey, type KeyObject, sign, verify } from 'node:crypto'
import type { SealIdentity } from '#ports/paper.ts'
import { type Certificate, readCertificate } from './certificates.ts'
import {
  BadDer,
  childrenOf,
  type Der,
  integer,
  nothing,
  numberOf,
  octets,
  oid,
  oidOf,
  readDer,
  sequence,
  setOf,
  tagged,
  tags,
  wanted,
} from './der.ts'
import { oids } from './oids.ts'

/*
 * SignedData of CMS (RFC 5652), with one signer: as CAdES wants it in a PDF (ETSI EN 319 142-1, 6.3), and as a timestamp authority answers
 * (RFC 3161).
 */

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const attribute = (id: string, value: Buffer): Buffer => sequence(oid(id), setOf(value))

/** Null is a parameter of RSA's digests alone (RFC 5754, 2). */
const sha256Algorithm = (): Buffer => sequence(oid(oids.sha256))

/**
 * What is signed of a seal: content-type, message-digest and signing-certificate-v2 (RFC 5035), in the order of DER. No signing-time: EN 319
 * 142-1 has it in the dictionary of the PDF. The issuer and number of the certificate stand in it, too.
 */
export const signedAttributes = (digest: Buffer, certificate: Certificate): Buffer => {
  const issuerSerial = sequence(sequence(tagged(4, certificate.issuer)), certificate.serial)
  // SHA-256 is what is meant where no algorithm is named.
  const bound = sequence(sequence(sequence(octets(sha256(certificate.raw)), issuerSerial)))
  return setOf(
    attribute(oids.contentType, oid(oids.data)),
    attribute(oids.messageDigest, octets(digest)),
    attribute(oids.signingCertificateV2, bound),
  )
}

export const signAttributes = (attributes: Buffer, identity: SealIdentity): Buffer =>
  sign('sha256', attributes, createPrivateKey({ key: identity.privateKey, format: 'der', type: 'pkcs8' }))

/** The whole of it: ContentInfo with the chain and, where there is one, the token of a timestamp authority, which is not signed. */
export const signedData = (of: {
  readonly identity: SealIdentity
  readonly attributes: Buffer
  readonly signature: Buffer
  readonly token: Buffer | null
}): Buffer => {
  const [leaf] = of.identity.chain
  if (!leaf) throw new Error('an identity without its certificate')
  const certificate = readCertificate(leaf)
  const isRsa = certificate.publicKey.asymmetricKeyType === 'rsa'
  const signer = sequence(
    integer(1),
    sequence(certificate.issuer, certificate.serial),
    sha256Algorithm(),
    Buffer.concat([Buffer.from([0xa0]), of.attributes.subarray(1)]),
    isRsa ? sequence(oid(oids.rsa), nothing()) : sequence(oid(oids.ecdsaSha256)),
    octets(of.signature),
    ...(of.token ? [tagged(1, attribute(oids.timestampToken, of.token))] : []),
  )
  const data = sequence(
    integer(1),
    setOf(sha256Algorithm()),
    sequence(oid(oids.data)),
    tagged(0, ...of.identity.chain.toSorted(Buffer.compare)),
    setOf(signer),
  )
  return sequence(oid(oids.signedData), tagged(0, data))
}

export interface SignedData {
  readonly contentType: string
  /** Null where what is signed lies elsewhere. */
  readonly content: Buffer | null
  readonly certificates: readonly Certificate[]
  readonly signer: {
    readonly issuer: Buffer
    readonly serial: Buffer
    readonly hash: Hash
    /** The values of each attribute, by its identifier. */
    readonly signed: ReadonlyMap<string, readonly Der[]>
    /** What the signature is over: the attributes as a SET (RFC 5652, 5.4). */
    readonly signedBytes: Buffer
    readonly algorithm: string
    readonly signature: Buffer
    readonly unsigned: ReadonlyMap<string, readonly Der[]>
  }
}

export type Hash = 'sha256' | 'sha384' | 'sha512'
const hashes: Readonly<Record<string, Hash>> = { [oids.sha256]: 'sha256', [oids.sha384]: 'sha384', [oids.sha512]: 'sha512' }

/** SHA-1 and older are no proof of anything. */
export const hashOf = (algorithm: Der | undefined): Hash => {
  const hash = hashes[oidOf(childrenOf(wanted(algorithm, tags.sequence))[0])]
  if (!hash) throw new BadDer('a digest that is not taken')
  return hash
}

const attributesOf = (set: Der | undefined): ReadonlyMap<string, readonly Der[]> => {
  const found = new Map<string, readonly Der[]>()
  for (const each of set ? childrenOf(set) : []) {
    const [id, values] = childrenOf(each, tags.sequence)
    const name = oidOf(id)
    // RFC 5652, 5.3: each type once.
    if (found.has(name)) throw new BadDer('an attribute twice')
    found.set(name, childrenOf(wanted(values, tags.set)))
  }
  return found
}

/** Reads one; throws `BadDer` at whatever is not as it should be. */
export const readSignedData = (bytes: Buffer): SignedData => {
  const [type, explicit] = childrenOf(readDer(bytes, tags.sequence))
  if (oidOf(type) !== oids.signedData) throw new BadDer('no SignedData')
  const [data] = childrenOf(wanted(explicit, 0xa0))
  const [version, digests, encapsulated, ...rest] = childrenOf(wanted(data, tags.sequence))
  // 3 with another content than data, 4 and more with other kinds of certificates (RFC 5652, 5.1).
  if (![1, 3].includes(numberOf(version))) throw new BadDer('a version that is not known')
  const [contentType, content] = childrenOf(wanted(encapsulated, tags.sequence))
  const certificates = rest.find(({ tag }) => tag === 0xa0)
  const signers = childrenOf(wanted(rest.at(-1), tags.set))
  const [only] = signers
  if (!only || signers.length > 1) throw new BadDer('not one signer')
  const signer = signerOf(only)
  if (!childrenOf(wanted(digests, tags.set)).some((each) => hashOf(each) === signer.hash)) throw new BadDer('another digest')
  return {
    contentType: oidOf(contentType),
    content: content ? wanted(childrenOf(wanted(content, 0xa0))[0], tags.octets).content : null,
    certificates: certificates ? childrenOf(certificates).map(({ raw }) => readCertificate(raw)) : [],
    signer,
  }
}

const signerOf = (info: Der): SignedData['signer'] => {
  const [version, sid, digest, ...rest] = childrenOf(wanted(info, tags.sequence))
  // 1 is that of issuer and serial number, by which CAdES names its certificate.
  if (numberOf(version) !== 1) throw new BadDer('a signer without issuer and serial number')
  const [issuer, serial] = childrenOf(wanted(sid, tags.sequence))
  const signed = wanted(rest[0], 0xa0)
  const [, algorithm, signature, unsigned] = rest
  return {
    issuer: wanted(issuer, tags.sequence).raw,
    serial: wanted(serial, tags.integer).raw,
    hash: hashOf(digest),
    signed: attributesOf(signed),
    signedBytes: Buffer.concat([Buffer.from([tags.set]), signed.raw.subarray(1)]),
    algorithm: oidOf(childrenOf(wanted(algorithm, tags.sequence))[0]),
    signature: wanted(signature, tags.octets).content,
    unsigned: attributesOf(unsigned && wanted(unsigned, 0xa1)),
  }
}

/** The one value of an attribute. */
export const onlyValue = (values: readonly Der[] | undefined): Der | null => (values?.length === 1 ? (values[0] ?? null) : null)

export const certificateOfSigner = ({ certificates, signer }: SignedData): Certificate | null =>
  certificates.find(({ issuer, serial }) => issuer.equals(signer.issuer) && serial.equals(signer.serial)) ?? null

/** Whether the digest that is signed is that of the content. */
export const isDigestOf = ({ signer }: SignedData, ...content: readonly Buffer[]): boolean => {
  const hash = createHash(signer.hash)
  for (const part of content) hash.update(part)
  return onlyValue(signer.signed.get(oids.messageDigest))?.content.equals(hash.digest()) ?? false
}

/** Whether the value of the signature is by the key of a certificate, over what is signed. */
export const isSignedBy = ({ signer }: SignedData, { publicKey }: Certificate): boolean => {
  try {
    const key = keyFor(signer, publicKey)
    return key !== null && verify(signer.hash, signer.signedBytes, key, signer.signature)
  } catch {
    return false
  }
}

const algorithms: Readonly<Record<string, 'ec' | 'rsa' | 'pss'>> = {
  ...{ [oids.ecdsaSha256]: 'ec', [oids.ecdsaSha384]: 'ec', [oids.ecdsaSha512]: 'ec' },
  ...{ [oids.rsa]: 'rsa', [oids.rsaSha256]: 'rsa', [oids.rsaSha384]: 'rsa', [oids.rsaSha512]: 'rsa' },
  [oids.rsaPss]: 'pss',
}
/** The digest that the name of an algorithm has in it must be the one that the signer names. */
const hashInName: Readonly<Record<string, Hash>> = {
  ...{ [oids.ecdsaSha256]: 'sha256', [oids.ecdsaSha384]: 'sha384', [oids.ecdsaSha512]: 'sha512' },
  ...{ [oids.rsaSha256]: 'sha256', [oids.rsaSha384]: 'sha384', [oids.rsaSha512]: 'sha512' },
}

const keyFor = ({ algorithm, hash }: SignedData['signer'], key: KeyObject) => {
  const kind = algorithms[algorithm]
  if (kind === undefined || key.asymmetricKeyType !== (kind === 'pss' ? 'rsa' : kind)) return null
  if ((hashInName[algorithm] ?? hash) !== hash) return null
  if (kind === 'pss') return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
  return kind === 'rsa' ? { key, padding: constants.RSA_PKCS1_PADDING } : key
}

/**
 * Whether the signed attributes name this very certificate by its hash (RFC 5035, 3 and 4; the older form of RFC 2634 for authorities that
 * still use it, where `isOldTaken`): else a signature could be shown with another certificate of the same key.
 */
export const isBoundTo = ({ signer }: SignedData, certificate: Certificate, isOldTaken = false): boolean => {
  const second = onlyValue(signer.signed.get(oids.signingCertificateV2))
  if (second) return isFirstOf(second, certificate, 'sha256')
  const first = isOldTaken ? onlyValue(signer.signed.get(oids.signingCertificate)) : null
  return first !== null && isFirstOf(first, certificate, 'sha1')
}

const isFirstOf = (value: Der, { raw, issuer, serial }: Certificate, usual: string): boolean => {
  const [certificates] = childrenOf(value, tags.sequence)
  const [first] = childrenOf(wanted(certificates, tags.sequence))
  const parts = childrenOf(wanted(first, tags.sequence))
  const hash = parts[0]?.tag === tags.sequence ? hashOf(parts[0]) : usual
  const [digest, named] = parts[0]?.tag === tags.sequence ? parts.slice(1) : parts
  if (!wanted(digest, tags.octets).content.equals(createHash(hash).update(raw).digest())) return false
  if (!named) return true
  const [names, number] = childrenOf(wanted(named, tags.sequence))
  const [general] = childrenOf(wanted(names, tags.sequence))
  return wanted(general, 0xa4).content.equals(issuer) && wanted(number, tags.integer).raw.equals(serial)
}
