import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'

const userEmail = 'mira@sandbox.example'

let app: TestApp
before(async () => {
  // Nothing works here, so each first read is at its beginning.
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
})
after(() => app?.stop())

const turn = async (dial: object): Promise<void> => {
  const { status } = await fetch(`${app.url}/sandbox/faults/google`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
  assert.equal(status, 200)
}
const hits = async (): Promise<number> =>
  ((await (await fetch(`${app.url}/sandbox/faults/google`)).json()) as { hits: number }).hits
const inbox = (owner: Someone) => app.call('fetch-inbox', { userEmail }, owner)

test('through a first read the provider is asked once, until there is something; then lists are of the copy, whatever the provider does', async () => {
  const owner = await app.given.organization()
  await connectGoogle(app, owner)
  await fetch(`${app.url}/sandbox/google/mail/fill`, {
    method: 'POST',
    body: new URLSearchParams({ email: userEmail, count: '3' }),
  })
  await turn({ kind: 'error_503' })
  const without = await inbox(owner)
  assert.equal(without.status, 502, JSON.stringify(without.body))
  await turn({})
  const first = await inbox(owner)
  assert.equal((first.body.emails as unknown as unknown[]).length, 3, JSON.stringify(first.body))
  await turn({ kind: 'error_503' })
  const again = await inbox(owner)
  assert.equal(again.status, 200, JSON.stringify(again.body))
  assert.deepEqual(again.body, first.body)
  assert.equal(await hits(), 0)
  await turn({})
})
