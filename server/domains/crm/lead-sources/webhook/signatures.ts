import { createHmac } from 'node:crypto'
import { isSameSecret } from '../equal-secrets.ts'
import type { SourceRequest } from '../source-kind.ts'
import type { WebhookSettings } from './webhook-settings.ts'

type Signed = Extract<WebhookSettings['proof'], { by: 'signature' }>

/** Standard Webhooks gives its secrets in base64 behind this; what stands without it is the key as it is. */
const standardPrefix = 'whsec_'

const keyOf = (secret: string, { signed }: Signed): string | Buffer =>
  signed === 'id.timestamp.body' && secret.startsWith(standardPrefix)
    ? Buffer.from(secret.slice(standardPrefix.length), 'base64')
    : secret

/** Of `t=1795339802,v1=ab…,v1=cd…`, or of `v1,ab… v1,cd…` (Standard Webhooks), or of the one value behind its prefix. */
const signaturesIn = (header: string, proof: Signed): string[] => {
  if (proof.signed === 'id.timestamp.body')
    return header.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice('v1,'.length)] : []))
  if (proof.timestamp?.header === null)
    return header.split(',').flatMap((each) => (each.trim().startsWith('v1=') ? [each.trim().slice('v1='.length)] : []))
  return header.startsWith(proof.prefix) ? [header.slice(proof.prefix.length)] : []
}

const timestampIn = (request: SourceRequest, header: string, proof: Signed): string | null => {
  if (proof.timestamp === null) return null
  if (proof.timestamp.header === null) return /(?:^|,)\s*t=(\d{1,16})(?:,|$)/.exec(header)?.[1] ?? null
  return request.headers[proof.timestamp.header.toLowerCase()]?.trim() ?? null
}

const isFresh = (timestamp: string, { timestamp: rule }: Signed, now: Date): boolean => {
  if (rule === null) return true
  const ms = Number(timestamp) * (rule.unit === 'seconds' ? 1_000 : 1)
  return Number.isFinite(ms) && Math.abs(now.getTime() - ms) <= rule.toleranceSeconds * 1_000
}

/** The text before the body over which the signature is made; null where what belongs there is missing. */
const before = (request: SourceRequest, timestamp: string | null, { signed }: Signed): string | null => {
  switch (signed) {
    case 'body':
      return ''
    case 'hmacsha256=body':
      return 'hmacsha256='
    case 'timestamp.body':
      return timestamp === null ? null : `${timestamp}.`
    case 'timestamp:body':
      return timestamp === null ? null : `${timestamp}:`
    case 'id.timestamp.body': {
      const id = request.headers['webhook-id']
      return id === undefined || timestamp === null ? null : `${id}.${timestamp}.`
    }
  }
}

/**
 * Whether a request is signed with the secret, over its bytes as they came. Several values in one header: one that fits is enough, as at a
 * change of secrets. Hex counts without its case, base64 with it.
 */
export const isSigned = (request: SourceRequest, secret: string, proof: Signed, now: Date): boolean => {
  const header = request.headers[proof.header.toLowerCase()]?.trim()
  if (header === undefined) return false
  const timestamp = timestampIn(request, header, proof)
  if (proof.timestamp !== null && (timestamp === null || !isFresh(timestamp, proof, now))) return false
  const prefix = before(request, timestamp, proof)
  if (prefix === null) return false
  const wanted = createHmac('sha256', keyOf(secret, proof)).update(prefix).update(request.body).digest(proof.encoding)
  return signaturesIn(header, proof).some((given) =>
    isSameSecret(proof.encoding === 'hex' ? given.toLowerCase() : given, wanted),
  )
}

/** The answer by which LinkedIn knows an address for its application's: an HMAC of its challenge, in hex. */
export const answerToChallenge = (challenge: string, secret: string): string =>
  createHmac('sha256', secret).update(challenge).digest('hex')
