import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { openSandbox } from '../standalone.ts'
import { sandboxKey } from './signatures.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'foyer-s3-'))
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let s3: S3Client
const credentials = { accessKeyId: sandboxKey.accessKeyId, secretAccessKey: sandboxKey.secretAccessKey }
const client = (more: Partial<S3ClientConfig> = {}): S3Client =>
  new S3Client({
    ...{
      endpoint: `${sandbox.address}/sandbox/s3`,
      region: sandboxKey.region,
      forcePathStyle: true,
      credentials,
      maxAttempts: 1,
    },
    ...more,
  })
before(async () => {
  sandbox = await openSandbox({ folder, isOpen: false })
  s3 = client()
})
after(async () => {
  s3.destroy()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const inFoyer = { Bucket: 'foyer' } as const
const named = (name: string, status: number) => (error: unknown) =>
  (error as Error).name === name && (error as { $metadata: { httpStatusCode: number } }).$metadata.httpStatusCode === status
const textOf = async (key: string, range?: string): Promise<string | undefined> =>
  (await s3.send(new GetObjectCommand({ ...inFoyer, Key: key, ...(range && { Range: range }) }))).Body?.transformToString()

test("the vendor's own client writes, reads, lists and deletes; names with any letters keep their signature", async () => {
  for (const key of ['a/b', 'ü ö/ß+&=?#%25.pdf', "it's (1)*!"]) {
    await s3.send(new PutObjectCommand({ ...inFoyer, Key: key, Body: Buffer.from(key) }))
    assert.equal(await textOf(key), key)
  }
  assert.equal(await textOf('a/b', 'bytes=1-1'), '/')
  const listed = await s3.send(new ListObjectsV2Command({ ...inFoyer, MaxKeys: 2 }))
  assert.deepEqual([listed.KeyCount, listed.IsTruncated, listed.Contents?.[0]?.Key], [2, true, 'a/b'])
  const rest = await s3.send(new ListObjectsV2Command({ ...inFoyer, ContinuationToken: listed.NextContinuationToken }))
  assert.deepEqual([rest.KeyCount, rest.IsTruncated], [1, false])
  await s3.send(new DeleteObjectCommand({ ...inFoyer, Key: 'a/b' }))
  await assert.rejects(textOf('a/b'), named('NoSuchKey', 404))
  await assert.rejects(s3.send(new GetObjectCommand({ Bucket: 'nowhere', Key: 'x' })), named('NoSuchBucket', 404))
  await assert.rejects(textOf('ü ö/ß+&=?#%25.pdf', 'bytes=500-'), named('InvalidRange', 416))
})

test('a wrong secret, an unknown key, another region and a wrong clock are refused by name', async () => {
  const put = (more: Partial<S3ClientConfig>) =>
    client(more).send(new PutObjectCommand({ ...inFoyer, Key: 'refused', Body: 'x' }))
  await assert.rejects(put({ credentials: { ...credentials, secretAccessKey: 'wrong' } }), named('SignatureDoesNotMatch', 403))
  await assert.rejects(put({ credentials: { ...credentials, accessKeyId: 'AKIAWRONG' } }), named('InvalidAccessKeyId', 403))
  await assert.rejects(put({ region: 'eu-west-1' }), named('AuthorizationHeaderMalformed', 400))
  await assert.rejects(put({ systemClockOffset: -20 * 60_000 }), named('RequestTimeTooSkewed', 403))
  await assert.rejects(fetch(`${sandbox.address}/sandbox/s3/foyer/refused`).then(({ status }) => assert.equal(status, 200)))
  await assert.rejects(textOf('refused'), named('NoSuchKey', 404))
})

test('nothing is written over under If-None-Match, and what does not match its checksum is refused', async () => {
  const put = (Body: string, more: object = {}) =>
    s3.send(new PutObjectCommand({ ...inFoyer, Key: 'once', Body, IfNoneMatch: '*', ...more }))
  await put('first', { ChecksumAlgorithm: 'SHA256' })
  await assert.rejects(put('second'), named('PreconditionFailed', 412))
  assert.equal(await textOf('once'), 'first')
  const head = await s3.send(new HeadObjectCommand({ ...inFoyer, Key: 'once', ChecksumMode: 'ENABLED' }))
  const facts = await s3.send(
    new GetObjectAttributesCommand({ ...inFoyer, Key: 'once', ObjectAttributes: ['Checksum', 'ObjectSize'] }),
  )
  assert.deepEqual([head.ChecksumSHA256, facts.ObjectSize], [facts.Checksum?.ChecksumSHA256, 5])
  const wrong = s3.send(
    new PutObjectCommand({ ...inFoyer, Key: 'wrong', Body: 'x', ChecksumSHA256: head.ChecksumSHA256 ?? '' }),
  )
  await assert.rejects(wrong, named('BadDigest', 400))
})

test('an upload in parts is there when it is completed, not before; small, missing and unordered parts are refused; an aborted one is gone', async () => {
  const at = { ...inFoyer, Key: 'large' }
  const begin = async () =>
    (await s3.send(new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: 'SHA256' }))).UploadId ?? ''
  const send = async (UploadId: string, PartNumber: number, Body: Buffer) => {
    const { ETag, ChecksumSHA256 } = await s3.send(
      new UploadPartCommand({ ...at, UploadId, PartNumber, Body, ChecksumAlgorithm: 'SHA256' }),
    )
    return { ETag, ChecksumSHA256, PartNumber }
  }
  const complete = (UploadId: string, Parts: object[]) =>
    s3.send(new CompleteMultipartUploadCommand({ ...at, UploadId, IfNoneMatch: '*', MultipartUpload: { Parts } }))
  const UploadId = await begin()
  const large = await send(UploadId, 1, Buffer.alloc(5 * 1024 * 1024, 'a'))
  const small = await send(UploadId, 2, Buffer.from('b'))
  await assert.rejects(textOf('large'), named('NoSuchKey', 404))
  await assert.rejects(complete(UploadId, [small, { ...large, PartNumber: 3 }]), named('InvalidPart', 400))
  await assert.rejects(complete(UploadId, [small, large]), named('InvalidPartOrder', 400))
  const tiny = await send(UploadId, 3, Buffer.from('c'))
  await assert.rejects(complete(UploadId, [large, small, tiny]), named('EntityTooSmall', 400))
  const done = await complete(UploadId, [large, small])
  assert.match(done.ChecksumSHA256 ?? '', /-2$/)
  assert.equal((await textOf('large', `bytes=${5 * 1024 * 1024 - 1}-`)) ?? '', 'ab')
  await assert.rejects(complete(UploadId, [large, small]), named('NoSuchUpload', 404))
  const other = await begin()
  const list = async () => (await s3.send(new ListMultipartUploadsCommand(inFoyer))).Uploads?.map((each) => each.UploadId)
  assert.deepEqual(await list(), [other])
  await assert.rejects(complete(other, [await send(other, 1, Buffer.from('x'))]), named('PreconditionFailed', 412))
  await s3.send(new AbortMultipartUploadCommand({ ...at, UploadId: other }))
  assert.equal(await list(), undefined)
})

