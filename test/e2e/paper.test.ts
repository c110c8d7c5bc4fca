import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { faultsOf } from '../support/browser.ts'
import { type Opened, startPages } from '../support/page.ts'
import { ok } from '../support/requests.ts'
import { until } from '../support/until.ts'

/* From an empty workspace to a sealed contract that a stranger verifies, with the sandbox alone: no account anywhere. */

const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-paper-'))
let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
  rmSync(home, { recursive: true })
})

interface Mail {
  readonly id: string
  readonly subject: string
  readonly links: readonly string[]
  readonly attachments: readonly { readonly name: string }[]
}
const mailTo = (email: string, begins: RegExp): Promise<Mail> =>
  until(`an email ${begins} to ${email}`, async () => {
    const mails = (await (await fetch(`${pages.app.url}/sandbox/mail?to=${encodeURIComponent(email)}`)).json()) as Mail[]
    return mails.find(({ subject }) => begins.test(subject))
  })

/** What is attached to an email, as who gets it saves it. */
const saved = async ({ id, attachments }: Mail, at: number): Promise<string> => {
  const file = await fetch(`${pages.app.url}/sandbox/mail/${id}/attachments/${at}`)
  assert.equal(file.status, 200)
  const place = path.join(home, `${id}-${attachments[at]?.name}`)
  writeFileSync(place, Buffer.from(await file.arrayBuffer()))
  return place
}

/** A telephone of its own, with what went wrong on it. */
const openPhone = async () => {
  const context = await pages.browser.newContext({
    ...{ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, colorScheme: 'dark', locale: 'en-GB' },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  return { page, errors, close: () => context.close() }
}

const isReadable = async (page: Page, what: string): Promise<void> => {
  assert.deepEqual(await faultsOf(page), [], what)
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${what} is too wide`)
}

/** From the template to a document that waits for two. */
const send = async ({ page, follow }: Opened): Promise<void> => {
  await page.getByText('No documents yet').waitFor()
  await page.getByRole('link', { name: 'Create template' }).click()
  await page.getByRole('link', { name: 'Start with a service agreement' }).click()
  await page.getByRole('group', { name: 'PAYMENT_DAYS' }).waitFor()
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByRole('heading', { name: 'Service agreement', level: 1 }).waitFor()
  await follow('/documents')
  await page.getByRole('button', { name: 'Send document' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Deal').fill('Roof')
  await page.getByRole('option', { name: /Roof of the hall/ }).click()
  await dialog.getByRole('combobox', { name: 'Client', exact: true }).waitFor()
  await dialog.getByRole('textbox', { name: 'Services' }).fill('A new roof')
  await dialog.getByRole('combobox', { name: 'Price' }).fill('1.000 €')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('img', { name: 'Page 1' }).waitFor()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: 'Service agreement – Maya Rao', level: 1 }).waitFor()
}

const draw = async (page: Page): Promise<void> => {
  await page.getByLabel('Draw it').check()
  const canvas = page.locator('#canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  assert.ok(box)
  const points = [
    [0.2, 0.7],
    [0.4, 0.2],
    [0.6, 0.8],
    [0.8, 0.3],
  ] as const
  for (const [n, [x, y]] of points.entries()) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 4 })
    if (n === 0) await page.mouse.down()
  }
  await page.mouse.up()
}

/** What the command of a receiver says, without a server or a database. */
const verify = async (...args: string[]): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, '../../server/cli.ts'), 'verify', ...args], {
      ...{ cwd: home, env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://127.0.0.1:1/none' } },
    })
  ).stdout

test('a template is written, sent and signed on two telephones, sealed while its sender looks on, mailed to both, and verified by a stranger', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const email = 'maya.paper@rao.example'
  ok(await pages.app.call('create-deal', { client: { name: 'Maya Rao', email }, name: 'Roof of the hall' }, owner))
  const opened = await pages.open('/documents', { as: owner })
  const { page, errors, close } = opened
  await send(opened)
  const [{ id: documentId } = { id: '' }] = ok(await pages.app.call('list-documents', {}, owner)).body.documents as unknown as {
    id: string
  }[]
  const { signers: asked } = ok(await pages.app.call('show-document', { documentId }, owner)).body.document as unknown as {
    signers: { name: string; email: string; role: string }[]
  }
  const person = asked.find(({ role }) => role === 'admin')
  assert.ok(person && asked.length === 2, JSON.stringify(asked))

  for (const [to, hand] of [
    [email, 'typed'],
    [person.email, 'drawn'],
  ] as const) {
    const { links } = await mailTo(to, /asks you to sign/)
    const phone = await openPhone()
    await phone.page.goto(links.find((link) => link.includes('/sign/')) ?? '')
    await phone.page.locator('.sheet img').first().waitFor()
    await phone.page.getByText('A new roof').first().waitFor({ state: 'attached' })
    if (hand === 'drawn') await draw(phone.page)
    await isReadable(phone.page, `the document of ${to}`)
    await phone.page.locator('#consent').check()
    await phone.page.locator('#submit').tap()
    await phone.page.getByRole('heading', { name: 'You have signed' }).waitFor()
    await isReadable(phone.page, `what ${to} signed`)
    assert.deepEqual(phone.errors, [])
    await phone.close()
  }

  // The page of the sender is not touched: what happened is there.
  await page.getByText('Signed and sealed').first().waitFor({ timeout: 90_000 })
  await page.getByRole('link', { name: 'Download Certificate' }).waitFor({ timeout: 60_000 })
  assert.deepEqual(errors, [])
  await close()

  const { sealing } = ok(await pages.app.call('show-sealing', {}, owner)).body as unknown as {
    sealing: { certificate: { root_pem: string } }
  }
  const root = path.join(home, 'root.pem')
  writeFileSync(root, sealing.certificate.root_pem)
  for (const to of [email, person.email]) {
    const mail = await mailTo(to, /^Signed by all/)
    const names = mail.attachments.map(({ name }) => name)
    assert.deepEqual(
      names.map((name) => /signed|certificate/.exec(name)?.[0]),
      ['signed', 'certificate'],
      names.join(),
    )
    const [sealed, certificate] = [await saved(mail, 0), await saved(mail, 1)]
    const said = await verify(sealed, '--root', root, '--certificate', certificate)
    assert.match(said, /^The file is as it was sealed, and the seal is of a root that you trust\.$/m)
    assert.match(said, /^Signed by +Maya Rao, .*, by a personal link, sent by email$/m)
    assert.equal(said.match(/^Signed by /gm)?.length, 2)

    const stranger = await openPhone()
    await stranger.page.goto(`${pages.app.url}/verify`)
    await stranger.page.locator('#pdf').setInputFiles(sealed)
    await stranger.page.locator('#result').getByText('signed and sealed, and unchanged').waitFor()
    const signers = await stranger.page.locator('.signers').innerText()
    assert.ok(signers.includes('Maya Rao') && signers.includes(person.name), signers)
    await isReadable(stranger.page, 'a verified file')
    await stranger.page.locator('#pdf').setInputFiles(certificate)
    await stranger.page.locator('#result').getByText('certificate of this document').waitFor()
    await stranger.close()
  }
})
