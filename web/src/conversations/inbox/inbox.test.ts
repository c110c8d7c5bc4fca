import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import type { Someone, TestApp } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
before(async () => {
  pages = await startPages()
  app = pages.app
})
after(() => pages?.stop())

interface Said {
  readonly text: string
  readonly channel?: 'web_chat' | 'whatsapp'
  readonly hoursAgo?: number
}

/** Somebody who wrote, as if it had come over the wire; answers what the conversation goes by. */
const wrote = (owner: Someone, name: string, said: readonly Said[]): Promise<string> =>
  app.database.inOrg(owner.orgId, async (db) => {
    const { contactId } = await resolveContact(
      db,
      owner.orgId,
      foyer.within,
      { name, email: `${name.split(' ')[0]}@example.com` },
      'person',
    )
    const { dealId } = await openDealFor(db, owner.orgId, { contactId, kind: 'web_chat', name, cause: 'web_chat' })
    const session = { org_id: owner.orgId, id: newId(), key: newId(), contact_id: contactId, deal_id: dealId }
    await db.insertInto('chat_sessions').values(session).execute()
    for (const { text, channel = 'web_chat', hoursAgo = 0 } of said)
      await recordMessage(db, owner.orgId, {
        contactId,
        dealId,
        channel,
        direction: 'in',
        kind: 'text',
        body: text,
        at: new Date(Date.now() - hoursAgo * 3_600_000),
        ...(channel === 'whatsapp' ? { providerMessageId: `wamid.${newId()}` } : { address: session.id }),
      })
    return dealId
  })

const bodiesOf = async (owner: Someone, projectId: string): Promise<(string | null)[]> => {
  const { body } = await app.call('fetch-chat-history', { projectId }, owner)
  return (body as unknown as { history: { comment_text: string | null }[] }).history.map(({ comment_text }) => comment_text)
}

