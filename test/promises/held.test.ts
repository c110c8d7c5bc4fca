import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdRestored, isFresh } from '#cli/hold-restored.ts'
import { type HoldKind, holdKinds } from '#core/held.ts'
import { newId } from '#core/ids.ts'
import { makeVault } from '#core/vault.ts'
import { openBackup, restoreBackup } from '#db/backup/restore-backup.ts'
import { writeBackup } from '#db/backup/write-backup.ts'
import type { Target } from '#db/connect.ts'
import { startScratch } from '#db/temporary-database.ts'
import { foyer, jobs } from '#domains/catalogue.ts'
import { newSecret, sealSecret } from '#domains/connections/webhooks/secrets.ts'
import { openOutbox } from '#test/mail/outbox.ts'
import { startResend } from '#test/mail/resend-server.ts'
import { migrateAll, renamedQueues } from '../../server/main.ts'
import { folderFiles } from '../../server/providers/folder/files.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { asOwner } from '../support/database.ts'
import { bodyOf, connectNumber, messageChange, sendWhatsAppWebhook } from '../support/messaging.ts'
import { until } from '../support/until.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-held-'))
const file = path.join(folder, 'backup.tar')
const weekMs = 7 * 86_400_000

let resend: Awaited<ReturnType<typeof startResend>>
let receiver: Receiver
/** What WhatsApp was asked to send. */
const said: string[] = []
const platform = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => {
    said.push(body)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ messaging_product: 'whatsapp', contacts: [], messages: [{ id: `wamid.${newId()}` }] }))
  })
})
let elsewhere: Awaited<ReturnType<typeof startScratch>>
let app: TestApp
let env: Record<string, string>
let owner: Someone
let mailId: string
const sentMs: number[] = []

before(async () => {
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done))
  ;[resend, receiver, elsewhere] = await Promise.all([startResend(), openReceiver(), startScratch()])
  env = {
    RESEND_API_KEY: 're_test',
    RESEND_URL: resend.url,
    WHATSAPP_API_BASE: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
    OUTGOING_ALLOWED_PRIVATE: '127.0.0.1',
  }
  app = await startApp({ env })
  owner = app.owner
})
after(async () => {
  await app?.stop()
  await Promise.all([resend?.stop(), receiver?.close(), elsewhere?.stop()])
  platform.closeAllConnections()
  platform.close()
  rmSync(folder, { recursive: true, force: true })
})

/** How much has left so far, by kind. */
const left = () => ({ mails: resend.asked.length, messages: said.length, webhooks: receiver.received.length })

const untilLeft = (isAll: (now: ReturnType<typeof left>) => boolean): Promise<unknown> =>
  until('all of it', async () => isAll(left())).catch(() => assert.fail(`no more than ${JSON.stringify(left())} has left`))

/** As the clock asks for it each minute: whatever looks for what is due. */
const tick = async (at: TestApp): Promise<void> => {
  const clocks = jobs.filter((each) => 'schedule' in each && each.schedule === '* * * * *').map(({ name }) => name)
  await at.database.pool.query(`insert into jobs.job (name, data) select unnest($1::text[]), '{}'`, [clocks])
  await until('the clock’s jobs', async () => {
    const { rows } = await at.database.pool.query(
      `select from jobs.job where name = any ($1) and state in ('created', 'retry', 'active')`,
      [clocks],
    )
    return rows.length === 0
  })
  await sleep(1_500)
}

