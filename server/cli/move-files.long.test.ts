import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '#config'
import { newId } from '#core/ids.ts'
import { openBackup } from '#db/backup/restore-backup.ts'
import { keepFile } from '#domains/platform/files/stored-files.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { until } from '#test/support/until.ts'
import { sandboxKey } from '../../sandbox/s3/signatures.ts'
import { openSandbox } from '../../sandbox/standalone.ts'
import { probeStore } from '../providers/s3/probe.ts'
import { bucketOf, filesPlacesOf, withStore } from '../providers/stored-files.ts'
import { checkStore } from './checks/files.ts'
import { examine } from './doctor.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'foyer-move-files-'))
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let app: TestApp
const s3 = (more: Record<string, string> = {}) => ({
  ...{ S3_BUCKET: 'foyer', S3_ENDPOINT: `${sandbox.address}/sandbox/s3`, S3_ACCESS_KEY_ID: sandboxKey.accessKeyId },
  ...{ S3_SECRET_ACCESS_KEY: sandboxKey.secretAccessKey, ...more },
})
before(async () => {
  sandbox = await openSandbox({ folder, isOpen: false })
  app = await startApp({ env: s3(), alone: true })
})
after(async () => {
  await app?.stop()
  await sandbox?.close()
  rmSync(folder, { recursive: true, force: true })
})

const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  ...{ PATH: process.env.PATH ?? '', PORT: new URL(app.url).port, FOYER_DATA: app.dataDir },
  FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATABASE_URL: `postgres://foyer_owner@/${app.target.database}?host=${encodeURIComponent(app.target.host ?? '')}`,
  ...s3(),
  ...more,
})
const program = path.join(import.meta.dirname, '../../bin/foyer.cjs')
const foyer = (args: readonly string[], more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [program, ...args], { env: environment(more) })
const turn = (dial: object): Promise<Response> =>
  fetch(`${sandbox.address}/sandbox/faults/s3`, {
    ...{ method: 'PUT', body: JSON.stringify(dial), headers: { 'content-type': 'application/json' } },
  })
const storeOf = (more: Record<string, string> = {}): Promise<string> => {
  const config = readConfig(environment(more))
  return withStore(config, async (parts) => {
    const [bucket, { s3: files }] = [bucketOf(config), filesPlacesOf(config, parts)]
    assert.ok(bucket && files)
    const { state, says } = await checkStore(files, probeStore({ bucket, ...parts }))
    return `${state}: ${says}`
  })
}
const inPlaces = <T>(work: (places: Required<ReturnType<typeof filesPlacesOf>>) => Promise<T>): Promise<T> => {
  const config = readConfig(environment())
  return withStore(config, (parts) => work(filesPlacesOf(config, parts)))
}
const large = Buffer.alloc(20 * 1024 * 1024, 'abcdefghijklm')
const inFolder = (name: string, content: Buffer) =>
  inPlaces(async ({ folder: files }) => {
    const stored = await files.put(name, Readable.from([content]))
    await app.database.inOrg(app.owner.orgId, (db) =>
      keepFile(db, app.owner.orgId, { ...stored, name, kind: 'upload', subjectId: newId() }),
    )
  })

test('with a bucket an upload goes there; while the store is away it gets 503 and a name for it, and resumes where it was', async () => {
  const { body } = await app.call('create-upload', { name: 'leads.csv', size: 24 })
  const { id } = body.upload as unknown as { id: string }
  const send = async (from: number, content: string) => {
    const answer = await fetch(`${app.url}/uploads/${id}/content?from=${from}`, {
      ...{ method: 'PUT', body: content, headers: { authorization: `Bearer ${app.owner.token}` } },
    })
    return [answer.status, ((await answer.json()) as { code?: string }).code] as const
  }
  await turn({ kind: 'denied' })
  assert.deepEqual(await send(0, 'email\n'), [503, 'files_unavailable'])
  await turn({})
  assert.equal((await send(0, 'email\n'))[0], 200)
  assert.equal((await send(6, 'mira@example.com\nx\n'.slice(0, 18)))[0], 200)
  const rows = await app.database.inOrg(app.owner.orgId, (db) =>
    db.selectFrom('stored_files').select(['place', 'bytes']).where('subject_id', '=', id).orderBy('bytes').execute(),
  )
  assert.deepEqual(
    rows.map(({ place, bytes }) => [place, Number(bytes)]),
    [
      ['s3', 6],
      ['s3', 18],
    ],
  )
  assert.deepEqual(readdirSync(app.dataDir).includes('files'), false)
})

test('doctor writes to the store, tries to write over it, and says what it offers and what is wrong, without a secret', async () => {
  const found = (await examine(readConfig(environment()))).find(({ check }) => check === 'Store')
  assert.equal(found?.state, 'fine')
  assert.equal(found.says, 'S3 takes, gives back and keeps files; it keeps SHA-256 checksums; it has no Object Lock')
  assert.match(await storeOf({ S3_BUCKET: 'foyer-locked', S3_LOCK_DAYS: '10' }), /^fine: .*it has Object Lock$/)
  assert.match(await storeOf({ S3_LOCK_DAYS: '10' }), /^trouble: .*S3_LOCK_DAYS asks for it/)
  assert.match(await storeOf({ S3_BUCKET: 'nowhere' }), /^trouble: .*bucket in S3_BUCKET does not exist/)
  assert.match(await storeOf({ S3_REGION: 'eu-west-1' }), /^trouble: S3 does not take files/)
  const wrong = await storeOf({ S3_SECRET_ACCESS_KEY: 'a-wrong-secret-that-stays-here' })
  assert.ok(wrong.startsWith('trouble: S3 does not take files') && !wrong.includes('a-wrong-secret'), wrong)
  await turn({ kind: 'ignores_conditions' })
  assert.match(await storeOf(), /^warning: .*ignores If-None-Match/)
  await turn({ kind: 'no_checksums' })
  assert.match(await storeOf(), /^fine: .*no checksums, so each write is read again/)
  await turn({})
  assert.throws(() => readConfig(environment({ S3_SECRET_ACCESS_KEY: '' })), /S3_SECRET_ACCESS_KEY: must be set with S3_BUCKET/)
})

