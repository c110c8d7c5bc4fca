import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '#config'
import { newId } from '#core/ids.ts'
import { findEmbedded, startEmbedded } from '#db/embedded.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { startSandbox } from '#test/support/sandbox.ts'
import { publish, start, untilRun } from '#test/support/workflows.ts'
import { migrateAll } from '../main.ts'
import { writeBackupNote } from './backup-note.ts'
import { checkLogin } from './checks/database.ts'
import type { Finding } from './checks/finding.ts'
import { examine } from './doctor.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp()
  worker = await app.startWorker()
})
after(async () => {
  await worker.stop()
  await app.stop()
})

const environment = (more: Record<string, string> = {}) => ({
  PORT: new URL(app.url).port,
  FOYER_DATA: app.dataDir,
  FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATABASE_URL: `postgres://foyer_owner@/${app.target.database}?host=${encodeURIComponent(app.target.host ?? '')}`,
  ...more,
})
const findings = (more: Record<string, string> = {}, now?: () => Date) => examine(readConfig(environment(more)), now)
const of = (list: readonly Finding[], check: string): Finding => {
  const found = list.find((finding) => finding.check === check)
  assert.ok(found, `${check} is among ${list.map((finding) => finding.check).join(', ')}`)
  return found
}

test('a healthy Foyer is reported healthy, and every failed check says how to fix it', async () => {
  writeBackupNote(app.dataDir, { at: new Date().toISOString(), file: path.join(app.dataDir, 'x.tar'), bytes: 1 })
  const list = await findings()
  assert.deepEqual(
    list.filter(({ state }) => state === 'trouble'),
    [],
  )
  for (const check of ['Server', 'Database', 'Foundation', 'Clock', 'Worker', 'Jobs', 'Dead jobs', 'Search', 'Backup'])
    assert.equal(of(list, check).state, 'fine', JSON.stringify(of(list, check)))
  for (const finding of list) if (finding.state !== 'fine') assert.ok(finding.mend)
})

test('rejected leads are reported with their reasons, per workspace, until they are fixed', async () => {
  const key = await app.given.key(app.owner.orgId)
  for (const body of [{ email: 'nonsense' }, { email: 'nonsense' }, {}]) await app.post(body, key.text)
  await eventually(async () =>
    /First, in the last 24 hours: 2 email_malformed, 1 contact_missing/.test(of(await findings(), 'Refused').says),
  )
})

test('leads are counted, and a workspace that fell silent is named', async () => {
  const key = await app.given.key(app.owner.orgId)
  for (let n = 0; n < 8; n++) await app.post({ email: `seen${n}@example.com` }, key.text)
  assert.match(of(await findings(), 'Leads').says, /^8 leads in the last 24 hours, the last one \d+ s ago$/)
  const later = of(await findings({}, () => new Date(Date.now() + 3 * 86_400_000)), 'Leads')
  assert.equal(later.state, 'warning')
  assert.match(later.says, /none for First \(8 in the week before\)/)
})

test('a key that ends within 14 days and a quota that is nearly used up are named', async () => {
  const busy = await app.given.organization('Busy', { quota: 5 })
  const key = await app.given.key(busy.orgId, { expiresAt: new Date(Date.now() + 5 * 86_400_000) })
  const send = (n: number) => app.post({ email: `q${n}@example.com` }, key.text)
  for (let n = 0; n < 4; n++) await send(n)
  const nearly = await findings()
  assert.match(of(nearly, 'API keys').says, /Test of Busy in 5 days/)
  assert.deepEqual(
    [of(nearly, 'Quotas').state, of(nearly, 'Quotas').says],
    ['warning', 'Busy has used 4 of 5 leads this month'],
  )
  await send(5)
  assert.equal(of(await findings(), 'Quotas').state, 'trouble')
})

