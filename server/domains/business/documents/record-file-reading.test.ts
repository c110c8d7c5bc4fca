import assert from 'node:assert/strict'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { checkStored } from '#cli/checks/files.ts'
import { checkStoredFiles } from '#domains/platform/files/check-stored-files.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { type Documents, openDocuments } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  // Over all workspaces.
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const filesOf = ({ owner }: Documents) =>
  app.database.inOrg(owner.orgId, (db) => db.selectFrom('document_files').selectAll().orderBy('id').execute())
const rowsOf = ({ owner }: Documents) =>
  app.database.inOrg(owner.orgId, (db) => db.selectFrom('stored_files').selectAll().orderBy('name').execute())
const placeOf = (name: string): string => {
  const [found] = readdirSync(app.dataDir, { recursive: true }).filter((each) => each.toString().endsWith(name))
  assert.ok(found, name)
  return path.join(app.dataDir, found.toString())
}
const checkedAgo = ({ owner }: Documents, days: number): Promise<unknown> =>
  app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('stored_files')
      .set({ checked_at: new Date(Date.now() - days * 86_400_000) })
      .execute(),
  )
const noticesOf = async ({ owner }: Documents): Promise<{ kind: string; subject_id: string; at: string }[]> => {
  const { body } = await app.call('list-notices', {}, owner)
  const all = body.notices as unknown as { kind: string; subject_id: string; at: string }[]
  return all.filter(({ kind }) => kind === 'document_file_damaged')
}
const doctor = async (): Promise<string[]> =>
  (await checkStored(app.database, { S3_BUCKET: undefined }, new Date())).map(({ state, says }) => `${state}: ${says}`)
const faultsOf = async (documents: Documents, id: string): Promise<(string | null)[]> =>
  (await documents.shown(id)).files.map((file) => (file as unknown as { fault: string | null }).fault)

test('a stored file that changes, goes missing or grows is named on its document, to admins once and by doctor, until it is right', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const { id } = await documents.document()
  await checkStoredFiles.run({}, jobs.context)
  assert.deepEqual(await faultsOf(documents, id), [null])
  assert.match((await doctor()).join('\n'), /^fine: 1 file, each read within the last \d+ s$/)

  const [file] = await filesOf(documents)
  const place = placeOf(file?.name as string)
  const right = readFileSync(place)
  const flipped = Buffer.from(right)
  flipped[100] = (flipped[100] as number) ^ 1
  for (const [damage, fault] of [
    [flipped, /SHA-256 is another/],
    [Buffer.concat([right, Buffer.from('\n')]), /longer/],
    [right.subarray(1), /shorter/],
    [null, /missing/],
  ] as const) {
    // Read-only: whoever damages it has made it writable before.
    chmodSync(place, 0o600)
    if (damage) writeFileSync(place, damage)
    else rmSync(place)
    await checkStoredFiles.run({}, jobs.context)
    assert.match((await faultsOf(documents, id))[0] ?? '', fault)
  }
  const told = await noticesOf(documents)
  assert.deepEqual(
    told.map(({ subject_id }) => subject_id),
    [id],
  )
  await checkStoredFiles.run({}, jobs.context)
  assert.deepEqual(await noticesOf(documents), told, 'admins are not told again of what they know')
  assert.match((await doctor()).join('\n'), /^trouble: .*: 1 file missing or not what was stored$/)

  writeFileSync(place, right)
  await checkStoredFiles.run({}, jobs.context)
  assert.deepEqual([await faultsOf(documents, id), await noticesOf(documents)], [[null], []])
  assert.match((await doctor()).join('\n'), /^fine/)
})

test('each night reads a share, those read longest ago first, and all that would be later than 30 days', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const { id } = await documents.document()
  // Rows alone: their files are not there, so each that was looked at has a fault.
  const rows = (many: number, days: number) =>
    Array.from({ length: many }, (_, at) => ({
      ...{ org_id: documents.owner.orgId, subject_id: id, kind: 'upload', name: `none-${days}-${at}`, place: 'folder' },
      ...{ sha256: Buffer.alloc(32), bytes: 1, checked_at: new Date(Date.now() - days * 86_400_000) },
    }))
  const read = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {}
    for (const { name, fault } of await rowsOf(documents))
      if (fault !== null) counts[name.split('-')[1] ?? ''] = (counts[name.split('-')[1] ?? ''] ?? 0) + 1
    return counts
  }
  await app.database.inOrg(documents.owner.orgId, (db) =>
    db
      .insertInto('stored_files')
      .values([...rows(150, 3), ...rows(150, 9)])
      .execute(),
  )
  await checkStoredFiles.run({}, jobs.context)
  assert.deepEqual(await read(), { 9: 150, 3: 50 }, 'a share, the oldest first')

  await app.database.inOrg(documents.owner.orgId, async (db) => {
    await db.deleteFrom('stored_files').where('kind', '=', 'upload').execute()
    await db
      .insertInto('stored_files')
      .values([...rows(250, 29), ...rows(10, 1)])
      .execute()
  })
  await checkStoredFiles.run({}, jobs.context)
  assert.deepEqual(await read(), { 29: 250 }, 'whatever would be late, however many')
  await app.database.inOrg(documents.owner.orgId, (db) => db.deleteFrom('stored_files').where('kind', '=', 'upload').execute())
})

test('a store that is away is no damage: nothing is written, and the job fails where it can be seen', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const { id } = await documents.document()
  await checkedAgo(documents, 29)
  const away = { ...jobs.context.ports.files, read: () => Promise.reject(new Error('the store is away')) }
  const context = { ...jobs.context, ports: { ...jobs.context.ports, files: away } }
  await assert.rejects(checkStoredFiles.run({}, context), /could not be read/)
  assert.deepEqual([await faultsOf(documents, id), await noticesOf(documents)], [[null], []])
  // A file that ends in the middle of its reading is not short.
  const broken = {
    ...away,
    read: () =>
      Promise.resolve(
        Readable.from(
          (async function* () {
            yield Buffer.from('%PDF')
            throw new Error('the connection ended')
          })(),
        ),
      ),
  }
  await assert.rejects(
    checkStoredFiles.run({}, { ...context, ports: { ...jobs.context.ports, files: broken } }),
    /could not be read/,
  )
  assert.deepEqual(await faultsOf(documents, id), [null])
})
