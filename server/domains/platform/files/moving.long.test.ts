import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { readConfig } from '#config'
import type { InOrg } from '#core/context.ts'
import { makeHttp } from '#core/outbound/http.ts'
import type { Files } from '#ports/files.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { sandboxKey } from '../../../../sandbox/s3/signatures.ts'
import { openSandbox } from '../../../../sandbox/standalone.ts'
import { filesPlacesOf } from '../../../providers/stored-files.ts'
import { bothFiles } from '../../../providers/two-places.ts'
import { checkStoredFiles } from './check-stored-files.ts'
import { copyToBucket, type Moving, removeFromFolder } from './moving.ts'
import { announceFile, type FileKind, fileKinds, keepFile } from './stored-files.ts'
import { sweepStoredFiles } from './sweep-stored-files.ts'

const folderOfSandbox = mkdtempSync(path.join(tmpdir(), 'foyer-moving-'))
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let app: TestApp
let http: ReturnType<typeof makeHttp>
let owner: Someone
let jobs: Awaited<ReturnType<typeof openJobContext>>
let places: { readonly folder: Files; readonly s3: Files }
const settings = () => ({
  ...{ S3_BUCKET: 'foyer-locked', S3_ENDPOINT: `${sandbox.address}/sandbox/s3`, S3_ACCESS_KEY_ID: sandboxKey.accessKeyId },
  ...{ S3_SECRET_ACCESS_KEY: sandboxKey.secretAccessKey, S3_LOCK_DAYS: '3650' },
})
before(async () => {
  sandbox = await openSandbox({ folder: folderOfSandbox, isOpen: false })
  app = await startApp({ alone: true })
  owner = await app.given.organization()
  jobs = await openJobContext(app, settings())
  http = makeHttp({ allowed: [readAllowedTarget(new URL(sandbox.address).host) ?? assert.fail()] })
  const config = readConfig({ FOYER_DATA: app.dataDir, FOYER_KEY: Buffer.alloc(32, 7).toString('base64'), ...settings() })
  const { folder, s3 } = filesPlacesOf(config, { http, now: () => new Date() })
  places = { folder, s3: s3 ?? assert.fail() }
})
after(async () => {
  await jobs?.close()
  await app?.stop()
  await http?.destroy()
  await sandbox?.close()
  rmSync(folderOfSandbox, { recursive: true, force: true })
})

const inOrg: InOrg = (orgId, work) => app.database.inOrg(orgId, work)
const contentOf = (name: string): Buffer => Buffer.from(`content of ${name}`)
/** Stored and entered, as a module does it. */
const given = async (files: Files, name: string, kind: FileKind = 'upload', isKnown = true) => {
  const stored = await files.put(name, Readable.from([contentOf(name)]))
  await inOrg(owner.orgId, async (db) => {
    await keepFile(db, owner.orgId, { ...stored, name, kind, subjectId: jobs.context.newId() })
    if (!isKnown) await db.updateTable('stored_files').set({ sha256: null }).where('name', '=', name).execute()
  })
}
const rowsOf = (prefix: string) =>
  inOrg(owner.orgId, (db) =>
    db.selectFrom('stored_files').selectAll().where('name', 'like', `${prefix}%`).orderBy('name').execute(),
  )
const shown = async () =>
  (await app.call('show-files', {}, owner)).body as unknown as {
    readonly place: string
    readonly files: number
    readonly in_old_place: { readonly files: number }
    readonly checks: { readonly damaged: number }
    readonly kinds: readonly { readonly kind: string; readonly files: number }[]
  }

class Stop extends Error {}

