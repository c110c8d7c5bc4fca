import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { bits, integer, octets, oid, sequence, setOf, shortTime, tagged, time, uri, utf8, yes } from './der.ts'

const ecdsa = () => sequence(oid('1.2.840.10045.4.3.2'))
const sha256Id = () => sequence(oid('2.16.840.1.101.3.4.2.1'))
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
const yearMs = 366 * 86_400_000

interface Issued {
  readonly certificate: Buffer
  readonly issuer: Buffer
  readonly serial: Buffer
  readonly privateKey: KeyObject
}

/** What can be wrong with a list. */
export type ListFault = 'crl_revoked' | 'crl_foreign' | 'crl_forged' | 'crl_outdated'

export interface Authority {
  readonly rootPem: string
  /** What the root revoked (RFC 5280, 5): nothing, but for faults. */
  crl(at: Date, fault: ListFault | null): Buffer
  /**
   * TimeStampToken over an imprint (RFC 3161, 2.4.2); `isEnded`: by a certificate that had ended before. The other says that what its issuer
   * revoked is at `crlUrl`.
   */
  stamp(of: {
    readonly imprint: Buffer
    readonly nonce: Buffer | null
    readonly hasCertificates: boolean
    readonly at: Date
    readonly isEnded: boolean
    readonly crlUrl: string
  }): Buffer
}

const rootName = 'Sandbox timestamp root'
/** Addresses by which it is called: hardly more than one. */
const mostSigners = 8
const hourMs = 3_600_000

/** A root, and under it the certificates that stamp, beside one that has ended: all made anew. */
export const makeAuthority = (now: Date): Authority => {
  const [long, short] = [new Date(now.getTime() + 9 * yearMs), new Date(now.getTime() - yearMs)]
  const before = new Date(now.getTime() - 2 * yearMs)
  const root = issue({ name: rootName, from: before, to: long, isRoot: true })
  const signers = new Map<string, Issued>()
  const usual = (crlUrl: string): Issued => {
    const signer =
      signers.get(crlUrl) ?? issue({ name: 'Sandbox timestamp authority', from: before, to: long, by: root, crlUrl })
    if (signers.size < mostSigners) signers.set(crlUrl, signer)
    return signer
  }
  const ended = issue({ name: 'Sandbox timestamp authority of last year', from: before, to: short, by: root })
  return {
    rootPem: new X509Certificate(root.certificate).toString(),
    crl(at, fault) {
      const isForeign = fault === 'crl_foreign'
      const revoked = fault === 'crl_revoked' ? [...signers.values()] : []
      const tbs = sequence(
        ...[integer(1), ecdsa(), isForeign ? nameOf('Another root') : root.issuer],
        shortTime(new Date(at.getTime() - (fault === 'crl_outdated' ? 48 : 1) * hourMs)),
        shortTime(new Date(at.getTime() + (fault === 'crl_outdated' ? -24 : 168) * hourMs)),
        ...(revoked.length > 0
          ? [sequence(...revoked.map(({ serial }) => sequence(serial, shortTime(new Date(at.getTime() - hourMs)))))]
          : []),
        tagged(0, sequence(sequence(oid('2.5.29.20'), octets(integer(1))))),
      )
      const key = fault === 'crl_forged' || isForeign ? ended.privateKey : root.privateKey
      return sequence(tbs, ecdsa(), bits(sign('sha256', tbs, key)))
    },
    stamp({ imprint, nonce, hasCertificates, at, isEnded, crlUrl }) {
      const signer = isEnded ? ended : usual(crlUrl)
      const content = sequence(
        ...[integer(1), oid('1.3.6.1.4.1.99999.1'), imprint, integer(positive(randomBytes(8))), time(at)],
        ...(nonce ? [nonce] : []),
      )
      const attributes = [
        attribute('1.2.840.113549.1.9.3', oid('1.2.840.113549.1.9.16.1.4')),
        attribute('1.2.840.113549.1.9.4', octets(sha256(content))),
        // signing-certificate-v2 (RFC 5816): SHA-256 is what is meant where none is named.
        attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256(signer.certificate)))))),
      ]
      const signature = sign('sha256', setOf(...attributes), signer.privateKey)
      const info = sequence(
        ...[integer(1), sequence(signer.issuer, signer.serial), sha256Id()],
        ...[tagged(0, ...attributes.toSorted(Buffer.compare)), ecdsa(), octets(signature)],
      )
      const certificates = [signer.certificate, root.certificate].toSorted(Buffer.compare)
      const signed = sequence(
        integer(3),
        setOf(sha256Id()),
        sequence(oid('1.2.840.113549.1.9.16.1.4'), tagged(0, octets(content))),
        ...(hasCertificates ? [tagged(0, ...certificates)] : []),
        setOf(info),
      )
      return sequence(oid('1.2.840.113549.1.7.2'), tagged(0, signed))
    },
  }
}

const attribute = (id: string, value: Buffer): Buffer => sequence(oid(id), setOf(value))

/** No sign, and as short as DER has it. */
const positive = (bytes: Buffer): Buffer => {
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes
}

const nameOf = (name: string): Buffer => sequence(setOf(sequence(oid('2.5.4.3'), utf8(name))))

const issue = (of: {
  readonly name: string
  readonly from: Date
  readonly to: Date
  readonly isRoot?: boolean
  readonly by?: Issued
  readonly crlUrl?: string
}): Issued => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const serial = integer(positive(randomBytes(12)))
  const subject = nameOf(of.name)
  const issuer = of.by ? nameOf(rootName) : subject
  const critical = (id: string, value: Buffer): Buffer => sequence(oid(id), yes(), octets(value))
  const extensions = of.isRoot
    ? [critical('2.5.29.19', sequence(yes())), critical('2.5.29.15', bits(Buffer.from([0b0000_0110]), 1))]
    : [
        critical('2.5.29.15', bits(Buffer.from([0b1000_0000]), 7)),
        // RFC 3161, 2.3: for this purpose alone, and critical.
        critical('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.8'))),
        // RFC 5280, 4.2.1.13.
        ...(of.crlUrl === undefined
          ? []
          : [sequence(oid('2.5.29.31'), octets(sequence(sequence(tagged(0, tagged(0, uri(of.crlUrl)))))))]),
      ]
  const tbs = sequence(
    ...[tagged(0, integer(2)), serial, ecdsa(), issuer, sequence(shortTime(of.from), shortTime(of.to)), subject],
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(3, sequence(...extensions)),
  )
  const certificate = sequence(tbs, ecdsa(), bits(sign('sha256', tbs, of.by?.privateKey ?? privateKey)))
  return { certificate, issuer, serial, privateKey }
}
