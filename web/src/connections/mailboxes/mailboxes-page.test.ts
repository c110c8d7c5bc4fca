import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
})
after(() => pages?.stop())

/** A mailbox at the sandbox's calendar server, with mail whose reading stands as it is set here. */
const openMailbox = async (who: Someone) => {
  const { app } = pages
  const caldav = { url: new URL('/sandbox/caldav/', app.url).href, user: 'mira', password: 'right' }
  const { body } = await app.call('connect-mailbox', { provider: 'imap', email: 'mira@server.example', caldav }, who)
  const mailboxId = (body.mailbox as unknown as { id: string }).id
  const now = () => new Date()
  await app.database.inOrg(who.orgId, async (db) => {
    await db
      .updateTable('mailboxes')
      .set({ has_mail: true })
      .where('org_id', '=', who.orgId)
      .where('id', '=', mailboxId)
      .execute()
    await db
      .insertInto('mailbox_readings')
      .values({ org_id: who.orgId, id: mailboxId, since: now(), next_poll_at: now() })
      .execute()
  })
  const stand = (values: {
    listed?: number | null
    copied?: number
    synced_at?: Date
    behind_since?: Date
    leased_until?: Date
    watch_error?: string
  }) =>
    app.database.inOrg(who.orgId, (db) =>
      db
        .updateTable('mailbox_readings')
        .set({ next_poll_at: now(), ...values })
        .where('org_id', '=', who.orgId)
        .where('id', '=', mailboxId)
        .execute(),
    )
  /** Its calendars were read just now. */
  const readCalendars = () =>
    app.database.inOrg(who.orgId, (db) =>
      db
        .insertInto('calendars')
        .values({
          ...{ org_id: who.orgId, id: crypto.randomUUID(), person_id: who.personId, connection_id: mailboxId },
          ...{ provider_id: 'one', name: 'One', is_ticked: true, synced_at: now(), next_poll_at: now() },
        })
        .execute(),
    )
  return { mailboxId, stand, readCalendars }
}
const later = (ms: number): Date => new Date(Date.now() + ms)

test('a mailbox says in words and by a bar how far its first reading is, and is green only once it was read lately', async () => {
  const owner = await pages.app.given.organization()
  const { stand, readCalendars } = await openMailbox(owner)
  await readCalendars()
  await stand({ listed: 80_000, copied: 31_000, leased_until: later(600_000) })
  const { page, errors, go, keeps, close } = await pages.open('/settings/mailboxes', { as: owner })
  const row = page.getByRole('listitem').filter({ hasText: 'mira@server.example' })
  const pill = (name: string) => row.getByText(name, { exact: true })
  const isGreen = async () => (await row.locator('[data-tone=good]').count()) === 1
  await pill('Being read').waitFor()
  await row.getByText('the first read is at 31,000 of 80,000').waitFor()
  assert.equal(Math.round(Number(await row.getByRole('progressbar').getAttribute('aria-valuenow'))), 39)
  assert.equal(await isGreen(), false)
  await keeps('a mailbox that is being read')

  await stand({ listed: 80_000, copied: 31_000, leased_until: later(-1), behind_since: later(-600_000) })
  await go('/settings/mailboxes')
  await pill('Standing still').waitFor()
  await row.getByText('Mail could not be read since').waitFor()
  assert.equal(await isGreen(), false)
  await keeps('a mailbox that stands still')

  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('mailbox_readings')
      .set({ behind_since: null, listed: null, copied: 0, synced_at: later(-3_600_000) })
      .execute(),
  )
  await go('/settings/mailboxes')
  await pill('Standing still').waitFor()
  assert.equal(await isGreen(), false)
  await stand({ synced_at: later(0) })
  await go('/settings/mailboxes')
  await row.getByText(/^Mail as of \d/).waitFor()
  assert.deepEqual([await isGreen(), await row.getByRole('progressbar').count()], [true, 0])

  await stand({ synced_at: later(0), watch_error: 'Google says: Topic not found (notFound)' })
  await go('/settings/mailboxes')
  await row.getByText('New mail is not announced and takes a little longer to appear. Google says: Topic not found').waitFor()
  assert.equal(await isGreen(), true, 'it is read all the same')
  await keeps('a mailbox whose mail is not announced')
  assert.deepEqual(errors, [])
  await close()
})