/** A process that is killed before or after its n-th step outside of itself: nothing of it goes on. */
const killedAt = (at: number): Moving => {
  let passed = 0
  const point = (): void => {
    if (++passed >= at) throw new Stop()
  }
  const broken = <T extends object>(all: T): T =>
    new Proxy(all, {
      get: (target, name) => {
        const found = Reflect.get(target, name)
        if (typeof found !== 'function' || name === 'list') return found
        return async (...given: unknown[]) => {
          point()
          const answer = await found.apply(target, given)
          point()
          return answer
        }
      },
    })
  return {
    ...{ db: app.database.db, signal: new AbortController().signal, say: () => {}, tell: () => {} },
    ...{ folder: broken(places.folder), s3: broken(places.s3), inOrg: broken({ inOrg }).inOrg },
  }
}
const moving = (more: Partial<Moving> = {}): Moving => ({ ...killedAt(Number.POSITIVE_INFINITY), ...more })

test('files move from the folder to the bucket with a kill at every step: each is readable all the time, and none is stored twice or lost', async () => {
  const names = ['move/a', 'move/b', 'move/deep/c']
  for (const [n, name] of names.entries()) await given(places.folder, name, n === 0 ? 'document' : 'email', n !== 1)
  const both = bothFiles(places.s3, places.folder)
  const allReadable = async (): Promise<void> => {
    for (const name of names) assert.ok((await buffer(await both.read(name))).equals(contentOf(name)), name)
  }
  let kills = 0
  for (let at = 1; ; at++) {
    try {
      const { files } = await copyToBucket(killedAt(at))
      assert.ok(files <= names.length)
      break
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      kills++
      await allReadable()
    }
  }
  assert.ok(kills > 20, `only ${kills} points`)
  const moved = await rowsOf('move/')
  assert.deepEqual(
    moved.map(({ place, sha256 }) => [place, sha256?.toString('hex')]),
    names.map((name) => ['s3', createHash('sha256').update(contentOf(name)).digest('hex')]),
  )
  assert.ok(existsSync(path.join(app.dataDir, 'files/move/a')), 'nothing is removed until it is asked for')
  for (let at = 1; ; at++)
    try {
      await removeFromFolder(killedAt(at))
      break
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      await allReadable()
    }
  for (const name of names) assert.equal(await places.folder.size(name), null)
  await allReadable()
  await checkStoredFiles.run({}, jobs.context)
  assert.deepEqual(
    (await rowsOf('move/')).map(({ fault }) => fault),
    [null, null, null],
  )
})

test('a damaged or missing file is named and stays in the folder; one that was removed meanwhile is not brought back', async () => {
  for (const name of ['bad/damaged', 'bad/missing', 'bad/removed', 'bad/well']) await given(places.folder, name)
  const damaged = path.join(app.dataDir, 'files/bad/damaged')
  chmodSync(damaged, 0o600)
  writeFileSync(damaged, 'something else')
  await places.folder.remove('bad/missing')
  const both = bothFiles(places.s3, places.folder)
  const told: string[] = []
  // Removed while it is on its way: its row first, then the file, as modules do it.
  const s3: Files = {
    ...places.s3,
    async put(name, content, options) {
      const stored = await places.s3.put(name, content, options)
      if (name === 'bad/removed') {
        await inOrg(owner.orgId, (db) => db.deleteFrom('stored_files').where('name', '=', name).execute())
        await both.remove(name)
      }
      return stored
    },
  }
  const { files, failed } = await copyToBucket(moving({ s3, tell: (name, why) => told.push(`${name}: ${why}`) }))
  assert.deepEqual([files, failed], [2, 2])
  assert.deepEqual(told.sort(), ['bad/damaged: It is not what was stored.', 'bad/missing: It is missing.'])
  assert.deepEqual(
    [await places.s3.size('bad/damaged'), await places.s3.size('bad/removed'), await places.s3.size('bad/well')],
    [null, null, contentOf('bad/well').length],
  )
  await removeFromFolder(moving())
  assert.deepEqual(readdirSync(path.join(app.dataDir, 'files/bad')), ['damaged'])
  await inOrg(owner.orgId, (db) => db.deleteFrom('stored_files').where('name', 'like', 'bad/%').execute())
  await places.folder.remove('bad/damaged')
})

