import { createHash } from 'node:crypto'
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
  | { readonly holds: false; readonly says: string }

const not = (says: string): Stamp => ({ holds: false, says })

/** Bytes, or their SHA-256 where that is all that is known. */
type Stamped = Buffer | { readonly sha256: Buffer }

/** Looks at a token of a timestamp authority (RFC 3161, 2.4.2) over some bytes: a signature's value (EN 319 142-1, 5.4). */
export const readStamp = (token: Buffer, over: Stamped): Stamp => {
  try {
    return stampOf(token, over)
  } catch (error) {
    if (error instanceof BadDer) return not('The timestamp cannot be read.')
    throw error
  }
}

const digestOf = (over: Stamped, hash: Hash): Buffer | null =>
  Buffer.isBuffer(over) ? createHash(hash).update(over).digest() : hash === 'sha256' ? over.sha256 : null

const stampOf = (token: Buffer, over: Stamped): Stamp => {
  const data = readSignedData(token)
  if (data.contentType !== oids.tstInfo || data.content === null) return not('What stands for a timestamp is none.')
  const [version, , imprint, , generated, ...rest] = childrenOf(readDer(data.content, tags.sequence))
  if (numberOf(version) !== 1) return not('The timestamp is of a kind that is not known.')
  const [algorithm, digest] = childrenOf(wanted(imprint, tags.sequence))
  const wantedDigest = digestOf(over, hashOf(algorithm))
  if (!wantedDigest || !wanted(digest, tags.octets).content.equals(wantedDigest))
    return not('The timestamp is of another signature.')
  const at = timeOf(wanted(generated, 0x18))

  const type = onlyValue(data.signer.signed.get(oids.contentType))
  if (!type || oidOf(type) !== oids.tstInfo || !isDigestOf(data, data.content))
    return not('The timestamp was changed after its authority signed it.')
  const authority = certificateOfSigner(data)
  if (!authority) return not('The timestamp came without the certificate of its authority.')
  if (!isSignedBy(data, authority)) return not('The signature of the timestamp authority is not valid.')
  if (!isBoundTo(data, authority, true)) return not('The timestamp names another certificate than the one that signed it.')
  // RFC 3161, 2.3: for this purpose alone, and critical.
  const { extendedKeyUsage, isExtendedKeyUsageCritical } = authority
  if (extendedKeyUsage?.join() !== oids.timeStamping || !isExtendedKeyUsageCritical || authority.hasUnknownCritical)
    return not('The certificate that signed the timestamp is not one of a timestamp authority.')
  const { chain } = chainOf(authority, data.certificates, [])
  const ended = chain.find((each) => !isValidAt(each, at))
  if (ended) return not(`A certificate of the timestamp authority (${ended.facts.subject}) was not valid at its time.`)
  const nonce = rest.find(({ tag }) => tag === tags.integer)?.content ?? null
  return { holds: true, at, authority, last: chain.at(-1) as Certificate, nonce }
}
