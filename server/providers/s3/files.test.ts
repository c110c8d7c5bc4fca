import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { makeHttp } from '#core/outbound/http.ts'
import { FilesError, type FilesTrouble } from '#ports/files.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { sandboxKey } from '../../../sandbox/s3/signatures.ts'
import { openSandbox } from '../../../sandbox/standalone.ts'
import type { Bucket } from './bucket.ts'
import { s3Files } from './files.ts'
import { signed } from './signing.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'foyer-s3-files-'))
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let http: ReturnType<typeof makeHttp>
let sdk: S3Client
before(async () => {
  sandbox = await openSandbox({ folder, isOpen: false })
  http = makeHttp({ allowed: [readAllowedTarget(new URL(sandbox.address).host) ?? assert.fail()] })
  sdk = new S3Client({
    ...{ endpoint: `${sandbox.address}/sandbox/s3`, region: 'us-east-1', forcePathStyle: true },
    credentials: { accessKeyId: sandboxKey.accessKeyId, secretAccessKey: sandboxKey.secretAccessKey },
  })
})
after(async () => {
  sdk.destroy()
  await http.destroy()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => turn({}))

const turn = async (dial: object): Promise<void> => {
  const answer = await fetch(`${sandbox.address}/sandbox/faults/s3`, {
    ...{ method: 'PUT', body: JSON.stringify(dial), headers: { 'content-type': 'application/json' } },
  })
  assert.equal(answer.status, 200)
}
const open = (more: Partial<Bucket> = {}, now = () => new Date()) =>
  s3Files({
    bucket: {
      ...{
        name: 'foyer',
        endpoint: `${sandbox.address}/sandbox/s3`,
        region: 'us-east-1',
        addressing: 'path',
        prefix: 'files/',
      },
      ...{ accessKeyId: sandboxKey.accessKeyId, secretAccessKey: sandboxKey.secretAccessKey, lock: null },
      ...more,
    },
    ...{ http, now, firstWaitMs: 1 },
  })
const of = (content: string | Buffer): Readable => Readable.from([Buffer.from(content)])
const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest()
const troubled = (trouble: FilesTrouble, code?: string) => (error: unknown) =>
  (error instanceof FilesError && error.trouble === trouble && (code === undefined || error.code === code)) ||
  assert.fail(`${error}`)
const uploads = async (): Promise<number> =>
  (await sdk.send(new ListMultipartUploadsCommand({ Bucket: 'foyer' }))).Uploads?.length ?? 0
/** Of a part and a bit. */
const large = Buffer.alloc(9 * 1024 * 1024, 'abcdefghijklm')

test("our signatures are those of the vendor's client, byte for byte, for every request it makes", async () => {
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
  const requests: { method: string; url: string; headers: Record<string, string>; body?: unknown }[] = []
  const client = new S3Client({
    ...{ endpoint: 'https://store.example:9000', region: 'eu-central-1', forcePathStyle: true, credentials },
    requestHandler: {
      handle: async (request: {
        method: string
        path: string
        query: object
        headers: Record<string, string>
        body?: unknown
      }) => {
        const query = Object.entries(request.query).map(
          ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(`${value}`)}`,
        )
        requests.push({ ...request, url: `https://store.example:9000${request.path}?${query.join('&')}` })
        throw new Error('seen')
      },
    } as never,
  })
  const at = { Bucket: 'b', Key: "a b/ü+&=(1)*!'.pdf" }
  const calls = [
    new PutObjectCommand({
      ...at,
      Body: Buffer.from('content'),
      IfNoneMatch: '*',
      ChecksumAlgorithm: 'SHA256',
      ContentType: 'application/pdf',
    }),
    new GetObjectCommand({ ...at, Range: 'bytes=5-9', VersionId: 'x y/+=&' }),
    new HeadObjectCommand({ ...at, ChecksumMode: 'ENABLED' }),
    new ListMultipartUploadsCommand({ Bucket: 'b', Prefix: 'a/ä', KeyMarker: '*' }),
  ]
  for (const call of calls) await assert.rejects(client.send(call as never), /seen/)
  assert.equal(requests.length, calls.length)
  for (const { method, url, headers, body } of requests) {
    const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
    const given = Object.fromEntries(names.split(';').flatMap((name) => (name === 'host' ? [] : [[name, headers[name] ?? '']])))
    const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(headers['x-amz-date'] ?? '') ?? []
    const ours = await signed(
      { ...credentials, region: 'eu-central-1' },
      { method, url, headers: given, ...(Buffer.isBuffer(body) && { body }) },
      new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`),
    )
    assert.equal(ours.authorization, headers.authorization)
  }
})

test('a file is stored once: the same content again answers the same, other content fails and changes nothing', async () => {
  const files = open()
  const first = await files.put('a/one', of('content'))
  assert.deepEqual(first, { bytes: 7, sha256: sha256('content'), place: 's3' })
  assert.deepEqual(await files.put('a/one', of('content')), first)
  for (const other of ['CONTENT', 'longer content', '']) await assert.rejects(files.put('a/one', of(other)), troubled('taken'))
  assert.deepEqual([await text(await files.read('a/one')), await text(await files.read('a/one', 3))], ['content', 'tent'])
  const seen = await sdk.send(new HeadObjectCommand({ Bucket: 'foyer', Key: 'files/a/one', ChecksumMode: 'ENABLED' }))
  assert.equal(seen.ChecksumSHA256, first.sha256.toString('base64'))
  assert.deepEqual(await files.put('a/empty', of('')), { bytes: 0, sha256: sha256(''), place: 's3' })
  assert.equal(await text(await files.read('a/empty')), '')
  const listed: string[] = []
  for await (const { name, bytes } of files.list()) listed.push(`${name} ${bytes}`)
  assert.deepEqual(listed, ['a/empty 0', 'a/one 7'])
  await files.remove('a/one')
  await files.remove('a/one')
  await assert.rejects(files.read('a/one'), { code: 'ENOENT' })
  assert.equal(await files.size('a/one'), null)
})

test('of ten writes of different content to one name at once, one is stored and nine are refused', async () => {
  const files = open()
  const all = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => files.put('race', of(`content ${n}`))))
  const won = all.findIndex(({ status }) => status === 'fulfilled')
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await text(await files.read('race')), `content ${won}`)
})

test('a large file goes in parts and comes in ranges, whole or not at all, and nothing of a broken one stays', async () => {
  const files = open()
  const stored = await files.put('large', Readable.from(large, { objectMode: false, highWaterMark: 65_536 }))
  assert.deepEqual(stored, { bytes: large.length, sha256: sha256(large), place: 's3' })
  assert.ok((await buffer(await files.read('large'))).equals(large))
  assert.ok((await buffer(await files.read('large', large.length - 3))).equals(large.subarray(-3)))
  assert.deepEqual(await files.put('large', of(large)), stored)
  const other = Buffer.from(large)
  other[100] = 0
  await assert.rejects(files.put('large', of(other)), troubled('taken'))
  await assert.rejects(files.put('long', of(large), { maxBytes: large.length - 1 }), { code: 'EFBIG' })
  const broken = Readable.from(
    (async function* () {
      yield large
      throw new Error('broken')
    })(),
  )
  await assert.rejects(files.put('broken', broken), /broken/)
  assert.deepEqual([await files.size('long'), await files.size('broken'), await uploads()], [null, null, 0])
})

test('lost answers, resets and errors that pass are tried again and end as one file', async () => {
  const files = open()
  for (const [n, kind] of [
    'lost',
    'reset',
    'refused',
    'error_500',
    'error_503',
    'rate_limited',
    'late_error',
    'conflict',
  ].entries()) {
    await turn({ kind, times: 2 })
    await files.put(`tried/${n}`, of(`content ${n}`))
    await turn({ kind, times: 2 })
    assert.equal(await text(await files.read(`tried/${n}`)), `content ${n}`)
  }
  for (const kind of ['lost', 'late_error', 'error_503']) {
    await turn({ kind, times: 2, only: 'POST' })
    await files.put(`tried/${kind}`, of(large))
    await turn({})
    assert.ok((await buffer(await files.read(`tried/${kind}`))).equals(large), kind)
  }
  // The beginning of an upload whose answer was lost is nobody's: the sweep aborts it.
  assert.equal(await files.sweep(new Date(Date.now() + 60_000)), 2)
})

test('a connection that breaks while a file is read leaves no gap', async () => {
  const files = open()
  await files.put('gap', of(large))
  await turn({ kind: 'reset', share: 0.5, seed: 7, times: 3, only: 'GET' })
  assert.ok((await buffer(await files.read('gap'))).equals(large))
})

test('a store that ignores or does not know the condition, or keeps no checksums, writes nothing over either', async () => {
  const files = open()
  for (const kind of ['ignores_conditions', 'no_conditions', 'no_checksums']) {
    await turn({ kind })
    await files.put(`own/${kind}`, of('first'))
    await assert.rejects(files.put(`own/${kind}`, of('other')), troubled('taken'))
    assert.deepEqual(await files.put(`own/large ${kind}`, of(large)), {
      bytes: large.length,
      sha256: sha256(large),
      place: 's3',
    })
    assert.equal((await files.put(`own/${kind}`, of('first'))).bytes, 5)
    assert.equal(await text(await files.read(`own/${kind}`)), 'first')
  }
})

test('a file that the store harms is found after the write and does not stay; a wrong answer is an error, not a file', async () => {
  const files = open()
  await turn({ kind: 'corrupt', only: 'PUT' })
  await assert.rejects(files.put('harmed', of('content')), troubled('damaged'))
  await turn({})
  assert.equal(await files.size('harmed'), null)
  assert.equal((await files.put('harmed', of('content'))).bytes, 7)
  await files.put('answers', of(large))
  for (const [kind, trouble] of [
    ['no_ranges', 'refused'],
    ['html', 'refused'],
    ['huge', 'refused'],
    ['denied', 'denied'],
  ] as const) {
    await turn({ kind })
    await assert.rejects(files.read('answers').then(buffer), troubled(trouble), kind)
  }
})

test('wrong settings are named, and no secret is repeated', async () => {
  const put = (more: Partial<Bucket>, now?: () => Date) => open(more, now).put('x/settings', of('x'))
  const wrong = 'wrong/secret+that+nobody+may+read'
  for (const [more, trouble] of [
    [{ secretAccessKey: wrong }, 'denied'],
    [{ accessKeyId: 'AKIAWRONG' }, 'denied'],
    [{ region: 'eu-west-1' }, 'refused'],
    [{ name: 'nowhere' }, 'refused'],
    [{ endpoint: 'http://127.0.0.1:9/sandbox/s3' }, 'refused'],
  ] as const)
    await assert.rejects(put(more), (error) => troubled(trouble)(error) && !String(error).includes(wrong))
  await assert.rejects(
    put({}, () => new Date(Date.now() - 3_600_000)),
    troubled('denied'),
  )
  await assert.rejects(open({ secretAccessKey: wrong }).read('x'), troubled('denied', 'SignatureDoesNotMatch'))
  await assert.rejects(open({}, () => new Date(0)).read('x'), troubled('refused', 'RequestTimeTooSkewed'))
  await assert.rejects(open({ name: 'nowhere' }).read('x'), troubled('refused', 'NoSuchBucket'))
})

test('evidence is locked where the bucket can, and a bucket that cannot says so', async () => {
  const lock = { mode: 'COMPLIANCE', days: 10 } as const
  const files = open({ name: 'foyer-locked', lock })
  await files.put('evidence', of('kept'), { isLasting: true })
  await files.put('evidence large', of(large), { isLasting: true })
  await files.put('passing', of('passes'))
  const until = async (Key: string) =>
    (await sdk.send(new HeadObjectCommand({ Bucket: 'foyer-locked', Key: `files/${Key}` }))).ObjectLockRetainUntilDate
  for (const name of ['evidence', 'evidence large'])
    assert.ok(Math.abs(((await until(name))?.getTime() ?? 0) - Date.now() - 10 * 86_400_000) < 60_000)
  assert.equal(await until('passing'), undefined)
  await assert.rejects(open({ lock }).put('evidence', of('x'), { isLasting: true }), troubled('refused', 'InvalidRequest'))
})

test('uploads in parts that a crash left are aborted once they are old, and no younger ones', async () => {
  await turn({ kind: 'refused', only: 'DELETE' })
  const files = open()
  const stops = Readable.from(
    (async function* () {
      yield large
      yield large
      throw new Error('killed')
    })(),
  )
  await assert.rejects(files.put('killed', stops), /killed/)
  await turn({})
  assert.equal(await uploads(), 1)
  assert.equal(await files.sweep(new Date(Date.now() - 60_000)), 0)
  assert.equal(await files.sweep(new Date(Date.now() + 60_000)), 1)
  assert.equal(await uploads(), 0)
})