test('every job is marked as calling outside services or not', () => {
  const outside = new Set(
    foyer.held.flatMap(({ jobs: ofWork = [], rows }) => [...ofWork, ...(rows?.job ? [rows.job] : [])].map(({ name }) => name)),
  )
  const inside = [
    'rotate-signing-keys send-due-mails send-reset-link forget-webhook prune-provider-calls',
    'remind-human-steps remove-expired check-upload-job import-upload undo-upload-job resume-uploads remove-upload-files settle-sends undo-sync-run watch-syncs start-due-syncs start-meta-work queue-sync-webhooks watch-lead-sources watch-design-jobs start-due-reviews play-rehearsal',
    'announce-model-ends read-model-lists charge-lost-ai-calls check-ai-ledger move-search index-earlier-records match-earlier-contacts remove-field-values move-contact-keys read-unconnected read-all-templates poll-checkouts reconcile-accounts write-queued-prds poll-calls raise-idle-deals raise-lead-promises tell-dead-work read-inbox send-due-reminders poll-calendars poll-mailboxes watch-mailboxes file-mailbox-again follow-outside-change end-past-questions end-unanswered-requests withdraw-overtaken write-earlier-bookings sweep-mail-files sweep-record-files seal-document resume-seals check-stored-files sweep-stored-files remove-ended-documents remove-document-files expire-documents expire-proposals remind-signers record-all-evidence record-evidence relist-calendars ask-about-earlier-leavers compare-clocks run-cleanup settle-lost-enrichments compact-lead-counts compact-deal-sums raise-overdue-invoices send-notice-mails send-due-pushes run-bulk-changes resume-bulk-changes',
  ].flatMap((names) => names.split(' '))
  const names = jobs.map(({ name }) => name) as string[]
  assert.deepEqual(
    names.filter((name) => outside.has(name) === inside.includes(name)),
    [],
    'a job that reaches outside belongs to a kind that a restore holds; any other one into this list',
  )
  assert.deepEqual(
    [...outside].filter((name) => !names.includes(name)),
    [],
  )
})

test('due work is backed up, and sent afterwards: as it will be when the backup is needed', async () => {
  const { orgId } = owner
  const number = await connectNumber(app, orgId)
  const reading = await app.startWorker()
  const body = bodyOf({ number, changes: [messageChange(number, { waId: '4915112345678', text: 'Hello' })] })
  assert.equal((await sendWhatsAppWebhook(app, body, { secret: number.appSecret })).status, 200)
  await until('the message', async () =>
    app.database.inOrg(orgId, (db) => db.selectFrom('messages').select('id').where('org_id', '=', orgId).executeTakeFirst()),
  )
  await reading.stop()

  const outbox = await openOutbox(app)
  mailId = await outbox.queue(orgId, 'before@example.com')
  await outbox.close()
  const sent = await app.call('send-whatsapp', { to: '+4915112345678', message: 'See you tomorrow' })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const endpoint = newId()
  const key = await app.given.key(orgId)
  await app.database.inOrg(orgId, async (db) => {
    await db
      .insertInto('webhook_endpoints')
      .values({
        org_id: orgId,
        id: endpoint,
        url: receiver.url('/told'),
        event_types: ['key.changed'],
        secret_sealed: sealSecret(makeVault(Buffer.alloc(32, 7)), orgId, endpoint, newSecret()),
        secret_hint: 'none',
      })
      .execute()
    await db
      .insertInto('events')
      .values(
        [1, 2].map(() => ({
          org_id: orgId,
          id: newId(),
          type: 'key.changed',
          subject_id: key.id,
          payload: '{"change":"made"}',
        })),
      )
      .execute()
  })
  for (const [name, data] of [
    ['look-at-payment-news', { connectionId: newId(), providerCheckoutId: 'cs_1', providerPaymentId: null }],
    ['read-templates', { connectionId: number.connectionId }],
    ['write-prd', { dealId: newId() }],
  ] as const)
    await app.database.pool.query(`insert into jobs.job (name, data, group_id) values ($1, $2, $3)`, [
      name,
      { orgId, ...data },
      orgId,
    ])

  const before = left()
  const manifest = await writeBackup({
    owner: app.target,
    file,
    files: folderFiles(path.join(folder, 'files')),
    key: null,
    foyer: '0.0.0',
    now: () => new Date(),
    say: () => {},
  })
  sentMs.push(Date.parse(manifest.started_at))
  const worker = await app.startWorker()
  try {
    await untilLeft((now) => now.mails - before.mails === 1 && now.messages > before.messages && now.webhooks === 2)
  } finally {
    await worker.stop()
  }
})

