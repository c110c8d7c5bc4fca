import { createHash } from 'node:crypto'
import type { StampFault } from '#ports/paper.ts'
import { type Certificate, chainOf, isValidAt } from './certificates.ts'
import { BadDer, childrenOf, numberOf, oidOf, readDer, tags, timeOf, wanted } from './der.ts'
import { oids } from './oids.ts'
import {
  certificateOfSigner,
  type Hash,
  hashOf,
  isBoundTo,
  isDigestOf,
  isSignedBy,
  onlyValue,
  readSignedData,
  type SignedData,
} from './signed-data.ts'

/** What a token says, where it holds; or the one sentence for which it does not. */
export type Stamp =
  | {
      readonly holds: true
      readonly at: Date
      readonly authority: Certificate
      readonly last: Certificate
      /** Of the request that it answers; null where it names none. */
      readonly nonce: Buffer | null
    }
  | { readonly holds: false; readonly fault: StampFault; readonly says: string }

const not = (fault: StampFault, says: string): Stamp => ({ holds: false, fault, says })

/** Bytes, or their SHA-256 where that is all that is known. */
type Stamped = Buffer | { readonly sha256: Buffer }

/** Looks at a token of a timestamp authority (RFC 3161, 2.4.2) over some bytes: a signature's value (EN 319 142-1, 5.4). */
export const readStamp = (token: Buffer, over: Stamped): Stamp => {
  try {
    return stampOf(token, over)
  } catch (error) {
    if (error instanceof BadDer) return not('unreadable', 'The timestamp cannot be read.')
    throw error
  }
}

const digestOf = (over: Stamped, hash: Hash): Buffer | null =>
  Buffer.isBuffer(over) ? createHash(hash).update(over).digest() : hash === 'sha256' ? over.sha256 : null

const stampOf = (token: Buffer, over: Stamped): Stamp => {
  const data = readSignedData(token)
  if (data.contentType !== oids.tstInfo || data.content === null)
    return not('not_timestamp', 'What stands for a timestamp is none.')
  const [version, , imprint, , generated, ...rest] = childrenOf(readDer(data.content, tags.sequence))
  if (numberOf(version) !== 1) return not('not_timestamp', 'The timestamp is of a kind that is not known.')
  const [algorithm, digest] = childrenOf(wanted(imprint, tags.sequence))
  const wantedDigest = digestOf(over, hashOf(algorithm))
  if (!wantedDigest || !wanted(digest, tags.octets).content.equals(wantedDigest))
    return not('other_signature', 'The timestamp is of another signature.')
  const at = timeOf(wanted(generated, 0x18))

  const type = onlyValue(data.signer.signed.get(oids.contentType))
  if (!type || oidOf(type) !== oids.tstInfo || !isDigestOf(data, data.content))
    return not('changed', 'The timestamp was changed after its authority signed it.')
  const authority = certificateOfSigner(data)
  if (!authority) return not('no_certificate', 'The timestamp came without the certificate of its authority.')
  if (!isSignedBy(data, authority)) return not('wrong_signature', 'The signature of the timestamp authority is not valid.')
  if (!isBoundTo(data, authority, true))
    return not('other_certificate', 'The timestamp names another certificate than the one that signed it.')
  // RFC 3161, 2.3: for this purpose alone, and critical.
  const { extendedKeyUsage, isExtendedKeyUsageCritical } = authority
  if (extendedKeyUsage?.join() !== oids.timeStamping || !isExtendedKeyUsageCritical || authority.hasUnknownCritical)
    return not('not_authority', 'The certificate that signed the timestamp is not one of a timestamp authority.')
  const { chain } = chainOf(authority, data.certificates, [])
  const ended = chain.find((each) => !isValidAt(each, at))
  if (ended)
    return not(
      'certificate_ended',
      `A certificate of the timestamp authority (${ended.facts.subject}) was not valid at its time.`,
    )
  const nonce = rest.find(({ tag }) => tag === tags.integer)?.content ?? null
  return { holds: true, at, authority, last: chain.at(-1) as Certificate, nonce }
}

/** When a token that was checked says that it was made. */
export const stampedAt = ({ content }: SignedData): Date | null => {
  const generated = content && childrenOf(readDer(content, tags.sequence))[4]
  return generated ? timeOf(wanted(generated, 0x18)) : null
}
