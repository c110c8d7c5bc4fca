import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { hostileMails } from '#test/support/hostile-mails.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  // The account of the sandbox holds what other files of tests wrote to it.
  pages = await startPages({ env: { SANDBOX: 'on' }, alone: true })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const userEmail = 'mira@sandbox.example'
const deed = async (name: string, form: Record<string, string>): Promise<void> => {
  const answer = await fetch(`${pages.app.url}/sandbox/google/mail/${name}`, {
    method: 'POST',
    body: new URLSearchParams({ email: userEmail, ...form }),
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
}
const connect = async (owner: Someone, kind: 'personal' | 'team'): Promise<string> => {
  const mailboxId = await connectGoogle(pages.app, owner)
  if (kind === 'team') await pages.app.call('update-mailbox', { mailboxId, kind }, owner)
  return mailboxId
}
const arrived = (owner: Someone, subject: string) =>
  until(subject, async () => {
    const { body } = await pages.app.call('fetch-inbox', { userEmail, limit: 50 }, owner)
    const found = (body.emails as unknown as { id: string; subject: string }[]).find((email) => email.subject === subject)
    return found ?? undefined
  })

test('a member reads a mail, answers it, and sees the answer among what was sent; wide and on a phone', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connect(owner, 'personal')
  await deed('write', { from: 'lena@client.example', name: 'Lena', subject: 'Friday', text: 'Is Friday free?\n\nLena' })
  await arrived(owner, 'Friday')
  const { page, errors, close } = await pages.open('/mail', { as: owner })
  await page.getByRole('link', { name: 'Friday' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('link', { name: 'Friday' }).click()
  await page.getByText('Is Friday free?').last().waitFor()
  const sender = page.getByRole('region', { name: 'Friday' }).locator('dd').first()
  assert.match((await sender.textContent()) ?? '', /^Lena <lena@client\.example>/)
  assert.deepEqual(await faultsOf(page), [])
  await page.setViewportSize({ width: 360, height: 760 })
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  assert.deepEqual(await faultsOf(page), [])
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Subject').inputValue(), 'Re: Friday')
  assert.equal(await dialog.getByLabel('To', { exact: false }).first().inputValue(), '"Lena" <lena@client.example>')
  const letter = dialog.getByRole('textbox', { name: 'Text' })
  await page.waitForFunction("document.activeElement?.tagName === 'TEXTAREA'")
  await page.keyboard.type('Friday is free.')
  assert.equal(await letter.inputValue(), 'Friday is free.')
  assert.deepEqual(await faultsOf(page), [])
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Email will be sent in 10 seconds').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The email was taken back').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('the quote of a plain-text mail is folded, and a mail that is only a quote shows it', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connect(owner, 'personal')
  const quote = 'On Monday, Jo <jo@own.example> wrote:\n> Is Friday free?'
  await deed('write', { from: 'lena@client.example', subject: 'Quoting', text: `It is.\n\n${quote}` })
  await deed('write', { from: 'lena@client.example', subject: 'Only a quote', text: quote })
  const { id } = await arrived(owner, 'Quoting')
  const { page, errors, go, close } = await pages.open(`/mail/${id}`, { as: owner })
  await page.getByRole('region', { name: 'Quoting' }).getByText('It is.').waitFor()
  const quoted = page.getByRole('region', { name: 'Quoting' }).getByText('> Is Friday free?')
  assert.equal(await quoted.isVisible(), false)
  await page.getByText('Quoted text').click()
  assert.equal(await quoted.isVisible(), true)
  assert.deepEqual(await faultsOf(page), [])
  await go(`/mail/${(await arrived(owner, 'Only a quote')).id}`)
  await page.getByRole('region', { name: 'Only a quote' }).getByText('> Is Friday free?').waitFor()
  assert.equal(await page.getByText('Quoted text').count(), 0)
  assert.deepEqual(errors, [])
  await close()
})

test('an answer to an alias leaves from the alias, and one to all goes to none of one’s own addresses', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connect(owner, 'personal')
  const cc = `${userEmail}, uma@client.example`
  await deed('write', { to: 'mira.sales@sandbox.example', cc, from: 'lena@client.example', subject: 'To sales', text: 'Hello' })
  const { id } = await arrived(owner, 'To sales')
  await until('the aliases are known', async () => {
    const { mailboxes } = (await pages.app.call('list-mailboxes', {}, owner)).body as unknown as {
      mailboxes: { aliases: string[] }[]
    }
    return mailboxes[0]?.aliases.includes('mira.sales@sandbox.example')
  })
  const { page, errors, close } = await pages.open(`/mail/${id}`, { as: owner })
  await page.getByRole('button', { name: 'Reply to all' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Cc', { exact: true }).inputValue(), 'uma@client.example')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Here it is.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Email will be sent in 10 seconds').waitFor()
  const sent = await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('mailbox_mails')
      .select('from_email')
      .where('direction', '=', 'out')
      // Earlier mails of the mailbox may be read in meanwhile.
      .where('subject', '=', 'Re: To sales')
      .executeTakeFirstOrThrow(),
  )
  assert.equal(sent.from_email, 'mira.sales@sandbox.example')
  assert.deepEqual(errors, [])
  await close()
})

test('the page of a mail says why its mailbox did not mark it', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connect(owner, 'personal')
  await deed('write', { from: 'lena@client.example', subject: 'Marked', text: 'Seen?' })
  const { id } = await arrived(owner, 'Marked')
  const seen = { is_seen: true, seen_error: 'This folder cannot be changed.' }
  await pages.app.database.inOrg(owner.orgId, (db) => db.updateTable('mailbox_mails').set(seen).where('id', '=', id).execute())
  const { page, errors, close } = await pages.open(`/mail/${id}`, { as: owner })
  await page.getByText('Not marked in the mailbox:').waitFor()
  await page.getByText('This folder cannot be changed.').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.deepEqual(errors, [])
  await close()
})

test('at the end of the mails stands how far back they go, and older ones are read on request', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connect(owner, 'personal')
  await deed('write', { from: 'lena@client.example', subject: 'Last week', text: 'x', daysAgo: '7' })
  await deed('write', { from: 'lena@client.example', subject: 'Long ago', text: 'x', daysAgo: '200' })
  await arrived(owner, 'Last week')
  const { page, errors, close } = await pages.open('/mail', { as: owner })
  await page.getByRole('link', { name: 'Last week' }).waitFor()
  await page.getByText(/^Mail since .+ is here\.$/).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Long ago' }).count(), 0)
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Read older mail' }).click()
  await page.getByRole('link', { name: 'Long ago' }).waitFor()
  await page.getByRole('button', { name: 'Read older mail' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a hostile mail runs nothing, loads nothing, asks nothing, and says where its links lead', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connect(owner, 'personal')
  const heard: string[] = []
  const canary = createServer((request, response) => {
    heard.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', () => done()))
  const host = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
  await deed('write', { from: 'evil@phish.example', subject: 'All of it', text: 'x', html: hostileMails(host).join('\n') })
  const { id } = await arrived(owner, 'All of it')
  const { page, close } = await pages.open(`/mail/${id}`, { as: owner })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const frame = page.frameLocator('iframe')
  await frame.getByText('The last line').waitFor()
  await page.waitForTimeout(500)
  assert.deepEqual([dialogs, heard], [[], []])
  assert.equal(
    await frame
      .locator('body')
      .locator('script, form, input, button, iframe, object, embed, svg, math, style, link, meta[http-equiv="refresh"]')
      .count(),
    0,
  )
  const link = frame.getByRole('link', { name: 'https://bank.example' })
  assert.match((await link.textContent()) ?? '', /\[bank\.example\.phish\.example\]/)
  assert.deepEqual(
    [await link.getAttribute('rel'), await link.getAttribute('target')],
    ['noopener noreferrer nofollow', '_blank'],
  )
  assert.equal(await page.evaluate('window.hacked'), undefined)
  await close()
  canary.close()
})

test('the quote in a mail is folded, and unfolds; a mail that is nothing but a quote is shown whole', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connect(owner, 'personal')
  const quote = '<blockquote>The first<blockquote>The deepest</blockquote></blockquote>'
  await deed('write', { from: 'lena@client.example', subject: 'Folded', text: 'x', html: `<p>The answer</p>${quote}` })
  await deed('write', { from: 'lena@client.example', subject: 'Bare', text: 'x', html: quote })
  const [folded, bare] = [await arrived(owner, 'Folded'), await arrived(owner, 'Bare')]
  const { page, close } = await pages.open(`/mail/${folded.id}`, { as: owner })
  const frame = page.frameLocator('iframe')
  await frame.getByText('The answer').waitFor()
  assert.equal(await frame.getByText('The deepest').isVisible(), false)
  await frame.getByText('Quoted text').click()
  await frame.getByText('The deepest').waitFor()
  assert.equal(await frame.locator('details').count(), 1)
  await page.goto(`${pages.app.url}/mail/${bare.id}`)
  await frame.getByText('The deepest').waitFor()
  await close()
})

test('a mail to the team stands in the inbox, and is answered there as everything else', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const mailboxId = await connect(owner, 'team')
  await deed('write', { from: 'omar@client.example', name: 'Omar', subject: 'A quote', text: 'What does it cost?' })
  await arrived(owner, 'A quote')
  const { page, errors, close } = await pages.open('/inbox', { as: owner })
  await page.getByRole('link', { name: 'Omar' }).click()
  await page.getByText('What does it cost?').last().waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('textbox', { name: 'Reply' }).fill('It costs 100 euros.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('It costs 100 euros.').last().waitFor()
  await until('it left', async () => {
    const { body } = await pages.app.call('fetch-inbox', { userEmail, labelId: 'SENT' }, owner)
    return (body.emails as unknown as { subject: string }[]).some(({ subject }) => subject === 'Re: A quote') ? true : undefined
  })
  assert.deepEqual(errors, [])
  // One's own mailbox again: below an email stands what colleagues see of it, and it is chosen there for this contact.
  assert.equal((await pages.app.call('update-mailbox', { mailboxId, kind: 'personal' }, owner)).status, 200)
  await page.reload()
  await page.getByRole('button', { name: 'Colleagues see only that there was an email' }).first().click()
  await page.getByRole('menuitem', { name: 'The subject too' }).click()
  await page.getByRole('button', { name: 'Colleagues see the subject' }).first().waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Colleagues see the subject' }).first().click()
  await page.getByRole('menuitem', { name: 'As for the whole mailbox' }).click()
  await page.getByRole('button', { name: 'Colleagues see only that there was an email' }).first().waitFor()
  await close()
})
