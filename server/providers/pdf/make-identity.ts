import { createHash, createPrivateKey, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { SealIdentity } from '#ports/paper.ts'
import { makeCrl } from './crls.ts'
import {
  bits,
  childrenOf,
  integer,
  octets,
  oid,
  readDer,
  sequence,
  setOf,
  tagged,
  tags,
  time,
  utf8,
  wanted,
  yes,
} from './der.ts'
import { oids } from './oids.ts'

/** X.520 allows so many letters in a name. */
const mostLetters = 64
/** Clocks of timestamp authorities and readers may be behind ours. */
const earlierMs = 3_600_000

const named = (common: string, organization: string): Buffer =>
  sequence(
    setOf(sequence(oid(oids.organization), utf8(cut(organization, mostLetters)))),
    setOf(sequence(oid(oids.commonName), utf8(cut(common, mostLetters)))),
  )

const cut = (text: string, most: number): string => [...text].slice(0, most).join('')

const makeKeys = async (): Promise<{ readonly privateKey: KeyObject; readonly spki: Buffer }> => {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  })
  return { privateKey: createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }), spki: publicKey }
}

/** RFC 5280, 4.2.1.2: SHA-1 over the key is how keys are found again; nothing depends on its strength. */
const keyIdentifier = (spki: Buffer): Buffer => {
  const [, key] = childrenOf(readDer(spki, tags.sequence))
  return createHash('sha1').update(wanted(key, tags.bits).content.subarray(1)).digest()
}

const extension = (id: string, isCritical: boolean, value: Buffer): Buffer =>
  sequence(oid(id), ...(isCritical ? [yes()] : []), octets(value))

const certificateOf = (of: {
  readonly issuer: Buffer
  readonly subject: Buffer
  readonly validity: Buffer
  readonly spki: Buffer
  readonly extensions: readonly Buffer[]
  readonly signedBy: KeyObject
}): Buffer => {
  const serial = randomBytes(16)
  // A number of 16 bytes that is not negative and begins with no nought.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const algorithm = sequence(oid(oids.ecdsaSha256))
  const tbs = sequence(
    tagged(0, integer(2)),
    integer(serial),
    algorithm,
    of.issuer,
    of.validity,
    of.subject,
    of.spki,
    tagged(3, sequence(...of.extensions)),
  )
  return sequence(tbs, algorithm, bits(sign('sha256', tbs, of.signedBy)))
}

/**
 * An identity that a workspace makes of itself. The key of its root signs two things and is forgotten: the one certificate under it, and that it
 * revokes nothing, for as long as it is valid. Nothing else is ever under that root, and nothing can be revoked by it.
 */
export const makeIdentity = async ({
  organization,
  at,
  years,
}: {
  readonly organization: string
  readonly at: Date
  readonly years: number
}): Promise<SealIdentity> => {
  const [root, leaf] = await Promise.all([makeKeys(), makeKeys()])
  const ends = new Date(at)
  ends.setUTCFullYear(ends.getUTCFullYear() + years)
  const begins = new Date(at.getTime() - earlierMs)
  const validity = sequence(time(begins), time(ends))
  const [rootName, leafName] = [
    named(`${cut(organization, mostLetters - 7)} (root)`, organization),
    named(organization, organization),
  ]
  const authority = extension(
    oids.authorityKeyIdentifier,
    false,
    sequence(Buffer.concat([Buffer.from([0x80, 20]), keyIdentifier(root.spki)])),
  )
  const rootCertificate = certificateOf({
    ...{ issuer: rootName, subject: rootName, validity, spki: root.spki, signedBy: root.privateKey },
    extensions: [
      extension(oids.basicConstraints, true, sequence(yes(), integer(0))),
      // keyCertSign, cRLSign
      extension(oids.keyUsage, true, bits(Buffer.from([0b0000_0110]), 1)),
      extension(oids.subjectKeyIdentifier, false, octets(keyIdentifier(root.spki))),
    ],
  })
  const leafCertificate = certificateOf({
    ...{ issuer: rootName, subject: leafName, validity, spki: leaf.spki, signedBy: root.privateKey },
    extensions: [
      extension(oids.basicConstraints, true, sequence()),
      // digitalSignature, nonRepudiation
      extension(oids.keyUsage, true, bits(Buffer.from([0b1100_0000]), 6)),
      // RFC 9336; readers that do not know it look for that of mail.
      extension(oids.extendedKeyUsage, false, sequence(oid(oids.documentSigning), oid(oids.emailProtection))),
      extension(oids.subjectKeyIdentifier, false, octets(keyIdentifier(leaf.spki))),
      authority,
    ],
  })
  return {
    chain: [leafCertificate, rootCertificate],
    privateKey: leaf.privateKey.export({ format: 'der', type: 'pkcs8' }),
    crl: makeCrl({ issuer: rootName, authority, from: begins, to: ends, signedBy: root.privateKey }),
  }
}