test('jobs that wait too long and jobs that failed permanently are reported', async () => {
  // A queue on which this worker does not work.
  await ask(
    `insert into jobs.queue select (jsonb_populate_record(q, '{"name": "unheard"}')).* from jobs.queue q where name = 'remove-expired'`,
  )
  await ask(`insert into jobs.job (name, data, start_after) values ('unheard', '{}', now() - interval '20 minutes')`)
  await ask(`insert into jobs.job (name, data, source_name) values ('dead-letters', '{}', 'import-upload')`)
  const list = await findings()
  assert.deepEqual([of(list, 'Jobs').state, of(list, 'Jobs').says], ['trouble', '1 job queued, the oldest for 20 min'])
  assert.match(of(list, 'Dead jobs').says, /1 job failed for good: 1 import-upload/)
})

test('the owner of a key file that other users can read gets the command that protects it', async () => {
  const file = path.join(app.dataDir, 'key')
  writeFileSync(file, Buffer.alloc(32, 7).toString('base64'))
  chmodSync(file, 0o644)
  const list = await findings({ FOYER_KEY: '' })
  assert.deepEqual([of(list, 'Key').state, of(list, 'Key').mend], ['trouble', `chmod 600 ${file}`])
  chmodSync(file, 0o600)
  assert.equal(of(await findings({ FOYER_KEY: '' }), 'Key').state, 'fine')
})

test('a key that cannot decrypt stored secrets is found before a sign-in fails', async () => {
  const list = await findings({ FOYER_KEY: Buffer.alloc(32, 9).toString('base64') })
  assert.match(of(list, 'Sealed secrets').says, /cannot decrypt them/)
})

test('a server that is down, a database that is away and one that was never set up are each called by name', async () => {
  assert.match(of(await findings({ PORT: '1' }), 'Server').says, /no response: no lead can be accepted/)
  const away = of(await findings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }), 'Database')
  assert.deepEqual([away.state, away.says], ['trouble', 'cannot be reached (ECONNREFUSED)'])
  const bare = await findings({ DATABASE_URL: environment().DATABASE_URL.replace(/\/[^/?]+\?/, '/postgres?') })
  assert.match(of(bare, 'Foundation').says, /has not been set up/)
})

test('a wrong clock and a lagging index are reported', async () => {
  const list = await findings({}, () => new Date(Date.now() + 60_000))
  assert.deepEqual([of(list, 'Clock').state, /differ by 60 s/.test(of(list, 'Clock').says)], ['trouble', true])
  await worker.stop()
  await ask(
    `insert into foyer.events (org_id, id, type, subject_id, payload, at) values ('${app.owner.orgId}', '${newId()}', 'key.changed', '${newId()}', '{}', now() - interval '1 hour')`,
  )
  await eventually(async () => /no worker is connected/.test(of(await findings(), 'Worker').says))
  const behind = await findings()
  assert.equal(of(behind, 'Search').state, 'trouble')
  assert.match(of(behind, 'Search').says, /1 event behind, the oldest from 60 min ago/)
  worker = await app.startWorker()
  await eventually(async () => of(await findings(), 'Search').state === 'fine')
})

