import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { isRead, startPages } from '#test/support/page.ts'
import { makePdf } from '#test/support/papers.ts'
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

type Someone = typeof pages.app.owner

const call = async <Body>(name: string, input: object, as: Someone): Promise<Body> => {
  const { status, body } = await pages.app.call(name, input, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as Body
}

const body = '# Agreement\n\nWith {{CLIENT_NAME}} for {{PRICE}}, from {{START}}.\n\n[[signature client]] [[date client "Date"]]'

/** A workspace with a deal, and a template where it is wanted. */
const given = async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { deal } = await call<{ deal: { id: string } }>(
    'create-deal',
    { client: { name: 'Maya Rao', email: 'maya@rao.example' }, name: 'Roof of the hall' },
    owner,
  )
  const template = async (): Promise<string> =>
    (
      await call<{ template: { id: string } }>(
        'create-template',
        { name: 'Agreement', kind: 'text', body, placeholders: [{ key: 'START', type: 'date', label: 'First day' }] },
        owner,
      )
    ).template.id
  const sent = async (templateId: string): Promise<string> =>
    (
      await call<{ document: { id: string } }>(
        'generate-contract',
        {
          ...{ projectId: deal.id, templateId, userId: owner.personId, title: 'Agreement', docType: 'contract' },
          replacements: { CLIENT_NAME: 'Maya Rao', PRICE: '100 €', START: '1 March 2027' },
        },
        owner,
      )
    ).document.id
  return { owner, dealId: deal.id, template, sent }
}

/** Puts another sealed key into the certificate of the workspace, and answers the one of before. */
const changeKey = (owner: Someone, key: string): Promise<string> =>
  pages.app.database.inOrg(owner.orgId, async (db) => {
    const { key_sealed } = await db.selectFrom('seal_identities').select('key_sealed').executeTakeFirstOrThrow()
    await db.updateTable('seal_identities').set({ key_sealed: key }).execute()
    return key_sealed
  })

/** The caller signs, and attests that the others have; `stated` of those. */
const signByAll = async (documentId: string, owner: Someone, stated: object = {}): Promise<void> => {
  const { document } = await call<{ document: { url: string; signers: { name: string; email: string; role: string }[] } }>(
    'show-document',
    { documentId },
    owner,
  )
  for (const { name, email, role } of document.signers) {
    const data = { signerName: name, signerEmail: email, signerRole: role, timestamp: new Date().toISOString() }
    const others = role === 'client' ? stated : {}
    await call('sign-document', { documentId, data: { ...data, ...others }, url: document.url }, owner)
  }
}

