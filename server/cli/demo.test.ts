import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
let slug: string
before(async () => {
  app = await startApp()
  const { body } = await app.call('show-workspace')
  slug = (body.workspace as unknown as { slug: string }).slug
})
after(() => app.stop())

const root = path.join(import.meta.dirname, '../..')
/** A command beside the running server: its result, or what it complains of. */
const foyer = async (...args: string[]): Promise<string> => {
  const env = {
    ...process.env,
    PORT: new URL(app.url).port,
    PUBLIC_URL: app.url,
    FOYER_DATA: app.dataDir,
    FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: `postgres://foyer_owner@/${app.target.database}?host=${encodeURIComponent(app.target.host ?? '')}`,
  }
  try {
    return (await promisify(execFile)(process.execPath, ['bin/foyer.cjs', ...args], { cwd: root, env })).stdout.trim()
  } catch (error) {
    return (error as { stderr: string }).stderr.trim()
  }
}

test('the command line fills a workspace with demo data and clears it, and prints how much', async () => {
  assert.match(
    await foyer('demo', 'seed', '--org', slug),
    /^Added: \d\d leads, \d\d contacts, \d+ companies, 12 deals, .*6 invoices/,
  )
  assert.match(await foyer('demo', 'seed', '--org', slug), /^Added: 0 leads, 0 contacts/)
  const invoices = await app.call('list-invoices', { limit: 10 })
  const [invoice] = invoices.body.invoices as unknown as { id: string }[]
  assert.equal((await app.call('show-invoice', { invoiceId: invoice?.id })).status, 200, 'sealed with the key of the server')
  assert.match(
    await foyer('demo', 'clear', '--org', slug),
    /^Removed: \d\d leads, \d\d contacts, \d+ companies, 12 deals, .*6 invoices/,
  )
})
