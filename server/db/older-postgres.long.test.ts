import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { until } from '#test/support/until.ts'
import { migrateAll } from '../main.ts'
import type { Target } from './connect.ts'

/** Where Debian and its like put the versions that an operator may bring. */
const programsOf = (version: number): string => `/usr/lib/postgresql/${version}/bin`

for (const version of [15, 16, 17]) {
  const programs = programsOf(version)
  const skip = !existsSync(path.join(programs, 'initdb')) && `PostgreSQL ${version} is not installed here`
  test(`an operator's PostgreSQL ${version} is migrated, takes a lead, and reactions follow it`, { skip }, async (t) => {
    const server = await start(programs)
    t.after(server.stop)
    await migrateAll(server.target)
    const app = await startApp({ target: server.target })
    t.after(() => app.stop())
    const worker = await app.startWorker()
    t.after(() => worker.stop())
    const key = await app.given.key(app.owner.orgId)
    const answer = await app.post({ name: 'Maya Ortiz', email: 'maya@example.com' }, key.text)
    assert.equal(answer.status, 200)
    await until('the search finds it', async () => {
      const { body } = await app.call('list-leads', { search: 'ortiz' })
      return (body.leads as unknown as unknown[]).length === 1
    })
    const { rows } = await asOwner(server.target, (owner) =>
      owner.query<{ id: string }>('select uuidv7()::text as id from generate_series(1, 20)'),
    )
    for (const { id } of rows) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const madeMs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
      assert.ok(Math.abs(Date.now() - madeMs) < 60_000, `${id} says when it was made`)
    }
  })
}

/** A cluster in a temporary folder, on a socket there; PostgreSQL does not run as root. */
const start = async (programs: string): Promise<{ target: Target; stop(): Promise<void> }> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-older-'))
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const data = path.join(folder, 'data')
  execFileSync(path.join(programs, 'initdb'), ['-D', data, '-U', 'foyer_owner', '-A', 'trust', '-N'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const child = spawn(
    path.join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=60'],
    { ...user, cwd: folder, stdio: 'ignore' },
  )
  const target = { host: folder, user: 'foyer_owner', database: 'postgres' }
  await until('PostgreSQL answers', () => asOwner(target, async () => true).catch(() => false))
  return {
    target,
    stop: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
