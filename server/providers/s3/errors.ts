import type { Answer, NoAnswer } from '#core/outbound/http.ts'
import { FilesError, type FilesTrouble } from '#ports/files.ts'
import { readXml, type XmlElement } from '../caldav/xml.ts'

/** What the store's own codes mean here, with words for the operator. */
const known: Readonly<Record<string, readonly [FilesTrouble, string]>> = {
  SignatureDoesNotMatch: ['denied', 'S3 refuses the signature: S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID.'],
  InvalidAccessKeyId: ['denied', 'S3 does not know the key in S3_ACCESS_KEY_ID.'],
  AccessDenied: ['denied', 'S3 denies access: the key lacks a right on the bucket, or the object is locked.'],
  AllAccessDisabled: ['denied', 'S3 denies access: the bucket is disabled.'],
  ExpiredToken: ['denied', 'The credentials of S3 have expired.'],
  InvalidToken: ['denied', 'S3 does not accept the credentials.'],
  AccountProblem: ['denied', 'S3 denies access: there is a problem with the account.'],
  RequestTimeTooSkewed: ['refused', 'The clock of this machine differs too much from that of S3. Correct it.'],
  NoSuchBucket: ['refused', 'The bucket in S3_BUCKET does not exist.'],
  PermanentRedirect: ['refused', 'The bucket is in another region. Set S3_REGION, and S3_ENDPOINT if it names one.'],
  AuthorizationHeaderMalformed: ['refused', 'S3 expects another region in the signature. Set S3_REGION.'],
  InvalidRequest: ['refused', 'S3 does not accept the request.'],
  InvalidBucketState: ['refused', 'The bucket does not allow this in its state.'],
  ObjectLockConfigurationNotFoundError: ['refused', 'The bucket has no Object Lock.'],
  EntityTooLarge: ['refused', 'The file is larger than S3 takes.'],
  NotImplemented: ['refused', 'The store does not offer what was asked.'],
  QuotaExceeded: ['refused', 'The store has no room: its quota is used up.'],
  SlowDown: ['busy', 'S3 asks for fewer requests.'],
  TooManyRequests: ['busy', 'S3 asks for fewer requests.'],
  RequestLimitExceeded: ['busy', 'S3 asks for fewer requests.'],
  OperationAborted: ['busy', 'S3 is working on the same object.'],
  ConditionalRequestConflict: ['busy', 'S3 is working on the same object.'],
  BadDigest: ['damaged', 'What reached S3 is not what was sent.'],
  XAmzContentSHA256Mismatch: ['damaged', 'What reached S3 is not what was sent.'],
  XAmzContentChecksumMismatch: ['damaged', 'What reached S3 is not what was sent.'],
  PreconditionFailed: ['taken', 'S3 has something else under this name.'],
}

/** Of the store's own XML; null where it answered something else. */
export const readAnswer = (body: Buffer): XmlElement | null => readXml(body.toString('utf8'))

export const childText = (element: XmlElement | null, name: string): string | null =>
  element?.children.find((child) => child.name === name)?.text ?? null

export const childrenNamed = (element: XmlElement | null, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The code of an error, which a store can also answer with status 200; null where the body is none. */
export const errorCodeOf = (body: Buffer): string | null => {
  const answer = body.length === 0 ? null : readAnswer(body)
  return answer?.name === 'Error' ? (childText(answer, 'Code') ?? 'Unknown') : null
}

/** A refused request as an error of the port. */
export const asFilesError = ({ status, body, headers }: Pick<Answer, 'status' | 'body' | 'headers'>): FilesError => {
  const code = errorCodeOf(body)
  const found = code === null ? undefined : known[code]
  if (found) {
    const region = headers['x-amz-bucket-region'] ?? null
    const words =
      region !== null && /^[a-z0-9-]{1,40}$/.test(region) && found[1].includes('S3_REGION') ? ` It is ${region}.` : ''
    return new FilesError(found[0], `${found[1]}${words}`, { code })
  }
  const details = { code: code !== null && /^\w{1,60}$/.test(code) ? code : null }
  const says = `S3 answered with status ${status}${details.code === null ? '' : ` (${details.code})`}.`
  if (status === 429 || status === 503) return new FilesError('busy', says, details)
  if (status >= 500) return new FilesError('away', says, details)
  if (status === 401 || status === 403) return new FilesError('denied', says, details)
  if (status === 301 || status === 307 || status === 308)
    return new FilesError('refused', known.PermanentRedirect?.[1] ?? says, details)
  if (status === 412) return new FilesError('taken', says, details)
  // A proxy in between, or a page that has nothing to do with S3.
  return new FilesError(status >= 400 ? 'refused' : 'away', says, details)
}

export const asAway = (error: NoAnswer): FilesError =>
  new FilesError(
    error.reason === 'refused' ? 'refused' : 'away',
    error.reason === 'refused'
      ? 'S3 cannot be reached at this address. Check S3_ENDPOINT.'
      : `S3 cannot be reached. ${error.message}`,
    { cause: error },
  )