test('from an empty list a template is written, a document sent and signed by both sides, and shown as sealed', async () => {
  const { owner } = await given()
  const { page, errors, keeps, follow, close } = await pages.open('/documents', { as: owner })
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
  const client = dialog.getByRole('combobox', { name: 'Client', exact: true })
  await client.waitFor()
  assert.equal(await client.inputValue(), 'Maya Rao', 'what the deal knows is filled in')
  assert.equal(await dialog.getByLabel('Agency').inputValue(), 'Nordlicht', 'and the default')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('Enter a value.').first().waitFor()
  const services = dialog.getByRole('textbox', { name: 'Services' })
  const [several, one] = [await services.boundingBox(), await dialog.getByRole('combobox', { name: 'Price' }).boundingBox()]
  assert.ok(several && one && several.height > 1.8 * one.height, 'several lines look like several')
  await services.fill('A new roof')
  await dialog.getByRole('combobox', { name: 'Price' }).fill('1.000 €')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('img', { name: 'Page 1' }).waitFor()
  await keeps('send a document')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()

  await page.getByRole('heading', { name: 'Service agreement – Maya Rao', level: 1 }).waitFor()
  await page.getByText(/Waiting for .*Maya Rao/).waitFor()
  await page.getByRole('link', { name: 'Roof of the hall', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Maya Rao', exact: true }).waitFor()
  await keeps('a document that waits')
  await page.getByRole('button', { name: 'Record signature Maya Rao' }).click()
  const record = page.getByRole('dialog')
  await record.getByRole('button', { name: 'Record signature' }).click()
  await record.getByText('Confirm this first.').waitFor()
  await record.getByRole('checkbox').check()
  await record.getByRole('button', { name: 'Record signature' }).click()
  await page.getByText('Confirmed by a member').first().waitFor()

  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const sign = page.getByRole('dialog')
  assert.equal(await sign.getByRole('checkbox').isDisabled(), true, 'not before it was opened')
  const downloaded = page.waitForEvent('download')
  await sign.getByRole('link', { name: 'Open the document' }).click()
  await (await downloaded).cancel()
  await sign.getByRole('checkbox').check()
  await sign.getByRole('button', { name: 'Sign', exact: true }).click()
  // By the live line: the page is not loaded again.
  await page.getByText('Signed and sealed').first().waitFor({ timeout: 60_000 })
  await page.getByText('Document sealed').waitFor()
  await page.getByRole('link', { name: 'Download Certificate' }).waitFor({ timeout: 60_000 })
  await keeps('a sealed document')
  assert.deepEqual(errors, [])
  await close()
})

test('by keyboard a document is sent from its deal, and voided with a reason', async () => {
  const { owner, dealId, template } = await given()
  await template()
  const { page, errors, follow, close } = await pages.open(`/deals/${dealId}`, { as: owner })
  await page.getByRole('button', { name: 'Send document' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First day').focus()
  await page.keyboard.type('1 March 2027')
  // A placeholder that says nothing of its type has room for several lines.
  await dialog.getByLabel('Price').focus()
  await page.keyboard.type('100 €')
  await dialog.getByRole('button', { name: 'Send', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Agreement – Maya Rao', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Void' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Reason').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Void document' }).click()
  await page.getByText('Enter a reason.').waitFor()
  await page.getByRole('dialog').getByLabel('Reason').focus()
  await page.keyboard.type('The price was wrong')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('The price was wrong').first().waitFor()
  await page.getByText('Document voided', { exact: true }).waitFor()
  await follow(`/deals/${dealId}`)
  for (const title of ['Document sent to be signed', 'Document voided'])
    await page.getByRole('link', { name: title, exact: true }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a signer is replaced by the person whom they named, and the deadline is extended', async () => {
  const { owner, template, sent } = await given()
  const documentId = await sent(await template())
  const { document } = await call<{ document: { signers: { id: string; role: string }[] } }>(
    'show-document',
    { documentId },
    owner,
  )
  const client = document.signers.find(({ role }) => role === 'client')
  const successor = JSON.stringify({
    ...{
      name: 'Ben Okafor',
      email: 'ben@rao.example',
      reason: 'Signs contracts',
      at: new Date().toISOString(),
      refused: false,
    },
  })
  await pages.app.database.inOrg(owner.orgId, (db) =>
    sql`update document_signers set successor = ${successor}::jsonb where id = ${client?.id}`.execute(db),
  )
  const { page, errors, keeps, close } = await pages.open(`/documents/${documentId}`, { as: owner })
  await page.getByText('Maya Rao says that Ben Okafor (ben@rao.example) should sign.').waitFor()
  await page.getByText('Signs contracts').waitFor()
  await keeps('a signer who named another person')
  await page.getByRole('button', { name: 'Replace signer' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Email').inputValue(), 'ben@rao.example')
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Replace signer' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByLabel('Name').fill('Benjamin Okafor')
  await dialog.getByRole('button', { name: 'Replace signer' }).click()
  await page.getByText('Benjamin Okafor signs instead of Maya Rao.').waitFor()
  await page.getByRole('button', { name: 'Remind Benjamin Okafor' }).waitFor()

  await page.getByRole('button', { name: 'Extend' }).click()
  const soon = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
  await page.getByRole('dialog').getByLabel('Sign by').fill(soon)
  await page.keyboard.press('Enter')
  await page.getByText('Deadline extended.').first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('an email that did not reach a signer stands beside them, with the way out: the same person at another address', async () => {
  const { owner, template, sent } = await given()
  const documentId = await sent(await template())
  await until('the email is accepted', async () => {
    const { rows } = await pages.app.database.inOrg(owner.orgId, (db) =>
      sql`select from document_mails where document_id = ${documentId} and state = 'delivered'`.execute(db),
    )
    return rows.length === 2
  })
  await pages.app.database.inOrg(owner.orgId, (db) =>
    sql`update document_signers set undelivered_at = now() where document_id = ${documentId} and role = 'client'`.execute(db),
  )
  const { page, errors, keeps, close } = await pages.open(`/documents/${documentId}`, { as: owner })
  await page.getByText('The email to maya@rao.example was not delivered.').waitFor()
  assert.equal(await page.getByText('Email accepted by the mail server').count(), 2)
  await keeps('a signer whom no email reached')
  await page.getByRole('button', { name: 'Correct the address Maya Rao' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Maya Rao')
  await dialog.getByLabel('Email').fill('maya.rao@rao.example')
  await dialog.getByRole('button', { name: 'Replace signer' }).click()
  await page.getByText('maya.rao@rao.example').first().waitFor()
  await page.getByText('was not delivered').waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})

test('a mistake that the server finds in a document stands at its field', async () => {
  const { owner, dealId, template } = await given()
  await template()
  const { page, errors, close } = await pages.open(`/deals/${dealId}`, { as: owner })
  await page.getByRole('button', { name: 'Send document' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First day').fill('soon')
  await dialog.getByLabel('Price').fill('100 €')
  const send = dialog.getByRole('button', { name: 'Send', exact: true })
  const fault = (label: string) => dialog.getByLabel(label).and(page.locator('[aria-invalid=true]'))
  await send.click()
  await fault('First day').waitFor()
  await dialog.getByText(/is a date/).waitFor()
  await dialog.getByLabel('First day').fill('1 March 2027')
  await dialog.getByLabel('Title').fill('Agreement \u{13000}')
  await send.click()
  await fault('Title').waitFor()
  await dialog.getByLabel('Title').fill('Agreement')
  await dialog.getByLabel('Sign by').fill('2020-01-01')
  await send.click()
  await fault('Sign by').waitFor()
  assert.doesNotMatch(await dialog.innerText(), /expiresAt/i, 'the label names the field')
  await dialog.getByLabel('Sign by').fill('')
  await dialog.getByRole('button', { name: 'Remove signer 1' }).click()
  await send.click()
  await dialog.getByText(/fields for client/).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a letter that no font has is said at each field as it is typed, before anything is sent', async () => {
  const { owner, dealId, template, sent } = await given()
  const documentId = await sent(await template())
  const { page, errors, keeps, follow, close } = await pages.open(`/deals/${dealId}`, { as: owner })
  await page.getByRole('button', { name: 'Send document' }).click()
  const dialog = page.getByRole('dialog')
  const said = dialog.getByText('No PDF font contains “\u{13000}” (U+13000). Use other letters.')
  const name = dialog.getByRole('group', { name: 'Signer 1' }).getByLabel('Name')
  await dialog.getByLabel('First day').fill('1 March 2027')
  await dialog.getByLabel('Price').fill('100 \u{13000}')
  await name.fill('Maya \u{13000}')
  await page.waitForFunction(() => document.querySelectorAll('[role=dialog] [aria-invalid=true]').length === 2)
  assert.equal(await said.count(), 2)
  await dialog.getByText('The signing page is in the language of the signer’s browser').waitFor()
  await keeps('letters that no font has')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await name.fill('Maya')
  await page.waitForFunction(() => document.querySelectorAll('[role=dialog] [aria-invalid=true]').length === 1)
  const { documents } = await call<{ documents: object[] }>('list-documents', { limit: 10 }, owner)
  assert.equal(documents.length, 1, 'none was sent')
  await dialog.getByLabel('Price').fill('100 €')
  await said.waitFor({ state: 'detached' })

  await follow(`/documents/${documentId}`)
  await page.getByRole('button', { name: 'Replace Maya Rao' }).click()
  await dialog.getByLabel('Name').fill('Maya \u{13000}')
  await said.waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('Send, pressed again after the answer was lost, sends nothing twice: one document, one request to each signer', async () => {
  const { owner, dealId, template } = await given()
  await template()
  const { page, errors, close } = await pages.open(`/deals/${dealId}`, { as: owner })
  await page.getByRole('button', { name: 'Send document' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First day').fill('1 March 2027')
  await dialog.getByLabel('Price').fill('100 €')
  // The server does it each time that it is asked, and the page hears nothing of it.
  let lost = 0
  await page.route('**/gateway', async (route) => {
    if (!route.request().postData()?.includes('"generate-contract"')) return route.continue()
    await route.fetch()
    lost++
    return route.abort()
  })
  const send = dialog.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await dialog.getByText('The document was not sent').waitFor({ timeout: 30_000 })
  assert.ok(lost > 1, 'the client tried by itself, too')
  await page.unroute('**/gateway')
  await send.click()
  await page.getByRole('heading', { name: 'Agreement – Maya Rao', level: 1 }).waitFor()
  const { documents } = await call<{ documents: { id: string }[] }>('list-documents', { limit: 10 }, owner)
  assert.equal(documents.length, 1)
  const { document } = await call<{ document: { evidence: { kind: string }[]; signers: object[] } }>(
    'show-document',
    { documentId: documents[0]?.id },
    owner,
  )
  assert.equal(document.evidence.filter(({ kind }) => kind === 'sent').length, document.signers.length)
  assert.deepEqual(errors, [])
  await close()
})

test('the window says that sealing is impossible before a document is written, to an admin with the way to the settings', async () => {
  const { owner, dealId, template, sent } = await given()
  await sent(await template())
  const key = await changeKey(owner, 'no key')
  const { page, errors, keeps, close } = await pages.open(`/deals/${dealId}`, { as: owner })
  await page.getByRole('button', { name: 'Send document' }).click()
  await page
    .getByRole('dialog')
    .getByText(/The key of the certificate can’t be decrypted/)
    .waitFor()
  await keeps('a document that could not be sealed')
  await page.getByRole('link', { name: 'Open sealing settings' }).click()
  await page.getByText(/The key of the certificate can’t be decrypted/).waitFor()
  await changeKey(owner, key)
  assert.deepEqual(errors, [])
  await close()
  const member = await pages.app.given.person(owner.orgId, 'member')
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('seal_identities')
      .set({ not_after: new Date(Date.now() + 5 * 86_400_000) })
      .execute(),
  )
  const theirs = await pages.open(`/deals/${dealId}`, { as: member })
  await theirs.page.getByRole('button', { name: 'Send document' }).click()
  await theirs.page
    .getByRole('dialog')
    .getByText(/Set a deadline before that/)
    .waitFor()
  await theirs.page.getByText(/Ask an admin/).waitFor()
  await theirs.close()
})

test('a signer is reminded and gets a new link, and a seal that failed is named and tried again', async () => {
  const { owner, template, sent } = await given()
  const documentId = await sent(await template())
  const { page, errors, close } = await pages.open(`/documents/${documentId}`, { as: owner })
  await page.getByRole('button', { name: 'New link Maya Rao' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New link' }).click()
  await page.getByText('New link sent to Maya Rao.').waitFor()
  await page.getByText('Signer reminded').waitFor()
  await page.getByRole('button', { name: 'Remind Maya Rao' }).click()
  await page.getByText('Maya Rao was emailed less than a minute ago.').waitFor()
  await pages.app.database.inOrg(owner.orgId, async (db) => {
    const minutesAgo = new Date(Date.now() - 120_000)
    await db.updateTable('document_signers').set({ reminded_at: minutesAgo }).where('document_id', '=', documentId).execute()
  })
  await page.getByRole('button', { name: 'Remind Maya Rao' }).click()
  await page.getByText('Reminder sent to Maya Rao.').waitFor()
  // All sign while the key of the certificate cannot be decrypted: nothing is sealed. What one states stands beside what is known.
  const key = await changeKey(owner, 'no key')
  await signByAll(documentId, owner, { signerName: 'M. Rao', timestamp: '2023-11-29T10:00:00Z' })
  await page.getByText(/Signed .* · as “M\. Rao” · Time as stated: .*2023.* · Confirmed by a member/).waitFor()
  await page.getByText('The key of the certificate can’t be decrypted.').waitFor({ timeout: 60_000 })
  await pages.app.database.inOrg(owner.orgId, async (db) => {
    const failed = { seal: 'failed', seal_code: null, seal_reason: 'The storage is full.' }
    await db.updateTable('documents').set(failed).where('id', '=', documentId).execute()
  })
  await page.reload()
  await page.getByText('The storage is full.').waitFor()
  // What has a name is said in the words of the app.
  await pages.app.database.inOrg(owner.orgId, async (db) => {
    const waiting = { seal: 'waiting', seal_reason: 'The reason of the API.', seal_code: 'long_term_away' }
    await db.updateTable('documents').set(waiting).where('id', '=', documentId).execute()
  })
  await page.reload()
  await page.getByText(/The data for long-term validation can’t be fetched\. If that lasts until/).waitFor()
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('documents').set({ seal: 'failed', seal_code: null }).where('id', '=', documentId).execute(),
  )
  await changeKey(owner, key)
  await page.reload()
  await page.getByRole('button', { name: 'Seal again' }).click()
  await page.getByText('Signed and sealed').first().waitFor({ timeout: 60_000 })
  assert.deepEqual(errors, [])
  await close()
})

test('the list shows what waits before what has ended, and narrows to a status', async () => {
  const { owner, template, sent } = await given()
  const templateId = await template()
  const first = await sent(templateId)
  await call('void-document', { documentId: await sent(templateId), reason: 'A mistake' }, owner)
  const { page, errors, keeps, go, close } = await pages.open('/documents', { as: owner })
  await isRead(page)
  const states = page.getByRole('table').getByText(/^(Waiting|Voided)$/)
  assert.deepEqual(await states.allTextContents().then((all) => all.filter((text) => text !== 'Waiting for')), [
    'Waiting',
    'Voided',
  ])
  await keeps('documents')
  await page.getByRole('link', { name: 'Voided' }).click()
  await page.waitForURL(/status=voided/)
  await page.getByRole('table').getByText('Waiting', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Signed', exact: true }).click()
  await page.getByText('No signed documents').waitFor()
  await page.getByRole('link', { name: 'Show all documents' }).click()
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL(`**/documents/${first}`)
  // More than a page of the others comes after the last that waits.
  await pages.app.database.inOrg(owner.orgId, (db) =>
    sql`insert into documents select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
      from documents d, generate_series(1, 60) where d.status = 'voided'`.execute(db),
  )
  await go('/documents')
  const rows = page.getByRole('table').getByRole('row')
  await page.waitForFunction(() => {
    scrollTo(0, document.body.scrollHeight)
    return document.querySelectorAll('table tbody tr').length === 62
  })
  assert.match((await rows.nth(1).textContent()) ?? '', /Waiting/)
  assert.deepEqual(errors, [])
  await close()
})

test('the list says whom each document waits for and since when, whole, at a desk and on a phone', async () => {
  const { owner, dealId, template } = await given()
  const people = ['Maya Rao of the Rao Family Office', 'Jörg Größer-Featherstonehaugh', 'Benjamin Okafor']
  await call(
    'generate-contract',
    {
      ...{ projectId: dealId, templateId: await template(), userId: owner.personId, title: 'Agreement', docType: 'contract' },
      replacements: { CLIENT_NAME: 'Maya Rao', PRICE: '100 €', START: '1 March 2027' },
      signers: people.map((name, at) => ({ name, email: `client${at}@rao.example`, role: 'client' })),
    },
    owner,
  )
  for (const width of [1280, 360]) {
    const { page, errors, keeps, close } = await pages.open('/documents', { as: owner, width, height: 800 })
    const row = page.getByRole('table').getByRole('row', { name: /Agreement/ })
    const names = row.getByTitle('Maya Rao of the Rao Family Office, Jörg')
    await row.locator('time').waitFor()
    if (width === 360) await names.waitFor()
    const [since, cell] = [await row.locator('time').boundingBox(), await page.locator('td:has(time)').boundingBox()]
    assert.ok(
      since && cell && since.width > 10 && since.x + since.width <= cell.x + cell.width + 1,
      JSON.stringify({ since, cell }),
    )
    assert.match(
      await row.locator('td:has(time)').innerText(),
      /^Maya Rao of [\s\S]+·[\s\S]+(now|min)/,
      'the head says the rest',
    )
    await keeps('documents that wait')
    assert.deepEqual(errors, [])
    await close()
  }
})

test('an admin reads the certificate and when it ends, and changes how documents are signed', async () => {
  const { owner, template, sent } = await given()
  const documentId = await sent(await template())
  const { page, errors, keeps, follow, close } = await pages.open('/settings/sealing', { as: owner })
  await page.getByText('Valid until').waitFor()
  const known = await call<{ sealing: { certificate: { root_pem: string } } }>('show-sealing', {}, owner)
  const root = new X509Certificate(known.sealing.certificate.root_pem)
  await page.getByText('Root fingerprint (SHA-256)').waitFor()
  await page.getByRole('group', { name: 'Reminders' }).getByLabel('Days after asking').waitFor()
  await page.getByText(root.fingerprint256.replaceAll(':', '').toLowerCase()).waitFor()
  await keeps('sealing')
  await page.getByLabel('Days to sign').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
  const { sealing } = await call<{ sealing: { days_to_sign: number } }>('show-sealing', {}, owner)
  assert.equal(sealing.days_to_sign, 7)
  await page.getByRole('switch', { name: /Members may record/ }).press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  // The message of the first time may still stand there; the button goes with what is saved.
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  // What is changed while an answer is on its way is kept, and is still to be saved.
  await page.route('**/gateway', async (route) => {
    if (route.request().postData()?.includes('update-sealing')) await page.getByLabel('Days to sign').fill('9')
    await route.continue()
  })
  await page.getByLabel('Days to sign').fill('8')
  const answered = page.waitForResponse((answer) => answer.request().postData()?.includes('update-sealing') === true)
  await page.getByRole('button', { name: 'Save' }).click()
  await answered
  await page.locator('button[type=submit]:not([data-loading])', { hasText: 'Save' }).waitFor()
  await page.unroute('**/gateway')
  assert.equal(await page.getByLabel('Days to sign').inputValue(), '9')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Timestamp on seals' }).selectOption('preferred')
  await page.getByLabel('Address of the authority').fill('http://127.0.0.1/stamps')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/is not a public address/).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  // Long-term data has a timestamp to rest on, or is refused at its own switch; what it costs is said before.
  await page.getByText(/some PDF readers then say that not the whole document is signed/).waitFor()
  await page.getByRole('switch', { name: /long-term validation/ }).press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Data for long-term validation needs a timestamp on every seal.').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('The first is created the night after your first document.').waitFor()
  await page.getByRole('button', { name: 'Use your own certificate' }).click()
  await page.getByRole('button', { name: 'Use certificate' }).click()
  await page.getByText('Choose a file.').waitFor()
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'none.p12', mimeType: 'application/x-pkcs12', buffer: Buffer.from('none') })
  await page.getByRole('button', { name: 'Use certificate' }).click()
  await page.getByText('The file is not a PKCS#12 file.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create a new certificate' }).click()
  await page.getByRole('button', { name: 'Create certificate' }).click()
  await page.getByText('New certificate in use.').waitFor()
  await page.getByText('1 earlier certificate').waitFor()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download root certificate' }).first().click()
  assert.equal((await downloaded).suggestedFilename(), 'foyer-root.pem')
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('seal_identities')
      .set({ not_after: new Date(Date.now() + 59 * 86_400_000) })
      .execute(),
  )
  await page.reload()
  await page.getByText('The certificate expires soon').waitFor()
  await follow(`/documents/${documentId}`)
  await page.getByRole('button', { name: 'Remind Maya Rao' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Record signature Maya Rao' }).count(), 0)
  assert.deepEqual(errors, [])
  await close()
})

test('a paper that was signed by hand is added with whose signature it bears, wide and on a phone, and stands among the files', async () => {
  const { owner, template, sent } = await given()
  const documentId = await sent(await template())
  const { page, errors, keeps, close } = await pages.open(`/documents/${documentId}`, { as: owner })
  await page.getByRole('button', { name: 'Signed on paper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Signed on paper' })
  await dialog.getByText('becomes part of the sealed file').waitFor()
  await dialog.getByRole('button', { name: 'Add paper and record signature' }).click()
  await dialog.getByText('Choose the scan.').waitFor()
  await dialog.getByText('Confirm this first.').waitFor()
  await keeps('the window of a paper')
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await choose('Photo.pdf', Buffer.from('89504e470d0a1a0a', 'hex'))
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Add paper and record signature' }).click()
  await dialog.getByText('This file is not a PDF.').waitFor()
  await choose('Scan of Maya.pdf', await makePdf(1))
  await dialog.getByRole('button', { name: 'Add paper and record signature' }).click()
  await page.getByText('Signature of Maya Rao recorded.').waitFor()
  await page.getByText(/Scan of Maya\.pdf · Uploaded by .* · Signature of Maya Rao/).waitFor()
  await page.getByText('Paper signed by hand added').waitFor()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Signed by hand' }).click()
  assert.match((await downloaded).suggestedFilename(), /signed by hand\.pdf$/)
  await keeps('a document with a paper')
  assert.deepEqual(errors, [])
  await close()
})

test('a member fills in their own fields in the window in which they sign', async () => {
  const { owner, dealId } = await given()
  const call = async (name: string, input: object) => {
    const { status, body } = await pages.app.call(name, input, owner)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const body = '# Agreement\n\n[[signature client]]\n\n[[signature admin]] [[text admin "Cost centre"]] [[tick admin "Budget"]]'
  const made = await call('create-template', { name: 'Agreement', kind: 'text', body })
  const { document } = (await call('generate-contract', {
    ...{ projectId: dealId, templateId: (made.template as unknown as { id: string }).id, userId: owner.personId },
    ...{ title: 'Agreement', docType: 'contract', replacements: {} },
  })) as unknown as { document: { id: string } }
  const { page, errors, keeps, close } = await pages.open(`/documents/${document.id}`, { as: owner })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const sign = page.getByRole('dialog')
  const downloaded = page.waitForEvent('download')
  await sign.getByRole('link', { name: 'Open the document' }).click()
  await (await downloaded).cancel()
  await sign.getByRole('checkbox', { name: /I have read/ }).check()
  await sign.getByRole('button', { name: 'Sign', exact: true }).click()
  await sign.getByText('Fill in this field.').waitFor()
  await keeps('own fields that are missing')
  await sign.getByLabel('Cost centre').fill('K 7')
  await sign.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByText('You signed the document.').waitFor()
  assert.deepEqual(errors, [])
  await close()
})
