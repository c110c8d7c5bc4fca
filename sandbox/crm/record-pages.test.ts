import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandbox } from '#test/support/sandbox.ts'

test('people see the records of an account, and create, edit, merge, delete and seed them by forms', async () => {
  const sandbox = await startSandbox()
  const base = `${sandbox.address}/sandbox/hubspot`
  const ask = async (path: string): Promise<string> => (await fetch(`${base}${path}`)).text()
  const press = async (deed: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ account, entity: 'contacts', ...form })
    const answer = await fetch(`${base}/records/${deed}`, { method: 'POST', body, redirect: 'manual' })
    return { status: answer.status, id: new URL(answer.headers.get('location') ?? '', base).searchParams.get('id') ?? '' }
  }
  assert.match(await ask('/records'), /No account yet/)
  const { portalId } = (await (
    await fetch(`${base}/account-info/2026-03/details`, { headers: { authorization: 'Bearer pat-eu1-pages' } })
  ).json()) as { portalId: number }
  const account = String(portalId)
  const list = await ask('/records')
  assert.match(list, /contacts \(60\)/)
  assert.match(list, /100000000050/)
  assert.match(await ask('/records?entity=contacts&after=100000000050'), /100000000060/)

  const { id } = await press('create', { 'values[firstName]': '<b>Ada</b>', 'values[email]': 'ada@new.example' })
  assert.match(await ask(`/records/one?id=${id}`), /&lt;b&gt;Ada&lt;\/b&gt;/)
  await press('edit', { id, 'values[lastName]': 'Byron', 'values[email]': '' })
  const edited = await ask(`/records/one?id=${id}`)
  assert.match(edited, /value="Byron"/)
  assert.doesNotMatch(edited, /ada@new\.example/)
  const merged = await press('merge', { id, other: '100000000001' })
  assert.match(await ask(`/records/one?id=${merged.id}`), new RegExp(`Merged from .*${id}`))
  assert.match(await ask(`/records/one?id=${id}`), /Deleted .*merged into/)
  assert.equal((await press('merge', { id, other: id })).status, 400)
  await press('delete', { id: merged.id })
  assert.match(await ask('/records?of=deleted'), new RegExp(merged.id))
  await press('seed', { 'seed[contacts]': '5', 'seed[ties]': '0' })
  assert.match(await ask('/records'), /contacts \(5\)/)
  assert.equal((await fetch(`${base}/records/one?id=1`)).status, 400)
  assert.match(await ask('/records?account=nowhere'), /No account yet/)
  await sandbox.stop()
})
