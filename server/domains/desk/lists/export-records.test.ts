import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { detectFormat } from '#domains/crm/imports/csv/formats.ts'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

test('a member exports a selection with the columns they see, and no cell of it is run as a formula', async () => {
  const owner = await app.given.organization()
  const ids = [newId(), newId(), newId()]
  await app.database.inOrg(owner.orgId, async (db) => {
    for (const [at, id] of ids.entries())
      await db
        .insertInto('contacts')
        .values({ org_id: owner.orgId, id, full_name: at === 0 ? '=1+1' : `Maya, ${at}`, owner_id: owner.personId })
        .execute()
  })
  await app.call('tag-records', { kind: 'contact', recordIds: ids.slice(0, 1), add: ['VIP', 'Cold'] }, owner)
  const load = async (query: Record<string, string>): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`${app.url}/download/export-records?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    return { status: answer.status, text: await answer.text() }
  }
  const all = await load({ kind: 'contact', columns: 'tags,owner' })
  assert.equal(all.status, 200, all.text)
  const name = all.text.split('\r\n')[1]?.split(',').at(-1)
  assert.equal(
    all.text,
    [
      'id,name,Tags,Owner',
      `${ids[2]},"Maya, 2",,${name}`,
      `${ids[1]},"Maya, 1",,${name}`,
      `${ids[0]},"'=1+1",Cold; VIP,${name}`,
      '',
    ].join('\r\n'),
  )
  const some = await load({ kind: 'contact', columns: 'tags', ids: `${ids[1]}` })
  assert.equal(some.text, `id,name,Tags\r\n${ids[1]},"Maya, 1",\r\n`)
  const mine = JSON.stringify({ conditions: [{ field: 'owner', op: 'is', value: 'nobody' }] })
  assert.equal((await load({ kind: 'contact', columns: 'tags', filter: mine })).text, 'id,name,Tags\r\n')
  assert.equal((await load({ kind: 'contact', filter: '{' })).status, 400)
  assert.equal((await load({ kind: 'contact', columns: 'colour' })).status, 400)
})

test('thousands of records that are named one by one come in one file, and more than the limit are refused with their number', async () => {
  const owner = await app.given.organization()
  const ids = Array.from({ length: 3_000 }, () => newId())
  await app.database.inOrg(owner.orgId, async (db) => {
    await db
      .insertInto('companies')
      .values(ids.map((id, n) => ({ org_id: owner.orgId, id, name: `Company ${n}` })))
      .execute()
    await db
      .updateTable('companies')
      .set({ deleted_at: new Date() })
      .where('id', '=', ids[7] as string)
      .execute()
  })
  const send = async (named: readonly string[], token: string | null): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`${app.url}/download/export-records`, {
      method: 'POST',
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ kind: 'company', columns: 'domain', ids: named.join(',') }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const { status, text } = await send(ids, owner.token)
  assert.equal(status, 200, text.slice(0, 300))
  const lines = text.trimEnd().split('\r\n').slice(1)
  assert.deepEqual(
    lines.map((line) => line.split(',')[0]),
    ids.filter((_, n) => n !== 7),
    'all, in their order, but the one in the bin',
  )
  assert.equal((await send(ids.slice(0, 2), null)).status, 401)
  assert.equal((await send(['x'], owner.token)).status, 400)
  const many = await send(
    Array.from({ length: 100_001 }, () => newId()),
    owner.token,
  )
  assert.equal(many.status, 400)
  assert.match(many.text, /100,001 records are named. One export takes at most 100,000./)
})

test('every file of rows begins so that a spreadsheet reads its letters, and the import of leads reads it as well', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  await app.post({ name: 'Zoë Müller', email: 'zoe@example.com' }, key.text)
  const files = {
    'export-records?kind=lead': 'id',
    'export-leads': 'id',
    'export-audit': 'at',
    'export-ai-usage': 'day',
    'export-report?report=leads&period=year': 'by',
  }
  for (const [file, head] of Object.entries(files)) {
    const answer = await fetch(`${app.url}/download/${file}`, { headers: { authorization: `Bearer ${owner.token}` } })
    // text() would take the byte order mark off.
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(answer.status, 200, bytes.toString())
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], file)
    const format = detectFormat(bytes, { isWhole: true, isUtf8: true, isHeaderName: (name) => name === head })
    assert.ok('heads' in format, file)
    assert.deepEqual([format.heads[0], format.encoding, format.hasHeader], [head, 'utf-8', true], file)
  }
})
