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
const connect = async (owner: Someone, kind: 'personal' | 'team' = 'personal'): Promise<string> => {
  const mailboxId = await connectGoogle(pages.app, owner)
  if (kind === 'team') await pages.app.call('update-mailbox', { mailboxId, kind }, owner)
  return mailboxId
}
const sentFiles = async (owner: Someone, subject: string) => {
  await endUndoWindow(pages.app, owner.orgId)
  const mail = await until(`${subject} was sent`, async () => {
    const answer = await fetch(`${pages.app.url}/sandbox/google/mail?email=${userEmail}`, {
      headers: { accept: 'application/json' },
    })
    const { mails } = (await answer.json()) as { mails: { id: string; labelIds: string[]; facts: { subject?: string } }[] }
    return mails.find(({ labelIds, facts }) => labelIds.includes('SENT') && facts.subject === subject)
  })
  const source = await fetch(`${pages.app.url}/sandbox/google/mail/${mail.id}/source`)
  return (await readMail(Buffer.from(await source.arrayBuffer()))).attachments
}

test('files are chosen, pasted and dropped into an email, with their sum; what is too much is said before sending; the rest arrives', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connect(owner)
  const { page, errors, close } = await pages.open('/mail', { as: owner })
  await page.getByRole('button', { name: 'New email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('20 MB of files at most').waitFor()
  const large = Buffer.alloc(20 * 1024 * 1024 + 1, 'x')
  await dialog.locator('input[type=file]').setInputFiles([{ name: 'film.mov', mimeType: 'video/quicktime', buffer: large }])
  await dialog.getByText(/is more than the 20 MB/).waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Send' }).isDisabled(), true)
  await dialog.getByRole('button', { name: 'Remove film.mov' }).click()
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'Angebot für Sie.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 chosen') },
    { name: 'unwanted.txt', mimeType: 'text/plain', buffer: Buffer.from('unwanted') },
  ])
  for (const event of ['paste', 'drop'])
    await dialog.getByRole('textbox', { name: 'Text' }).evaluate((field, name) => {
      const data = new DataTransfer()
      data.items.add(new File([name], `${name}.txt`, { type: 'text/plain' }))
      field.dispatchEvent(
        name === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      )
    }, event)
  // A table is copied with a picture of it: the text is meant.
  const wasTaken = await dialog.getByRole('textbox', { name: 'Text' }).evaluate((field) => {
    const data = new DataTransfer()
    data.items.add(new File(['picture'], 'image.png', { type: 'image/png' }))
    data.setData('text/plain', 'A row of a table')
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    field.dispatchEvent(event)
    return event.defaultPrevented
  })
  assert.equal(wasTaken, false)
  await dialog.getByText(/^4 files, .+ of 20 MB$/).waitFor()
  await dialog.getByRole('button', { name: 'Remove unwanted.txt' }).click()
  await dialog.getByLabel('To', { exact: false }).first().fill('rosa@client.example')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('With files')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('As promised.')
  await until('all are here', async () => ((await dialog.locator('progress').count()) === 0 ? true : undefined))
  assert.deepEqual(await faultsOf(page), [])
  await page.setViewportSize({ width: 360, height: 760 })
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Email will be sent in 10 seconds').waitFor()
  assert.deepEqual(
    (await sentFiles(owner, 'With files')).map(({ name, content }) => [name, content.toString()]),
    [
      ['Angebot für Sie.pdf', '%PDF-1.4 chosen'],
      ['paste.txt', 'paste'],
      ['drop.txt', 'drop'],
    ],
  )
  assert.deepEqual(errors, [])
  await close()
})

test('an email that is passed on has the files of the original, each removable; an answer in the inbox takes files', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const mailboxId = await connect(owner, 'team')
  await emailArrives(pages.app, owner, mailboxId, {
    from: 'omar@client.example',
    name: 'Omar',
    subject: 'The plan',
    text: 'See the file.',
    hasFile: 'on',
  })
  const { page, errors, close } = await pages.open('/mail', { as: owner })
  await page.getByRole('link', { name: 'The plan' }).click()
  await page.getByRole('button', { name: 'Forward' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove Angebot für Sie.pdf' }).waitFor()
  await dialog.getByLabel('To', { exact: false }).first().fill('rosa@client.example')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('For you.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Email will be sent in 10 seconds').waitFor()
  const [passed] = await sentFiles(owner, 'Fwd: The plan')
  assert.match(passed?.content.toString() ?? '', /^%PDF-1\.4/)

  await page.goto(`${pages.app.url}/inbox`)
  await page.getByRole('link', { name: 'Omar' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'price.txt', mimeType: 'text/plain', buffer: Buffer.from('100') }])
  await page.getByText(/^1 file, /).waitFor()
  await page.getByRole('textbox', { name: 'Reply' }).fill('It costs what the file says.')
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const [price] = await sentFiles(owner, 'Re: The plan')
  assert.equal(price?.content.toString(), '100')
  assert.deepEqual(errors, [])
  await close()
})