test('certificates that end soon, a timestamp authority that is missing or away, long-term data that cannot be had, and a clock beside that of the authority are named', async () => {
  const sandbox = await startSandbox()
  const ahead = await startSandbox({ now: () => new Date(Date.now() - 300_000) })
  const authority = (address: string) => ({ TIMESTAMP_URL: `${address}/sandbox/timestamps` })
  const { orgId } = await app.given.organization('Sealing')
  const setTo = (timestamp: string) =>
    app.database.inOrg(orgId, (db) =>
      db
        .insertInto('sealing_settings')
        .values({ org_id: orgId, timestamp })
        .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ timestamp }))
        .execute(),
    )
  assert.deepEqual([of(await findings(), 'Timestamps').says, of(await findings(), 'Seals').state], ['none asked for', 'fine'])
  assert.match(of(await findings(authority(sandbox.address)), 'Timestamps').says, /answers \(CN=Sandbox timestamp authority\)/)
  const late = of(await findings(authority(ahead.address)), 'Timestamps')
  assert.equal(late.state, 'warning')
  assert.match(late.says, /^the database is (299|300|301) s ahead of/)
  await setTo('required')
  const missing = of(await findings(), 'Timestamps')
  assert.deepEqual([missing.state, /sealing.* asks for timestamps/.test(missing.says)], ['trouble', true])
  await sandbox.turn('timestamps', { kind: 'error_503' })
  const away = of(await findings(authority(sandbox.address)), 'Timestamps')
  assert.deepEqual([away.state, /busy/.test(away.says)], ['trouble', true])
  await setTo('preferred')
  assert.equal(of(await findings(authority(sandbox.address)), 'Timestamps').state, 'warning')
  await app.database.inOrg(orgId, (db) => db.updateTable('sealing_settings').set({ long_term: true }).execute())
  await sandbox.turn('timestamps')
  assert.equal(of(await findings(authority(sandbox.address)), 'Long-term data').state, 'fine')
  await sandbox.turn('timestamps', { kind: 'crl_revoked' })
  const lacks = of(await findings(authority(sandbox.address)), 'Long-term data')
  assert.deepEqual([lacks.state, /cannot carry it: .*had been revoked/.test(lacks.says)], ['warning', true])
  await setTo('none')
  await app.database.inOrg(orgId, (db) =>
    db
      .insertInto('seal_identities')
      .values({
        ...{ org_id: orgId, id: newId(), source: 'own', chain: ['x'], key_sealed: 'x', subject: 'x', fingerprint: 'x' },
        ...{ not_before: new Date(), not_after: new Date(Date.now() + 30 * 86_400_000) },
      })
      .execute(),
  )
  assert.equal(of(await findings(), 'Seals').state, 'warning')
  assert.equal(of(await findings({}, () => new Date(Date.now() + 31 * 86_400_000)), 'Seals').state, 'trouble')
  const unreadable = of(await findings(), 'Seal keys')
  assert.deepEqual([unreadable.state, /sealing.*cannot be decrypted/.test(unreadable.says)], ['trouble', true])
  await app.database.inOrg(orgId, (db) => db.deleteFrom('seal_identities').execute())
  await sandbox.stop()
  await ahead.stop()
})

test('a server that logs in as a superuser, or as the owner of the tables, gets a warning; a role of its own is fine', async () => {
  const login = async (user: string): Promise<Finding> => checkLogin({ ...app.target, user })
  assert.match((await login('foyer_owner')).says, /bypass row-level security/)
  await ask(
    `create role doctor_house login; grant foyer_owner to doctor_house; create role doctor_web login; grant foyer_app to doctor_web`,
  )
  try {
    const [house, web] = [await login('doctor_house'), await login('doctor_web')]
    assert.deepEqual([house.state, web.state], ['warning', 'fine'])
    assert.match(house.says, /owns the tables/)
    assert.match(house.mend ?? '', /grant foyer_app/)
  } finally {
    await ask('drop role doctor_house; drop role doctor_web')
  }
})

test('on a data folder whose Foyer is down, the database is started, checked and stopped again; the exit code says that it is unhealthy', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'foyer-doctor-test-'))
  chmodSync(dataDir, 0o755)
  try {
    const embedded = await startEmbedded({ dataDir, say: () => {}, scratch: true })
    await migrateAll(embedded.connection)
    await embedded.stop()
    const { code, stdout } = await foyer(['doctor', '--json'], { FOYER_DATA: dataDir, PORT: '1' })
    assert.equal(code, 1)
    const { healthy, findings } = JSON.parse(stdout) as { healthy: boolean; findings: Finding[] }
    assert.equal(healthy, false)
    assert.equal(of(findings, 'Server').state, 'trouble')
    assert.equal(of(findings, 'Foundation').state, 'fine')
    assert.deepEqual([of(findings, 'Login').state, /foyer_server/.test(of(findings, 'Login').says)], ['fine', true])
    assert.equal(of(findings, 'Worker').state, 'warning')
    assert.equal(of(findings, 'Workspaces').says, 'none yet')
    assert.equal(await findEmbedded(dataDir), undefined)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

// ── How ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const ask = (text: string) => asOwner(app.target, (owner) => owner.query(text))

const eventually = async (look: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    if (await look()) return
    await new Promise((done) => setTimeout(done, 100))
  }
  assert.fail('it never came')
}