test('the settings of S3 have two names each; a value under either counts, and two that differ are refused', () => {
  const aliases = {
    ...{ FILES_S3_BUCKET: 'foyer', FILES_S3_ENDPOINT: 'https://s3.example.com', FILES_S3_REGION: 'eu-west-1' },
    ...{ FILES_S3_KEY_ID: 'AKIA', FILES_S3_SECRET: 'secret-of-it', FILES_S3_LOCK: '3650' },
  }
  const read = readConfig(aliases)
  assert.deepEqual(
    [read.S3_BUCKET, read.S3_ENDPOINT, read.S3_REGION, read.S3_ACCESS_KEY_ID, read.S3_SECRET_ACCESS_KEY, read.S3_LOCK_DAYS],
    [...Object.values(aliases).slice(0, 5), 3_650],
  )
  assert.equal(readConfig({ ...aliases, S3_BUCKET: 'foyer' }).S3_BUCKET, 'foyer')
  assert.throws(
    () => readConfig({ ...aliases, S3_SECRET_ACCESS_KEY: 'another-secret' }),
    (error: Error) =>
      /S3_SECRET_ACCESS_KEY: FILES_S3_SECRET says otherwise/.test(error.message) && !/another-secret/.test(error.message),
  )
})

test('move-files that is killed in the middle of a file goes on when it runs again, and removes nothing before it is asked to', async () => {
  await inFolder('moving/small', Buffer.from('small'))
  await inFolder('moving/large', large)
  await turn({ latencyMs: 1_500, only: 'partNumber=2' })
  const killed = spawn(process.execPath, [program, 'move-files'], { env: environment(), stdio: 'ignore' })
  const ended = new Promise((done) => killed.once('exit', done))
  const begun = () =>
    fetch(`${sandbox.address}/sandbox/s3/stored`).then(async (page) => (await page.text()).includes('have not ended'))
  await until('the first part is there', begun)
  killed.kill('SIGKILL')
  await ended
  await turn({})
  await inPlaces(async ({ folder: files, s3: bucket }) => {
    assert.equal(await bucket?.size('moving/large'), null, 'what did not come whole is not there')
    assert.equal(await files.size('moving/large'), large.length)
  })
  const { stdout } = await foyer(['move-files'])
  assert.match(stdout, /all files are in S3\. Those in the folder stay until/)
  assert.match((await foyer(['move-files'])).stdout, /^All files are in S3\./)
  await inPlaces(async ({ folder: files, s3: bucket }) => {
    assert.ok(bucket)
    assert.ok((await buffer(await bucket.read('moving/large'))).equals(large))
    assert.equal(await files.size('moving/large'), large.length)
    // The upload of the process that was killed is nobody's.
    assert.equal(await bucket.sweep(new Date(Date.now() + 60_000)), 1)
  })
  assert.match((await foyer(['move-files', '--remove'])).stdout, /2 files \(21 MB\) removed from the folder\.$/m)
  await inPlaces(async ({ folder: files, s3: bucket }) => {
    assert.deepEqual([await files.size('moving/large'), await bucket?.size('moving/large')], [null, large.length])
  })
  const refused = await foyer(['move-files'], { S3_BUCKET: '' }).catch((error: { stderr: string }) => error)
  assert.match(refused.stderr, /S3_BUCKET is not set/)
})

test('a backup has the files of the bucket, --without-files leaves them out, and those in the folder are in both', async () => {
  await inFolder('moving/left', Buffer.from('left in the folder'))
  const namesIn = async (args: readonly string[]): Promise<string[]> => {
    const file = path.join(folder, `${newId()}.tar`)
    await foyer(['backup', file, ...args])
    return (await openBackup(file)).manifest.files.map(({ name }) => name).filter((name) => name.startsWith('moving/'))
  }
  assert.deepEqual((await namesIn([])).sort(), ['moving/large', 'moving/left', 'moving/small'])
  assert.deepEqual(await namesIn(['--without-files']), ['moving/left'])
})

test('a restore brings all files to the folder, where they are found, and the list of files says so', async () => {
  const file = path.join(folder, 'whole.tar')
  await foyer(['backup', file])
  const database = `t_${newId().slice(-12)}`
  await asOwner({ ...app.target, database: 'postgres' }, (client) => client.query(`create database ${database}`))
  const restored = { ...app.target, database }
  const DATABASE_URL = `postgres://foyer_owner@/${database}?host=${encodeURIComponent(app.target.host ?? '')}`
  const { stderr } = await foyer(['restore', file], { DATABASE_URL, FOYER_DATA: path.join(folder, 'restored') })
  assert.match(stderr, /move-files` copies them to S3/)
  const { rows } = await asOwner(restored, (client) =>
    client.query(`select name, place from foyer.stored_files where name like 'moving/%' order by name`),
  )
  assert.deepEqual(
    rows.map(({ name, place }) => `${name} ${place}`),
    ['moving/large folder', 'moving/left folder', 'moving/small folder'],
  )
  assert.ok(readFileSync(path.join(folder, 'restored/files/moving/large')).equals(large))
  await asOwner({ ...app.target, database: 'postgres' }, (client) => client.query(`drop database ${database} with (force)`))
})
