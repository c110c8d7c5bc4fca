import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordEvent } from '#core/events/events.ts'
import { emailEvents } from '#domains/conversations/mail/events.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
})
after(() => app?.stop())

/** A page that is open: which kinds of events it hears. */
const openPage = async (who: Someone) => {
  const ending = new AbortController()
  const { signal } = ending
  const { body } = await fetch(`${app.url}/live`, { headers: { authorization: `Bearer ${who.token}` }, signal })
  let text = ''
  const reading = (async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk as Uint8Array).toString()
  })().catch(() => {})
  await until('the line', async () => text.includes('event: open'))
  return {
    /** Of the kinds since the last question. */
    heard: (): string[] => {
      const kinds = [...text.matchAll(/^event: (\S+)$/gm)].map(([, kind]) => kind ?? '')
      text = ''
      return kinds.filter((kind) => kind !== 'open')
    },
    async close(): Promise<void> {
      ending.abort()
      await reading
    },
  }
}

test('events of a personal mailbox go to its owner alone, and to all members as soon as it is the team’s', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const mailboxId = await connectGoogle(app, maya)
  const arrive = async (): Promise<void> => {
    await app.database.inOrg(owner.orgId, (db) =>
      recordEvent(db, owner.orgId, emailEvents.received, crypto.randomUUID(), { mailbox_id: mailboxId }),
    )
    // Hints are gathered for a quarter of a second.
    await sleep(600)
  }
  const emails = (kinds: readonly string[]): string[] => kinds.filter((kind) => kind.startsWith('email.'))
  const [own, other] = [await openPage(maya), await openPage(owner)]
  try {
    await arrive()
    assert.deepEqual([emails(own.heard()), emails(other.heard())], [['email.received'], []])
    for (const [kind, heard] of [
      ['team', ['email.received']],
      ['personal', []],
    ] as const) {
      assert.equal((await app.call('update-mailbox', { mailboxId, kind }, maya)).status, 200)
      await arrive()
      assert.deepEqual([emails(own.heard()), emails(other.heard())], [['email.received'], heard], kind)
    }
    // What is of the workspace is told to all.
    assert.equal((await app.call('update-mailbox', { mailboxId, signature: 'Maya' }, maya)).status, 200)
    await sleep(600)
    assert.ok(own.heard().includes('mailbox.updated'))
    assert.ok(other.heard().includes('mailbox.updated'))
  } finally {
    await own.close()
    await other.close()
  }
})
