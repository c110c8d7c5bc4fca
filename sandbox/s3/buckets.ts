import { type Answered, type Asked, bucketOf, header } from './asked.ts'
import { answer, element, S3Refusal } from './refusals.ts'
import { sandboxKey } from './signatures.ts'
import type { Store } from './store.ts'

const mostListed = 1_000

export const listBuckets = (store: Store): Answered => ({
  body: answer(
    'ListAllMyBucketsResult',
    `<Owner><ID>sandbox</ID></Owner><Buckets>${store.buckets
      .list()
      .map(({ id }) => `<Bucket>${element('Name', id)}${element('CreationDate', '2026-01-01T00:00:00.000Z')}</Bucket>`)
      .join('')}</Buckets>`,
  ),
})

export const makeBucket = (store: Store, asked: Asked): Answered => {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(asked.bucket))
    throw new S3Refusal(400, 'InvalidBucketName', 'The specified bucket is not valid.')
  if (store.buckets.find(asked.bucket))
    throw new S3Refusal(
      409,
      'BucketAlreadyOwnedByYou',
      'Your previous request to create the named bucket succeeded and you already own it.',
    )
  store.buckets.put({ id: asked.bucket, hasLock: header(asked, 'x-amz-bucket-object-lock-enabled') === 'true' })
  return { headers: { Location: `/${asked.bucket}` } }
}

/** What is asked of a bucket itself by a word in its query. */
export const describeBucket = (store: Store, asked: Asked): Answered | null => {
  const { hasLock } = bucketOf(store, asked)
  if (asked.query.has('location')) return { body: answer('LocationConstraint', '') }
  if (asked.query.has('versioning'))
    return { body: answer('VersioningConfiguration', hasLock ? element('Status', 'Enabled') : '') }
  if (!asked.query.has('object-lock')) return null
  if (!hasLock)
    throw new S3Refusal(404, 'ObjectLockConfigurationNotFoundError', 'Object Lock configuration does not exist for this bucket')
  return { body: answer('ObjectLockConfiguration', element('ObjectLockEnabled', 'Enabled')) }
}

export const headBucket = (store: Store, asked: Asked): Answered => {
  bucketOf(store, asked)
  return { headers: { 'x-amz-bucket-region': sandboxKey.region } }
}

/** ListObjectsV2. */
export const listObjects = (store: Store, asked: Asked): Answered => {
  bucketOf(store, asked)
  const prefix = asked.query.get('prefix') ?? ''
  const token = asked.query.get('continuation-token')
  const after = token === null ? (asked.query.get('start-after') ?? '') : Buffer.from(token, 'base64').toString()
  const most = Math.min(mostListed, Number(asked.query.get('max-keys') ?? mostListed))
  const found = store
    .list(asked.bucket)
    .filter(({ key }) => key.startsWith(prefix) && (after === '' || Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0))
    .flatMap(({ key, versions }) => {
      const newest = versions.at(-1)
      return newest && !newest.isMarker ? [{ key, newest }] : []
    })
  const shown = found.slice(0, most)
  const last = shown.at(-1)
  const isCut = found.length > shown.length && last !== undefined
  return {
    body: answer(
      'ListBucketResult',
      `${element('Name', asked.bucket)}${element('Prefix', prefix)}${element('KeyCount', shown.length)}${element('MaxKeys', most)}${element('IsTruncated', String(isCut))}${isCut ? element('NextContinuationToken', Buffer.from(last.key).toString('base64')) : ''}${shown
        .map(
          ({ key, newest }) =>
            `<Contents>${element('Key', key)}${element('LastModified', newest.at)}${element('ETag', newest.etag)}${element('Size', newest.bytes)}${element('StorageClass', 'STANDARD')}</Contents>`,
        )
        .join('')}`,
    ),
  }
}