test('a locked version stays: deleting puts a marker on top, and the version itself cannot be removed', async () => {
  const at = { Bucket: 'foyer-locked', Key: 'evidence' }
  const until = new Date(Date.now() + 86_400_000)
  const put = await s3.send(
    new PutObjectCommand({ ...at, Body: 'kept', ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: until }),
  )
  await s3.send(new DeleteObjectCommand(at))
  await assert.rejects(s3.send(new GetObjectCommand(at)), named('NoSuchKey', 404))
  const VersionId = put.VersionId ?? ''
  await assert.rejects(s3.send(new DeleteObjectCommand({ ...at, VersionId })), named('AccessDenied', 403))
  assert.equal(await (await s3.send(new GetObjectCommand({ ...at, VersionId }))).Body?.transformToString(), 'kept')
  const elsewhere = new PutObjectCommand({
    ...{ ...inFoyer, Key: 'x', Body: 'x', ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: until },
  })
  await assert.rejects(s3.send(elsewhere), named('InvalidRequest', 400))
})

test('host style leads to the same objects, and the page shows what is kept', async () => {
  const { port } = new URL(sandbox.address)
  // Names below localhost are this machine, which not every resolver knows.
  const httpAgent = new Agent({ lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) })
  const hosted = client({
    ...{ endpoint: `http://localhost:${port}/sandbox/s3`, forcePathStyle: false, requestHandler: { httpAgent } },
  })
  await hosted.send(new PutObjectCommand({ ...inFoyer, Key: 'hosted', Body: 'here' }))
  assert.equal(await textOf('hosted'), 'here')
  const page = await fetch(`${sandbox.address}/sandbox/s3/stored`).then((answer) => answer.text())
  assert.match(page, /<code>hosted<\/code>/)
  // At the root of a sandbox on its own port too, where a client needs nothing but the address.
  const rooted = client({ endpoint: sandbox.address })
  assert.equal(await (await rooted.send(new GetObjectCommand({ ...inFoyer, Key: 'hosted' }))).Body?.transformToString(), 'here')
})
