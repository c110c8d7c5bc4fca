import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readMail } from '#shapes/mime/read-mail.ts'
import type { Someone } from '#test/support/app.ts'
import { emailArrives } from '#test/support/arriving.ts'
import { faultsOf } from '#test/support/browser.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { startPages } from '#test/support/page.ts'
import { endUndoWindow } from '#test/support/undo-windows.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const userEmail = 'mira@sandbox.example'
const connect = async (owner: Someone): Promise<string> => {
  const mailboxId = await connectGoogle(pages.app, owner)
  await pages.app.call('update-mailbox', { mailboxId, kind: 'team' }, owner)
  return mailboxId
}
const sent = async (owner: Someone, subject: string) => {
  await endUndoWindow(pages.app, owner.orgId)
  const mail = await until(`${subject} was sent`, async () => {
    const answer = await fetch(`${pages.app.url}/sandbox/google/mail?email=${userEmail}`, {
      headers: { accept: 'application/json' },
    })
    const { mails } = (await answer.json()) as { mails: { id: string; labelIds: string[]; facts: { subject?: string } }[] }
    return mails.find(({ labelIds, facts }) => labelIds.includes('SENT') && facts.subject === subject)
  })
  const source = await fetch(`${pages.app.url}/sandbox/google/mail/${mail.id}/source`)
  return readMail(Buffer.from(await source.arrayBuffer()))
}

test('a signature is set once and stands below what is written, above the quote, once; a canned reply is put in by its shortcut', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const mailboxId = await connect(owner)
  await pages.app.call(
    'save-canned-reply',
    { shortcut: 'hours', title: 'Hours', body: 'Hello {first_name}, from 9 to 17.' },
    owner,
  )
  await emailArrives(pages.app, owner, mailboxId, {
    from: 'paula@client.example',
    name: 'Paula',
    subject: 'Opening times',
    text: 'When are you there?',
  })
  const { page, errors, close } = await pages.open('/settings/mailboxes', { as: owner })
  await page.getByRole('button', { name: `Signature ${userEmail}` }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('textbox', { name: 'Signature' }).fill('Mira & Co\n1 < 2 Street')
  await window.frameLocator('iframe').getByText('1 < 2 Street').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await window.getByRole('button', { name: 'Save signature' }).click()
  await page.getByText('Signature saved').waitFor()
  const [mailbox] = (await pages.app.call('list-mailboxes', {}, owner)).body.mailboxes as unknown as { signature: string }[]
  assert.equal(mailbox?.signature, 'Mira &amp; Co<br>1 &lt; 2 Street')

  await page.goto(`${pages.app.url}/mail`)
  await page.getByRole('link', { name: 'Opening times' }).click()
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 < 2 Street').waitFor()
  const text = dialog.getByLabel('Text', { exact: false })
  await text.pressSequentially('/hou')
  await dialog.getByRole('option', { name: 'Hours' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await text.press('Enter')
  assert.equal(await text.inputValue(), 'Hello Paula, from 9 to 17.')
  await dialog.getByText(/^Saved \d/).waitFor()
  // Opened again from its draft, it has its signature once all the same.
  await page.reload()
  await dialog.getByText('1 < 2 Street').waitFor()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Email will be sent in 10 seconds').waitFor()
  const html = (await sent(owner, 'Re: Opening times')).html ?? ''
  assert.deepEqual(
    [html.indexOf('from 9 to 17'), html.indexOf('Mira &amp; Co'), html.indexOf('<blockquote')].map((at) => at >= 0),
    [true, true, true],
  )
  assert.ok(
    html.indexOf('from 9 to 17') < html.indexOf('Mira &amp;') && html.indexOf('Mira &amp;') < html.indexOf('<blockquote'),
  )
  assert.equal(html.split('Mira &amp; Co').length, 2)

  // An answer in the inbox has it too.
  await emailArrives(pages.app, owner, mailboxId, {
    from: 'quentin@client.example',
    name: 'Quentin',
    subject: 'Prices',
    text: 'What does it cost?',
  })
  await page.goto(`${pages.app.url}/inbox`)
  await page.getByRole('link', { name: 'Quentin' }).click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('It costs 100 euros.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('It costs 100 euros.').last().waitFor()
  assert.match((await sent(owner, 'Re: Prices')).html ?? '', /100 euros[\s\S]*Mira &amp; Co/)
  assert.deepEqual(errors, [])

  // What could act is left out, and only its owner changes it.
  const colleague = await pages.app.given.person(owner.orgId, 'owner')
  const hostile = {
    mailboxId,
    signature: '<p onclick="x()">Mira<script>alert(1)</script><img src="http://a.example/x.png"></p>',
  }
  assert.equal((await pages.app.call('update-mailbox', hostile, colleague)).body.code, 'mailbox_not_found')
  assert.equal((await pages.app.call('update-mailbox', hostile, owner)).status, 200)
  const [cleaned] = (await pages.app.call('list-mailboxes', {}, owner)).body.mailboxes as unknown as { signature: string }[]
  assert.equal(cleaned?.signature, '<p>Mira<img></p>')
  await close()
})
