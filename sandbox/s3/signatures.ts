import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { S3Refusal } from './refusals.ts'

/** The only key there is. */
export const sandboxKey = {
  accessKeyId: 'AKIAFOYERSANDBOX0001',
  secretAccessKey: 'sandbox/secret+of+Foyer/0000000000000001',
  region: 'us-east-1',
} as const

const skewMs = 15 * 60_000

export interface SignedRequest {
  readonly method: string
  /** As it was sent: path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const hexOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Checks a request as "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)" of Amazon S3 says, with nothing of a
 * client's own code. Throws what S3 answers.
 */
export const checkSignature = ({ method, url, headers, body }: SignedRequest, now: Date): void => {
  const header = (name: string): string => [headers[name] ?? []].flat().join(',')
  const authorization = header('authorization')
  if (authorization === '') throw new S3Refusal(403, 'AccessDenied', 'Access Denied')
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(authorization) ?? []
  const [accessKeyId, day, region, service, ending] = credential.split('/')
  if (signature === '' || ending !== 'aws4_request')
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.')
  if (region !== sandboxKey.region || service !== 's3')
    throw new S3Refusal(
      400,
      'AuthorizationHeaderMalformed',
      `The authorization header is malformed; the region '${region}' is wrong; expecting '${sandboxKey.region}'`,
      { Region: sandboxKey.region },
    )
  if (accessKeyId !== sandboxKey.accessKeyId)
    throw new S3Refusal(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.')
  const at = dateOf(header('x-amz-date'))
  if (at === null || day !== header('x-amz-date').slice(0, 8))
    throw new S3Refusal(403, 'AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header')
  if (Math.abs(now.getTime() - at.getTime()) > skewMs)
    throw new S3Refusal(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
      { RequestTime: header('x-amz-date'), ServerTime: now.toISOString(), MaxAllowedSkewMilliseconds: String(skewMs) },
    )
  const signedNames = names.split(';')
  // A header of Amazon's that is not signed could be changed on its way.
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signedNames.includes(name))
  if (!signedNames.includes('host') || unsigned.length > 0)
    throw new S3Refusal(403, 'AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    })
  const payload = header('x-amz-content-sha256')
  const canonical = [
    method,
    ...canonicalUrl(url),
    ...signedNames.map((name) => `${name}:${header(name).trim().replaceAll(/\s+/g, ' ')}`),
    '',
    names,
    payload,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', header('x-amz-date'), `${day}/${region}/s3/aws4_request`, hexOf(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${sandboxKey.secretAccessKey}`, day), region))
  const expected = hmac(key, toSign)
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')))
    throw new S3Refusal(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      { StringToSign: toSign, CanonicalRequest: canonical },
    )
  checkPayload(payload, body)
}

const checkPayload = (payload: string, body: Buffer): void => {
  if (payload === 'UNSIGNED-PAYLOAD') return
  if (payload.startsWith('STREAMING-'))
    throw new S3Refusal(501, 'NotImplemented', 'A header you provided implies functionality that is not implemented')
  if (!/^[0-9a-f]{64}$/.test(payload))
    throw new S3Refusal(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  if (hexOf(body) !== payload)
    throw new S3Refusal(
      400,
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    )
}

const dateOf = (text: string): Date | null => {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const [year, month, day, hour, minute, second] = parts
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return parts.length === 6 && !Number.isNaN(at.getTime()) ? at : null
}

/** Each byte but the unreserved ones as %XY; a path that came encoded is not encoded again (S3 is the only service so). */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Refusal(400, 'InvalidURI', "Couldn't parse the specified URI.")
  }
}

const canonicalUrl = (url: string): [path: string, query: string] => {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const pairs = (at < 0 ? '' : url.slice(at + 1))
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return `${encoded(decoded(name))}=${encoded(decoded(value.join('=')))}`
    })
  return [
    path
      .split('/')
      .map((part) => encoded(decoded(part)))
      .join('/'),
    pairs.sort((one, other) => (one < other ? -1 : 1)).join('&'),
  ]
}