test('its owner chooses who reads a mailbox and what is never shared; colleagues are named, and a wrong address is said at its field', async () => {
  const owner = await pages.app.given.organization()
  const maya = await pages.app.given.person(owner.orgId, 'member')
  const { mailboxId } = await openMailbox(owner)
  const { page, errors, keeps, close } = await pages.open('/settings/mailboxes', { as: owner })
  const own = async (who = owner) => {
    const all = (await pages.app.call('list-mailboxes', {}, who)).body.mailboxes
    return (all as unknown as { id: string; kind: string; shares: string; excluded: string[] }[]).find(
      ({ id }) => id === mailboxId,
    )
  }
  await page.getByRole('button', { name: 'Sharing' }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel('Its subject too').check()
  await window.getByLabel('Never shared').fill('nonsense')
  await window.getByRole('button', { name: 'Save' }).click()
  await window.getByText('nonsense is neither an address nor a domain').waitFor()
  await window.getByLabel('Never shared').fill('bank.example\nsister@home.example')
  await keeps('how a mailbox is shared')
  await window.getByRole('button', { name: 'Save' }).click()
  await window.waitFor({ state: 'detached' })
  const saved = await own()
  assert.deepEqual(
    [saved?.kind, saved?.shares, saved?.excluded],
    ['personal', 'subject', ['bank.example', 'sister@home.example']],
  )
  assert.equal(await own(maya), undefined)

  await page.getByRole('button', { name: 'Sharing' }).click()
  await window.getByLabel('The team').check()
  const name = await pages.app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('directory.people').select('name').where('id', '=', maya.personId).executeTakeFirstOrThrow(),
  )
  await window.getByText(`Read by you, ${name.name}`).waitFor()
  await window.getByRole('button', { name: 'Save' }).click()
  await window.waitFor({ state: 'detached' })
  assert.equal((await own(maya))?.kind, 'team')
  await page.getByRole('button', { name: 'Sync now' }).click()
  await page.getByText('Reading the mailbox').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('events that could not be read in full are named with their reason, in the settings and on the calendar, and a calendar that is gone says so', async () => {
  const owner = await pages.app.given.organization()
  const { mailboxId, readCalendars } = await openMailbox(owner)
  await readCalendars()
  await pages.app.database.inOrg(owner.orgId, async (db) => {
    const { id } = await db.selectFrom('calendars').select('id').where('org_id', '=', owner.orgId).executeTakeFirstOrThrow()
    const ids = { org_id: owner.orgId, calendar_id: id, generation: 0 }
    await db
      .insertInto('calendar_unread_events')
      .values([
        { ...ids, event_id: 'a', reason: 'end', title: 'Standup', starts_at: new Date('2027-02-03T09:00:00Z') },
        { ...ids, event_id: 'b', reason: 'time', title: '', ical_uid: 'b@own.example' },
      ])
      .execute()
    await db
      .insertInto('calendars')
      .values({
        ...{ org_id: owner.orgId, id: crypto.randomUUID(), person_id: owner.personId, connection_id: mailboxId },
        ...{ provider_id: 'two', name: 'Two', gone_at: new Date() },
      })
      .execute()
  })
  const { page, errors, go, keeps, close } = await pages.open('/settings/mailboxes', { as: owner })
  for (const path of ['/settings/mailboxes', '/calendar']) {
    await go(path)
    await page.getByText('2 events could not be read in full').click()
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Standup · Wednesday, February 3, 2027, .*Its end cannot be read: it blocks an hour/ })
      .waitFor()
    await page.getByText('b@own.example · Its time cannot be read, so it blocks none.').waitFor()
    await keeps(`unread events at ${path}`)
  }
  await go('/settings/mailboxes')
  const gone = page.getByRole('listitem').filter({ hasText: 'Not at its provider any more' })
  await gone.getByText('Gone', { exact: true }).waitFor()
  assert.equal(await gone.getByRole('checkbox').count(), 0)
  await page.getByRole('button', { name: /Look for calendars/ }).click()
  await page.getByText('Looking for new and removed calendars').waitFor()
  assert.deepEqual(errors, [])
  await close()
})
