import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(async () => {
  await pages?.stop()
})

const call = async <Body>(name: string, input: object, as: typeof pages.app.owner): Promise<Body> => {
  const { status, body } = await pages.app.call(name, input, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as Body
}

/** A document that has ended, and so has a term. */
const given = async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const client = { name: 'Maya Rao', email: 'maya@rao.example' }
  const { deal } = await call<{ deal: { id: string } }>('create-deal', { client, name: 'Roof' }, owner)
  const { template } = await call<{ template: { id: string } }>(
    'create-template',
    { name: 'Agreement', kind: 'text', body: '# Agreement\n\n[[signature client]]' },
    owner,
  )
  const { document } = await call<{ document: { id: string } }>(
    'generate-contract',
    {
      ...{ projectId: deal.id, templateId: template.id, userId: owner.personId, title: 'Agreement', docType: 'contract' },
      replacements: {},
    },
    owner,
  )
  await call('void-document', { documentId: document.id, reason: 'Another version' }, owner)
  return { owner, documentId: document.id }
}

test('an admin chooses how long contracts are kept, and puts a document under a legal hold and ends it, with reasons', async () => {
  const { owner, documentId } = await given()
  const { page, errors, keeps, follow, close } = await pages.open('/settings/sealing', { as: owner })
  const contracts = page.getByLabel('Keep contracts')
  await contracts.waitFor()
  assert.equal(await contracts.inputValue(), '10')
  await contracts.selectOption('6 years')
  await page.getByText('Settings saved.').waitFor()
  const { sealing } = await call<{ sealing: object }>('show-sealing', {}, owner)
  assert.partialDeepStrictEqual(sealing, { contract_years: 6, invoice_years: 10 })
  await keeps('how long documents are kept')

  await follow(`/documents/${documentId}`)
  await page.getByText('Kept until').waitFor()
  await page.getByRole('button', { name: 'Set legal hold' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set legal hold' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('Dispute about the roof')
  await dialog.getByRole('button', { name: 'Set legal hold' }).click()
  await page.getByText('On legal hold').waitFor()
  await page.getByText('Dispute about the roof').waitFor()
  await keeps('a document under a legal hold')
  await page.getByRole('button', { name: 'End legal hold' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Settled')
  await page.getByRole('dialog').getByRole('button', { name: 'End legal hold' }).click()
  await page.getByRole('button', { name: 'Set legal hold' }).waitFor()
  assert.equal(await page.getByText('On legal hold').count(), 0)
  await page.getByText('Legal hold ended', { exact: true }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a damaged file stands on the page of its document, with what is wrong', async () => {
  const { owner, documentId } = await given()
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('document_files')
      .set({ fault: 'The stored file is missing.' })
      .where('document_id', '=', documentId)
      .execute(),
  )
  const { page, errors, close } = await pages.open(`/documents/${documentId}`, { as: owner })
  await page.getByText('A file is damaged: Original').waitFor()
  await page.getByText('The stored file is missing.').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a document is removed by an admin once its term has ended, and its record stands in the settings', async () => {
  const { owner, documentId } = await given()
  const { page, errors, keeps, follow, close } = await pages.open(`/documents/${documentId}`, { as: owner })
  await page.getByText('Kept until').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Remove' }).count(), 0, 'not before')
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('documents')
      .set({ kept_until: new Date(Date.now() - 86_400_000) })
      .where('id', '=', documentId)
      .execute(),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('A record with dates and fingerprints remains.').waitFor()
  await keeps('before a document is removed')
  await dialog.getByRole('button', { name: 'Remove document' }).click()
  await page.getByText('Document removed.').waitFor()
  await page.waitForURL('**/documents')
  await follow('/settings/sealing')
  const records = page.getByRole('list', { name: 'Removed documents' })
  await records.getByText(/Removed on .* by .*, after its retention period ended on/).waitFor()
  await records.getByText(/Evidence of \d+ events/).waitFor()
  assert.doesNotMatch(await records.innerText(), /Agreement/)
  await keeps('the records of removed documents')
  assert.deepEqual(errors, [])
  await close()
})