const foyer = (args: string[], env: Record<string, string>): Promise<{ code: number; stdout: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../../bin/foyer.cjs'), ...args],
      { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env } },
      (error, stdout) => resolve({ code: error ? Number(error.code) : 0, stdout }),
    )
  })

test('doctor reports how mail is sent, which mails wait or were rejected, and how to fix them', async () => {
  const { orgId } = await app.given.organization()
  const put = (state: 'queued' | 'failed', minutesAgo: number, error: string) => {
    const at = new Date(Date.now() - minutesAgo * 60_000)
    return app.database.inOrg(orgId, (db) =>
      db
        .insertInto('mails')
        .values({
          org_id: orgId,
          id: newId(),
          template: 'invitation',
          to_email: 'canary@example.com',
          subject: 'S',
          state,
          last_error: error,
          created_at: at,
          give_up_at: new Date(Date.now() + 3_600_000),
          // Later than this test takes, so that the worker leaves it alone.
          next_try_at: state === 'queued' ? new Date(Date.now() + 3_600_000) : null,
          failed_at: state === 'failed' ? at : null,
        })
        .execute(),
    )
  }
  const smtp = { SMTP_URL: 'smtp://user:hunter2@mail.example.com:587' }
  assert.equal(of(await findings(smtp), 'Mail').state, 'fine')
  assert.match(of(await findings({ SANDBOX: 'off' }), 'Mail').says, /no mail account is configured$/)

  await put('queued', 30, 'the mail server is not reachable')
  assert.match(
    of(await findings(smtp), 'Mail').says,
    /mail\.example\.com:587; 1 email queued, the oldest for 30 min \(the mail server is not reachable\)/,
  )
  const none = of(await findings({ PUBLIC_URL: 'https://foyer.example.com' }), 'Mail')
  assert.deepEqual([none.state, /1 email queued until one is/.test(none.says)], ['trouble', true])
  await put('failed', 5, 'the mail server rejected it')
  const list = await findings(smtp)
  assert.match(of(list, 'Mail').says, /1 email could not be delivered/)
  assert.ok(!/hunter2|canary/.test(JSON.stringify(list)))
})

test('a failed run and a stopped workflow are reported, and a run that is late is trouble', async () => {
  assert.match(of(await findings(), 'Workflows').says, /none runs|under way/)
  const owner = await app.given.organization('Runner')
  const nodes = [{ id: 'end', kind: 'stop', outcome: 'failed', reason: 'On purpose', next: {} }]
  const { id } = await publish(app, owner, { trigger: { kind: 'request' }, nodes })
  const runId = await start(app, owner, id)
  await untilRun(app, owner, runId, 'failed')
  const ofRunner = async (now?: () => Date): Promise<Finding[]> =>
    (await findings({}, now)).filter(({ check, says }) => check === 'Workflows' && says.startsWith('Runner: '))
  assert.deepEqual(
    (await ofRunner()).map(({ state, says }) => [state, says]),
    [['warning', 'Runner: 1 run failed in a day']],
  )
  assert.deepEqual(await ofRunner(() => new Date(Date.now() + 2 * 86_400_000)), [])
  assert.equal((await app.call('stop-workflow', { workflowId: id, on: true }, owner)).status, 200)
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('workflow_runs')
      .set({ state: 'waiting', ended_at: null, due_at: new Date(Date.now() + 3_600_000) })
      .where('id', '=', runId)
      .execute(),
  )
  const late = await ofRunner(() => new Date(Date.now() + 2 * 3_600_000))
  assert.deepEqual(
    late.map(({ state, says }) => [state, says]),
    [
      ['trouble', 'Runner: 1 run is late'],
      ['warning', 'Runner: 1 workflow is stopped'],
    ],
  )
  for (const { mend } of late) assert.ok(mend)
})
