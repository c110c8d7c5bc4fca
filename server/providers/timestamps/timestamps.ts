import { randomBytes } from 'node:crypto'
import { type Answer, type Http, NoAnswer } from '#core/outbound/http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { mostTokenBytes, type Timestamp, type Timestamps } from '#ports/timestamps.ts'
import {
  BadDer,
  childrenOf,
  integer,
  nothing,
  numberOf,
  octets,
  oid,
  readDer,
  sequence,
  tags,
  wanted,
  yes,
} from '../pdf/der.ts'
import { oids } from '../pdf/oids.ts'
import { readStamp } from '../pdf/timestamps.ts'

/** A person may wait for it: a document is not sent while a required authority is away. */
const timeoutMs = 8_000

/** Timestamp authorities by RFC 3161 over HTTP (3.4): the operator's, and those that workspaces name. */
export const openTimestamps = (parts: {
  readonly usual: () => string | null
  /** To the operator's, private or not. */
  readonly operators: Pick<Http, 'send'>
  /** To what an admin named: nothing inside is reached. */
  readonly chosen: Pick<Http, 'send'>
}): Timestamps => ({
  usual: parts.usual,
  async stamp(digest, url) {
    const address = url ?? parts.usual()
    if (address === null) throw new ProviderError('credentials', 'No timestamp authority is set.')
    const nonce = randomBytes(16)
    // Without a sign, and as short as DER has it.
    nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40
    const http = url === null ? parts.operators : parts.chosen
    const answer = await http
      .send({
        ...{ method: 'POST', url: address, timeoutMs, maxBytes: mostTokenBytes + 4_096 },
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
        body: queryOf(digest, nonce),
      })
      .catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error
        const kind = error.reason === 'refused' ? 'refused' : 'unreachable'
        throw new ProviderError(kind, `The timestamp authority cannot be reached. ${error.message}`, { cause: error })
      })
    return read(answer, digest, nonce)
  },
})

/** TimeStampReq (RFC 3161, 2.4.1), with the certificates of the authority asked for. */
const queryOf = (digest: Buffer, nonce: Buffer): Buffer =>
  sequence(integer(1), sequence(sequence(oid(oids.sha256), nothing()), octets(digest)), integer(nonce), yes())

const read = (answer: Answer, digest: Buffer, nonce: Buffer): Timestamp => {
  const { status, body, isCut } = answer
  if (status === 429 || status === 503) throw new ProviderError('busy', `The timestamp authority is busy (status ${status}).`)
  if (status !== 200) {
    const kind = status >= 500 ? 'broken' : status === 401 || status === 403 ? 'credentials' : 'refused'
    throw new ProviderError(kind, `The timestamp authority answered with status ${status}.`)
  }
  const token = isCut ? null : tokenIn(body)
  if (token === null || token.length > mostTokenBytes)
    throw new ProviderError('broken', 'What the timestamp authority answered is not a timestamp.')
  const stamp = readStamp(token, { sha256: digest })
  if (!stamp.holds) throw new ProviderError('broken', `The answer of the timestamp authority is not taken. ${stamp.says}`)
  if (!stamp.nonce?.equals(nonce))
    throw new ProviderError('broken', 'The timestamp authority answered another request than this one.')
  return { token, at: stamp.at, authority: stamp.authority.facts.subject }
}

/** The token of a TimeStampResp (2.4.2); null where it is none. What the authority refuses is thrown in words of ours. */
const tokenIn = (body: Buffer): Buffer | null => {
  try {
    const [info, token] = childrenOf(readDer(body, tags.sequence))
    const [status] = childrenOf(wanted(info, tags.sequence))
    // Granted, or granted with modifications.
    if (numberOf(status) > 1) throw new ProviderError('refused', 'The timestamp authority refused the request.')
    return token ? wanted(token, tags.sequence).raw : null
  } catch (error) {
    if (error instanceof BadDer) return null
    throw error
  }
}