test('a message is there at once, is answered from the keyboard with a canned reply, and is unread in no tab any more', async () => {
  const owner = await app.given.organization()
  await app.call('save-canned-reply', { shortcut: 'hours', title: 'Hours', body: 'Hello {first_name}, from 9 to 17.' }, owner)
  const { page, context, errors, close } = await pages.open('/inbox', { as: owner })
  await page.getByText('No conversations yet').waitFor()
  await page.getByText('Email, WhatsApp and website messages appear here').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Connect a mailbox' }).getAttribute('href'), '/settings/mailboxes')
  const other = await context.newPage()
  await other.goto(`${pages.site}/leads`)
  await other.locator('h1').waitFor()

  const projectId = await wrote(owner, 'Maya Ortiz', [{ text: 'When are you open?' }])
  await page.getByRole('link', { name: /Maya Ortiz.*1 unread/ }).waitFor()
  await until('the number in the other tab', async () => (await other.title()).startsWith('(1) '))
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Messages' }).getByText('When are you open?').waitFor()
  await until('it to leave the other tab', async () => (await other.title()).startsWith('Leads'))

  await page.keyboard.press('r')
  await page.keyboard.type('/ho')
  await page.getByRole('option', { name: /Hours/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' See you!')
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Hello Maya, from 9 to 17. See you!' })
    .getByText('Sent')
    .waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.keyboard.type('Comes on Thursday')
  await page.keyboard.press('Enter')
  await page.getByText(/Note by .*, visible to teammates only/).waitFor()
  assert.deepEqual(await bodiesOf(owner, projectId), [
    'When are you open?',
    'Hello Maya, from 9 to 17. See you!',
    'Comes on Thursday',
  ])
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page.getByText('Closed. A new message reopens it.').waitFor()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a reply to who waits longest in the demo stands there as sent to no one, with nothing to resend', async () => {
  const owner = await app.given.organization()
  await app.call('seed-demo', {}, owner)
  const { page, errors, close } = await pages.open('/inbox', { as: owner })
  await page.getByRole('link', { name: /Anna-Maria Rossi/ }).click()
  await page.getByText('Demo contact: what you write is kept here and sent to no one').waitFor()
  assert.equal(await page.getByText(/You can reply freely/).count(), 0)
  await page.getByRole('textbox', { name: 'Reply' }).fill('The green one.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const reply = page.getByRole('region', { name: 'Messages' }).getByRole('listitem').filter({ hasText: 'The green one.' })
  await reply.getByText('Demo: not sent to anyone').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Resend' }).count(), 0)
  assert.equal(await page.getByText('Not sent', { exact: true }).count(), 0)
  assert.deepEqual(errors, [])
  await close()
})

test('on a bad network a reply is kept, sent when it can be, and sent once', async () => {
  const owner = await app.given.organization()
  const projectId = await wrote(owner, 'Priya Raman', [{ text: 'Hello?' }])
  const { page, close } = await pages.open(`/inbox/${projectId}`, { as: owner })
  let isBad = true
  await page.route('**/gateway', async (route) => {
    if (!isBad || (route.request().postDataJSON() as { type: string }).type !== 'reply-chat') return route.fallback()
    // It arrives, and its answer does not.
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('textbox', { name: 'Reply' }).fill('Yes, we are here.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const reply = page.getByRole('region', { name: 'Messages' }).getByRole('listitem').filter({ hasText: 'Yes, we are here.' })
  await reply.getByText('Sent', { exact: true }).waitFor()
  isBad = false
  await page.reload()
  await reply.getByText('Sent', { exact: true }).waitFor()
  assert.equal(await reply.count(), 1)

  await page.route('**/gateway', (route) =>
    (route.request().postDataJSON() as { type: string }).type === 'reply-chat' ? route.abort() : route.fallback(),
  )
  await page.getByRole('textbox', { name: 'Reply' }).fill('And tomorrow, too.')
  await page.keyboard.press('Enter')
  await page.getByText('Foyer can’t be reached. This message is sent automatically when the connection is back.').waitFor()
  await page.unrouteAll()
  // Left for another page, it is still to be sent, and goes.
  await page.goto(`${pages.site}/leads`)
  await until('what waited', async () => (await bodiesOf(owner, projectId)).length === 3)
  await page.goto(`${pages.site}/inbox/${projectId}`)
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'And tomorrow, too.' })
    .getByText('Sent', { exact: true })
    .waitFor()
  assert.deepEqual(await bodiesOf(owner, projectId), ['Hello?', 'Yes, we are here.', 'And tomorrow, too.'])
  await close()
})

test('of two members who take a conversation at once, the second gets the name of the first', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  const projectId = await wrote(owner, 'Chen Wei', [{ text: 'Hi' }])
  const { page, close } = await pages.open(`/inbox/${projectId}`, { as: owner })
  await page.route('**/gateway', async (route) => {
    const { type, action } = route.request().postDataJSON() as { type: string; action?: string }
    if (type === 'update-chat-session' && action === 'claim')
      await app.call('update-chat-session', { projectId, action: 'claim', userId: colleague.personId }, colleague)
    await route.fallback()
  })
  await page.getByRole('textbox', { name: 'Reply' }).waitFor()
  await page.keyboard.press('a')
  await page.getByText(/already assigned to Person \d+/).waitFor()
  await page.getByRole('button', { name: /^Owner: Person \d+/ }).waitFor()
  await close()
})

test('the window counts down, and once it is closed a note or a template is all that is offered; every page fits and is accessible', async () => {
  const owner = await app.given.organization()
  await app.call('save-canned-reply', { shortcut: 'hours', title: 'Hours', body: 'From 9 to 17.' }, owner)
  const open = await wrote(owner, 'Amélie Durand', [
    { text: 'From the website', hoursAgo: 30 },
    { text: 'And from my phone', channel: 'whatsapp', hoursAgo: 20.75 },
  ])
  const closed = await wrote(owner, 'Olu Adeyemi', [{ text: 'Yesterday', channel: 'whatsapp', hoursAgo: 25 }])
  const { page, go, keeps, close } = await pages.open('/inbox', { as: owner })
  await page.getByRole('link', { name: /Olu Adeyemi/ }).waitFor()
  await keeps('/inbox')
  await go(`/inbox/${open}`)
  await page.getByText(/^You can reply freely for 3 hr 1[45] min$/).waitFor()
  await keeps('an open window')
  await go(`/inbox/${closed}`)
  await page.getByText(/^Reply window closed/).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Reply' }).count(), 0)
  await page.getByRole('button', { name: 'Use template' }).click()
  await page.getByText('No templates yet').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Note', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Note' }).waitFor()
  await keeps('a closed window')
  await go('/settings/canned-replies')
  await page.getByText('From 9 to 17.').waitFor()
  await keeps('/settings/canned-replies')
  await close()
})
