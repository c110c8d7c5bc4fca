import { randomUUID } from 'node:crypto'
import { type Answered, type Asked, bucketOf, header, lockOf } from './asked.ts'
import { algorithms, checksumOf, digest, headerOf, md5Hex } from './checksums.ts'
import { answer, element, noSuchKey, preconditionFailed, S3Refusal } from './refusals.ts'
import type { Store, Version } from './store.ts'

/** `If-None-Match: *` is the only one that S3 takes for writes. */
export const requireFree = (store: Store, asked: Asked): void => {
  const condition = header(asked, 'if-none-match')
  if (condition === undefined || asked.fault === 'ignores_conditions') return
  if (condition !== '*' || asked.fault === 'no_conditions')
    throw new S3Refusal(501, 'NotImplemented', 'A header you provided implies functionality that is not implemented', {
      Header: 'If-None-Match',
    })
  if (asked.fault === 'conflict')
    throw new S3Refusal(
      409,
      'ConditionalRequestConflict',
      'The conditional request cannot succeed due to a conflicting operation against this resource.',
    )
  if (store.newest(asked.bucket, asked.key)) throw preconditionFailed('If-None-Match')
}

/** A bit of it is another one. */
export const harmed = (bytes: Buffer): Buffer => {
  const other = Buffer.from(bytes)
  if (other.length > 0) other[other.length >> 1] = (other[other.length >> 1] ?? 0) ^ 1
  return other
}

export const putObject = (store: Store, asked: Asked): Answered => {
  const bucket = bucketOf(store, asked)
  if (Buffer.byteLength(asked.key) > 1024) throw new S3Refusal(400, 'KeyTooLongError', 'Your key is too long')
  if (header(asked, 'content-length') === undefined)
    throw new S3Refusal(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
  const lock = lockOf(asked, bucket)
  const sent = checksumOf(asked.headers, asked.body)
  requireFree(store, asked)
  const isHarmed = asked.fault === 'corrupt'
  const body = isHarmed ? harmed(asked.body) : asked.body
  const made = store.write(bucket, asked.key, body, {
    ...{ etag: `"${md5Hex(body)}"`, checksum: isHarmed ? { ...sent, value: digest(sent.algorithm, body) } : sent },
    ...{ type: header(asked, 'content-type') ?? 'binary/octet-stream', at: asked.now.toISOString(), lock },
  })
  return { headers: { ETag: made.etag, ...checksumHeaders(asked, made), ...versionHeader(bucket.hasLock, made) } }
}

export const checksumHeaders = ({ fault }: Asked, { checksum }: Version): Record<string, string> =>
  fault === 'no_checksums' ? {} : { [headerOf(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type }

export const versionHeader = (hasLock: boolean, { id }: Version): Record<string, string> =>
  hasLock ? { 'x-amz-version-id': id } : {}

const factsOf = (asked: Asked, hasLock: boolean, found: Version): Record<string, string | number> => ({
  ...{ ETag: found.etag, 'Content-Type': found.type, 'Last-Modified': new Date(found.at).toUTCString() },
  'Accept-Ranges': 'bytes',
  ...(header(asked, 'x-amz-checksum-mode')?.toUpperCase() === 'ENABLED' && checksumHeaders(asked, found)),
  ...versionHeader(hasLock, found),
  ...(found.lock && { 'x-amz-object-lock-mode': found.lock.mode, 'x-amz-object-lock-retain-until-date': found.lock.until }),
})

const findAsked = (store: Store, asked: Asked): Version => {
  const wanted = asked.query.get('versionId')
  const found =
    wanted === null
      ? store.newest(asked.bucket, asked.key)
      : store.find(asked.bucket, asked.key).versions.find(({ id, isMarker }) => id === wanted && !isMarker)
  if (!found) throw noSuchKey(asked.key)
  const match = header(asked, 'if-match')
  if (match !== undefined && match !== '*' && match !== found.etag) throw preconditionFailed('If-Match')
  return found
}

export const headObject = (store: Store, asked: Asked): Answered => {
  const { hasLock } = bucketOf(store, asked)
  const found = findAsked(store, asked)
  return { headers: { ...factsOf(asked, hasLock, found), 'Content-Length': found.bytes } }
}

export const getObject = (store: Store, asked: Asked): Answered => {
  const { hasLock } = bucketOf(store, asked)
  const found = findAsked(store, asked)
  const bytes = store.read(asked.bucket, asked.key, found.id)
  const headers = factsOf(asked, hasLock, found)
  const range = asked.fault === 'no_ranges' ? undefined : header(asked, 'range')
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (first === undefined) return { headers, body: bytes }
  const from = Number(first)
  if (from >= found.bytes)
    throw new S3Refusal(416, 'InvalidRange', 'The requested range is not satisfiable', {
      ActualObjectSize: String(found.bytes),
    })
  const to = Math.min(found.bytes - 1, last ? Number(last) : found.bytes - 1)
  // Of a part of an object there is no checksum.
  const partial = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-amz-checksum')))
  return {
    status: 206,
    headers: { ...partial, 'Content-Range': `bytes ${from}-${to}/${found.bytes}` },
    body: bytes.subarray(from, to + 1),
  }
}

export const objectAttributes = (store: Store, asked: Asked): Answered => {
  bucketOf(store, asked)
  const found = findAsked(store, asked)
  const { algorithm, value, type } = found.checksum
  return {
    body: answer(
      'GetObjectAttributesResponse',
      `${element('ETag', found.etag.replaceAll('"', ''))}<Checksum>${element(`Checksum${algorithm}`, value)}${element('ChecksumType', type)}</Checksum>${element('ObjectSize', found.bytes)}${element('StorageClass', 'STANDARD')}`,
    ),
  }
}

/** Without a version, where the bucket keeps them: a marker goes on top, and nothing is gone. */
export const deleteObject = (store: Store, asked: Asked): Answered => {
  const { hasLock } = bucketOf(store, asked)
  const wanted = asked.query.get('versionId')
  if (!hasLock) store.remove(asked.bucket, asked.key)
  else if (wanted !== null) {
    const found = store.find(asked.bucket, asked.key).versions.find(({ id }) => id === wanted)
    const isLocked = found?.lock != null && new Date(found.lock.until) > asked.now
    const bypasses = found?.lock?.mode === 'GOVERNANCE' && header(asked, 'x-amz-bypass-governance-retention') === 'true'
    if (isLocked && !bypasses)
      throw new S3Refusal(403, 'AccessDenied', 'Access Denied because object protected by object lock.')
    store.remove(asked.bucket, asked.key, wanted)
  } else {
    const marker = { id: randomUUID(), bytes: 0, etag: '', type: '', at: asked.now.toISOString(), lock: null, isMarker: true }
    store.mark(asked.bucket, asked.key, { ...marker, checksum: { algorithm: algorithms[0], value: '', type: 'FULL_OBJECT' } })
    return { status: 204, headers: { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker.id } }
  }
  return { status: 204 }
}
