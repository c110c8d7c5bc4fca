import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { idFloor } from '#core/ids.ts'
import { removeExpiredRows } from '#domains/catalogue.ts'
import type { Mail } from '#ports/mail.ts'
import { type Outbox, openOutbox } from '#test/mail/outbox.ts'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
let outbox: Outbox
before(async () => {
  app = await startApp({ alone: true }) // its jobs run over all organizations
  outbox = await openOutbox(app)
})
after(async () => {
  await outbox.close()
  await app.stop()
})

const dayMs = 86_400_000
let counter = 0

const mail = async (orgId: string, state: 'queued' | 'sent' | 'failed', daysAgo: number): Promise<string> => {
  const at = new Date(Date.now() - daysAgo * dayMs)
  const id = idFloor(at).slice(0, -6) + String(++counter).padStart(6, '0')
  await app.database.inOrg(orgId, (db) =>
    db
      .insertInto('mails')
      .values({
        org_id: orgId,
        id,
        template: 'invitation',
        to_email: 'maya@example.com',
        subject: 'S',
        sealed: state === 'sent' ? null : 'x',
        state,
        created_at: at,
        give_up_at: at,
        next_try_at: state === 'queued' ? at : null,
        sent_at: state === 'sent' ? at : null,
        failed_at: state === 'failed' ? at : null,
      })
      .execute(),
  )
  return id
}

test('a failed mail can be sent for a week, then its text is gone; after 90 days all of it, but for what still waits', async () => {
  for (const { orgId } of [app.owner, await app.given.organization()]) {
    const [young, old, sent, waits] = [
      await mail(orgId, 'failed', 6.9),
      await mail(orgId, 'failed', 7.1),
      await mail(orgId, 'sent', 89),
      await mail(orgId, 'queued', 91),
    ]
    await mail(orgId, 'failed', 91)
    await mail(orgId, 'sent', 91)
    await removeExpiredRows.run({}, outbox.context({} as Mail, new Date()))
    const left = await app.database.inOrg(orgId, (db) =>
      db.selectFrom('mails').select(['id', 'sealed']).where('org_id', '=', orgId).execute(),
    )
    assert.deepEqual(
      new Map(left.map(({ id, sealed }) => [id, sealed])),
      new Map([
        [waits, 'x'],
        [sent, null],
        [old, null],
        [young, 'x'],
      ]),
    )
  }
})
