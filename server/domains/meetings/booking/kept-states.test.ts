import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/support/app.ts'
import { ok } from '#test/support/requests.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

test('once the email of a step is no longer kept, the step still says what became of it', async () => {
  const as = await app.given.organization()
  const start = `${new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)}T10:00:00Z`
  const wish = { name: 'Maya', email: 'maya@client.example', start, anyTime: true, hostId: as.personId }
  const bookingOf = async (): Promise<string> => String(ok(await app.call('create-booking', wish, as)).body.bookingId)
  const stateOf = async (bookingId: string): Promise<unknown[]> => {
    const { detail } = ok(await app.call('show-booking-detail', { bookingId }, as)).body as unknown as {
      detail: { effects: { kind: string; state: string; reason: string | null; may_repeat: boolean }[] }
    }
    const step = detail.effects.find(({ kind }) => kind === 'booker_mail')
    return [step?.state, step?.reason, step?.may_repeat]
  }
  const cases = [
    { set: sql`state = 'sent', sent_at = now()`, kept: ['done', null, false] },
    {
      set: sql`state = 'failed', failed_at = now(), last_error = 'No such mailbox'`,
      kept: ['failed', 'No such mailbox', false],
    },
    { set: sql`state = 'failed', failed_at = now(), may_have_left = true`, kept: ['uncertain', null, false] },
  ]
  for (const { set, kept } of cases) {
    const bookingId = await bookingOf()
    await app.database.inOrg(as.orgId, async (db) => {
      const mails = sql`(select ref from booking_effects where org_id = ${as.orgId} and booking_id = ${bookingId} and kind = 'booker_mail')`
      await sql`update mails set ${set}, sealed = null, next_try_at = null where org_id = ${as.orgId} and id in ${mails}`.execute(
        db,
      )
    })
    const before = await stateOf(bookingId)
    assert.equal(before[0], kept[0])
    await app.database.inOrg(as.orgId, (db) => sql`delete from mails where org_id = ${as.orgId}`.execute(db))
    assert.deepEqual(await stateOf(bookingId), kept)
    wish.start = wish.start.replace(/T(\d+)/, (_, hour: string) => `T${Number(hour) + 1}`)
  }
})