test('restored a week later, old work is held and listed with its age, and new work is sent at once', async () => {
  await asOwner(elsewhere.target, (owner) => owner.query('create database week_later'))
  const restored: Target = { ...elsewhere.target, database: 'week_later' }
  const stateOf = new Date(sentMs[0] as number)
  const now = new Date(stateOf.getTime() + weekMs)
  assert.ok(!isFresh(stateOf, now))
  assert.ok(isFresh(stateOf, new Date(stateOf.getTime() + 4 * 60_000)), 'a state of some minutes ago is not held')
  await restoreBackup(await openBackup(file), {
    owner: restored,
    filesDir: null,
    migrateAll,
    renamedQueues,
    say: () => {},
    afterwards: () => holdRestored(restored, { stateOf, now, released: [] }),
  })
  const before = left()
  const copy = await startApp({ env, target: restored })
  const worker = await copy.startWorker()
  try {
    await tick(copy)
    assert.deepEqual(left(), before, 'nothing has left')
    const theirs = await copy.given.person(owner.orgId, 'owner')
    const admin = await copy.given.person(owner.orgId, 'admin')
    const { body } = await copy.call('list-held-work', {}, admin)
    const held = body.held as unknown as { kind: HoldKind; count: number; oldest_at: string | null }[]
    assert.deepEqual(
      held.map(({ kind, count, oldest_at }) => [kind, count, oldest_at !== null && Date.parse(oldest_at) <= stateOf.getTime()]),
      [
        ['mails', 1, true],
        ['messages', 1, true],
        ['webhooks', 2, true],
        ['payments', 1, true],
        ['syncs', 1, true],
        ['ai', 1, true],
        ['workflows', 0, false],
      ],
    )
    assert.deepEqual([body.state_of, body.held_at, body.may_release], [stateOf.toISOString(), now.toISOString(), false])
    const list = await copy.call('list-background-work', { state: 'held' }, theirs)
    assert.equal((list.body.counts as unknown as { held: number }).held, 5)
    const [one] = list.body.work as unknown as { id: string; next_try_at: null }[]
    assert.equal(one?.next_try_at, null)
    assert.equal((await copy.call('replay-background-work', { workId: one?.id }, theirs)).body.code, 'work_held')
    const { mails } = (await copy.call('list-mails', {}, theirs)).body as unknown as {
      mails: { held: boolean; next_try_at: null }[]
    }
    assert.deepEqual([mails[0]?.held, mails[0]?.next_try_at], [true, null])
    const { notices } = (await copy.call('list-notices', {}, admin)).body as unknown as { notices: { kind: string }[] }
    assert.ok(notices.some(({ kind }) => kind === 'held_after_restore'))
    assert.equal((await copy.call('release-held-work', { kinds: ['mails'] }, admin)).status, 403)

    const outbox = await openOutbox(copy)
    const fresh = await outbox.queue(owner.orgId, 'after@example.com')
    await outbox.until(owner.orgId, fresh, 'sent', 20)
    await outbox.close()
    assert.deepEqual(left(), { ...before, mails: before.mails + 1 })

    for (const kind of holdKinds) {
      const [first, again] = [
        await copy.call('release-held-work', { kinds: [kind] }, theirs),
        await copy.call('release-held-work', { kinds: [kind] }, theirs),
      ]
      assert.deepEqual(first.body.released, [{ kind, count: kind === 'webhooks' ? 2 : kind === 'workflows' ? 0 : 1 }])
      assert.deepEqual(again.body.released, [{ kind, count: 0 }])
    }
    await untilLeft(
      (now) => now.mails >= before.mails + 2 && now.webhooks >= before.webhooks + 2 && now.messages > before.messages,
    )
    await tick(copy)
    const after = left()
    assert.deepEqual([after.mails, after.webhooks], [before.mails + 2, before.webhooks + 2], 'each once')
    assert.equal(said.filter((text) => text.includes('See you tomorrow')).length, 2, 'once before, and once released')
    const keys = resend.asked.map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.filter((key) => key === mailId).length, 2)
    assert.equal(resend.arrived().length, 2, 'what the provider had, it knows by its key')
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 2, 'and so do receivers')
    const rest = await copy.call('list-held-work', {}, theirs)
    assert.deepEqual(rest.body.held, [])
  } finally {
    await worker.stop()
    await copy.stop()
  }
})
