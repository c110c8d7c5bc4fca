import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { FilesError } from '#ports/files.ts'
import { folderFiles } from './files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'foyer-files-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const files = folderFiles(folder)
const of = (content: string): Readable => Readable.from([Buffer.from(content)])
const named = (name: string): string[] => readdirSync(path.join(folder, name))

test('a file is stored once: the same content again answers the same, other content fails and changes nothing', async () => {
  const first = await files.put('a/one', of('content'))
  assert.deepEqual(first, { bytes: 7, sha256: createHash('sha256').update('content').digest(), place: 'folder' })
  assert.deepEqual(await files.put('a/one', of('content')), first)
  for (const other of ['other', 'CONTENT', ''])
    await assert.rejects(files.put('a/one', of(other)), (error) => error instanceof FilesError && error.trouble === 'taken')
  assert.equal(await text(await files.read('a/one')), 'content')
  assert.equal(await text(await files.read('a/one', 3)), 'tent')
  assert.equal(statSync(path.join(folder, 'a/one')).mode & 0o777, 0o400)
  assert.deepEqual(named('a'), ['one'])
})

test('the digest of a file is that of what lies there now, however many ask at once', async () => {
  const sizes = [0, 1, 128 * 1024, 128 * 1024 + 1, 1_000_000]
  const contents = sizes.map((size) => Buffer.alloc(size, `of ${size}`))
  for (const [n, content] of contents.entries()) await files.put(`digests/${n}`, Readable.from([content]))
  const asked = Array.from({ length: 40 }, (_, n) => n % sizes.length)
  const digests = await Promise.all(asked.map((n) => files.digest(`digests/${n}`)))
  const right = contents.map((content) => createHash('sha256').update(content).digest())
  assert.deepEqual(
    digests,
    asked.map((n) => right[n]),
  )
  const place = path.join(folder, 'digests/4')
  chmodSync(place, 0o600)
  writeFileSync(place, 'another')
  assert.deepEqual(await files.digest('digests/4'), createHash('sha256').update('another').digest())
  await assert.rejects(files.digest('digests/none'), { code: 'ENOENT' })
})

test('of 20 writes of different content to one name at once, one is stored and 19 are refused', async () => {
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => files.put('race/name', of(`content ${n}`))))
  const won = all.findIndex(({ status }) => status === 'fulfilled')
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await text(await files.read('race/name')), `content ${won}`)
  assert.deepEqual(named('race'), ['name'])
})

test('a stream that breaks or is too long leaves nothing, and names outside the folder are refused', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('broken')
    })(),
  )
  await assert.rejects(files.put('b/half', broken), /broken/)
  await assert.rejects(files.put('b/long', of('12345'), { maxBytes: 4 }), { code: 'EFBIG' })
  await assert.rejects(files.put('../outside', of('x')), /outside/)
  await assert.rejects(files.read('b/half'), { code: 'ENOENT' })
  assert.deepEqual([await files.size('b/half'), named('b')], [null, []])
})

test('the part that a crash left is no file, and is swept once it is old; removing takes the empty folder along', async () => {
  await files.put('c/whole', of('whole'))
  const left = path.join(folder, 'c/name.x.part')
  writeFileSync(left, 'half')
  const listed = async () => {
    const all: { name: string; bytes: number }[] = []
    for await (const file of files.list()) if (file.name.startsWith('c/')) all.push(file)
    return all
  }
  assert.deepEqual(await listed(), [{ name: 'c/whole', bytes: 5 }])
  assert.equal(await files.sweep(new Date(Date.now() - 60_000)), 0)
  utimesSync(left, new Date(0), new Date(0))
  assert.deepEqual([await files.sweep(new Date(Date.now() - 60_000)), named('c')], [1, ['whole']])
  await files.remove('c/whole')
  await files.remove('c/whole')
  assert.ok(!readdirSync(folder).includes('c'))
})