test('a name is one file in both places: what is in the folder is not stored in the bucket with other content', async () => {
  await given(places.folder, 'one/name')
  const both = bothFiles(places.s3, places.folder)
  assert.equal((await both.put('one/name', Readable.from([contentOf('one/name')]))).place, 'folder')
  await assert.rejects(both.put('one/name', Readable.from([Buffer.from('other')])), { trouble: 'taken' })
  assert.equal((await both.put('one/new', Readable.from([Buffer.from('new')]))).place, 's3')
  await both.remove('one/name')
  await both.remove('one/new')
  await inOrg(owner.orgId, (db) => db.deleteFrom('stored_files').where('name', '=', 'one/name').execute())
})

test('files of every kind are read again each night, in the bucket too; admins get one notice of a damaged one, until it is right', async () => {
  for (const kind of fileKinds) await given(places.s3, `kinds/${kind}`, kind, kind !== 'message')
  await checkStoredFiles.run({}, jobs.context)
  const [ofMessage] = await rowsOf('kinds/message')
  assert.ok(ofMessage?.sha256?.equals(createHash('sha256').update(contentOf('kinds/message')).digest()))
  for (const kind of fileKinds) await places.s3.remove(`kinds/${kind}`)
  await checkStoredFiles.run({}, jobs.context)
  const rows = await rowsOf('kinds/')
  assert.ok(rows.every(({ fault }) => fault === 'The stored file is missing.'))
  const notices = async () => {
    const { body } = await app.call('list-notices', {}, owner)
    const all = body.notices as unknown as { kind: string; subject_id: string; facts: { kind: string } }[]
    return all.filter(({ kind }) => kind === 'stored_file_damaged').map(({ facts }) => facts.kind)
  }
  assert.deepEqual((await notices()).sort(), fileKinds.filter((kind) => kind !== 'document').sort())
  assert.equal((await shown()).checks.damaged, fileKinds.length)
  for (const kind of fileKinds) await places.s3.put(`kinds/${kind}`, Readable.from([contentOf(`kinds/${kind}`)]))
  await checkStoredFiles.run({}, jobs.context)
  assert.deepEqual([await notices(), (await shown()).checks.damaged], [[], 0])
})

test('a bucket that is away is no damage, and a member who is no admin does not see where files are', async () => {
  await inOrg(owner.orgId, (db) =>
    db
      .updateTable('stored_files')
      .set({ checked_at: new Date(0) })
      .execute(),
  )
  await fetch(`${sandbox.address}/sandbox/faults/s3`, {
    ...{ method: 'PUT', body: '{"kind":"denied"}', headers: { 'content-type': 'application/json' } },
  })
  await assert.rejects(checkStoredFiles.run({}, jobs.context), /could not be read/)
  await fetch(`${sandbox.address}/sandbox/faults/s3`, { method: 'DELETE' })
  assert.equal((await shown()).checks.damaged, 0)
  const member = await app.given.person(owner.orgId, 'member')
  assert.equal((await app.call('show-files', {}, member)).status, 403)
})

test('a file that was announced and never came is swept after two days, and no younger one', async () => {
  const subjectId = jobs.context.newId()
  for (const name of ['never/old', 'never/young'])
    await inOrg(owner.orgId, (db) => announceFile(db, owner.orgId, { name, kind: 'email', subjectId }))
  await places.s3.put('never/old', Readable.from([Buffer.from('came, and its process was killed')]))
  await inOrg(owner.orgId, (db) =>
    db
      .updateTable('stored_files')
      .set({ stored_at: new Date(Date.now() - 3 * 86_400_000) })
      .where('name', '=', 'never/old')
      .execute(),
  )
  await sweepStoredFiles.run({}, jobs.context)
  assert.deepEqual(
    (await rowsOf('never/')).map(({ name }) => name),
    ['never/young'],
  )
  assert.equal(await places.s3.size('never/old'), null)
})
