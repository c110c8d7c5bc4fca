import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { ownerWithGemini } from '#test/support/ai.ts'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

let vendors: TestSandbox
let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  vendors = await startSandbox()
  pages = await startPages({
    env: { SANDBOX: 'on', GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1` },
  })
})
after(async () => {
  await pages?.stop()
  await vendors?.stop()
})

const lay = async (json: object): Promise<void> => {
  const response = await fetch(`${vendors.address}/sandbox/gemini/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json }),
  })
  assert.equal(response.status, 201, await response.text())
}

const givenDeal = async (owner: Someone): Promise<{ id: string; contact: { id: string } }> => {
  const made = await pages.app.call(
    'create-deal',
    { client: { name: 'Rosa Diaz', phone: '+4915112345678' }, name: 'A website' },
    owner,
  )
  return made.body.deal as unknown as { id: string; contact: { id: string } }
}

test('a member drafts a reply, sees that AI wrote it and on what it rests, edits it, and sends it; the conversation is summed up with its sources', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const deal = await givenDeal(owner)
  await pages.app.database.inOrg(owner.orgId, (db) =>
    recordMessage(db, owner.orgId, {
      ...{ channel: 'web_chat', direction: 'in', kind: 'text', body: 'Are you open on Saturdays?' },
      ...{ contactId: deal.contact.id, dealId: deal.id },
    }),
  )
  const { page, keeps, errors, close } = await pages.open(`/inbox/${deal.id}`, { as: owner })
  await lay({ text: 'Yes, we are open on Saturdays.', language: 'en', sources: [1], template: null })
  await page.getByRole('button', { name: 'Draft a reply' }).click()
  const field = page.getByRole('textbox', { name: 'Reply', exact: true })
  await page.getByText('Drafted by AI. Check it before you send it.').waitFor()
  assert.equal(await field.inputValue(), 'Yes, we are open on Saturdays.')
  await page.getByText('Rests on one source').click()
  await keeps('a drafted reply')
  await field.fill('Yes, from 10 to 14.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Drafted by AI').waitFor({ state: 'detached' })
  await page.getByText('Yes, from 10 to 14.').first().waitFor()
  // Counted after the message has gone, which nobody waits for.
  const counts = async () => (await pages.app.call('count-reply-drafts', {}, owner)).body
  await until('the draft counts as edited', async () => (await counts()).edited === 1)
  assert.deepEqual([(await counts()).used, (await counts()).ready], [0, 0])

  await lay({ sentences: [{ text: 'Rosa asks about Saturdays.', sources: [1] }] })
  await page.getByRole('button', { name: 'Contact details' }).click()
  await page.getByRole('button', { name: 'Summarize' }).click()
  await page.getByText('Rosa asks about Saturdays.').waitFor()
  await page.getByText('Rests on (1)').click()
  await keeps('a summary beside a conversation')
  assert.deepEqual(errors, [])
  await close()
})

test('outside the WhatsApp window a template is suggested, chosen in its window, and sent by nothing but the member; none that fits is said', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  for (const [type, body] of [
    ['connect-sandbox', { provider: 'whatsapp' }] as const,
    ['sync-whatsapp-templates', {}] as const,
  ]) {
    const answer = await pages.app.call(type, body, owner)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const deal = await givenDeal(owner)
  await pages.app.database.inOrg(owner.orgId, (db) =>
    recordMessage(db, owner.orgId, {
      ...{ channel: 'whatsapp', direction: 'in', kind: 'text', body: 'Any news?', providerMessageId: 'wamid.closed-window' },
      ...{ contactId: deal.contact.id, dealId: deal.id, at: new Date(Date.now() - 25 * 3_600_000) },
    }),
  )
  const { page, keeps, errors, close } = await pages.open(`/inbox/${deal.id}`, { as: owner })
  const suggest = page.getByRole('button', { name: 'Suggest template' })
  await lay({ text: 'Hello Rosa.', language: 'en', sources: [1], template: 'no_such_template' })
  await suggest.click()
  await page.getByText('None of your templates fits. Choose one yourself.').first().waitFor()
  await lay({ text: 'Hello Rosa.', language: 'en', sources: [1], template: 'hello_world' })
  await suggest.click()
  await page.getByText('“hello_world” was suggested by AI. Check it before you send it.').waitFor()
  assert.ok(await page.getByRole('radio', { name: /hello_world/ }).isChecked())
  await keeps('a suggested template')
  const { rows } = await pages.app.database.inOrg(owner.orgId, (db) =>
    sql<{ sent: number }>`select count(*)::int as sent from messages where deal_id = ${deal.id} and direction = 'out'`.execute(
      db,
    ),
  )
  assert.deepEqual(rows, [{ sent: 0 }])
  assert.deepEqual(errors, [])
  await close()
})
