import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { prepareReplyDraft } from '#domains/automation/drafts/prepare-reply-draft.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { ownerWithGemini } from '#test/support/ai.ts'
import type { Someone } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
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

test('a draft that was made when the customer wrote stands in the empty field, over nothing that was written; discarded, it does not come back', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const deal = await givenDeal(owner)
  const ask = (body: string) =>
    pages.app.database.inOrg(owner.orgId, async (db) => {
      const { messageId } = await recordMessage(db, owner.orgId, {
        ...{ channel: 'web_chat', direction: 'in', kind: 'text', body },
        ...{ contactId: deal.contact.id, dealId: deal.id },
      })
      return messageId
    })
  for (const [type, body] of [
    ['set-ai-defaults', { draftsAhead: true }] as const,
    ['assign-deal', { dealId: deal.id, userId: owner.personId }] as const,
  ])
    assert.equal((await pages.app.call(type, body, owner)).status, 200, type)
  const jobs = await openJobContext(pages.app, { GEMINI_API_BASE: vendors.address, SANDBOX: 'on' })
  const { page, keeps, errors, close } = await pages.open(`/inbox/${deal.id}`, { as: owner })
  try {
    const first = await ask('Are you open on Saturdays?')
    const field = page.getByRole('textbox', { name: 'Reply', exact: true })
    await field.waitFor()
    await lay({ text: 'Yes, we are open on Saturdays.', language: 'en', sources: [1], template: null })
    await prepareReplyDraft.run({ orgId: owner.orgId, messageId: first }, jobs.context)
    // The open page hears of it.
    await page.getByText('Drafted by AI. Check it before you send it.').waitFor()
    assert.equal(await field.inputValue(), 'Yes, we are open on Saturdays.')
    await keeps('a reply that was drafted ahead')
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await field.inputValue(), '')
    await field.fill('I will ask.')
    const second = await ask('And on Sundays?')
    await lay({ text: 'No.', language: 'en', sources: [1], template: null })
    await prepareReplyDraft.run({ orgId: owner.orgId, messageId: second }, jobs.context)
    await page.reload()
    await field.waitFor()
    // A page that is loaded anew has no text of its own: the draft of the newest message stands there, not the one that was discarded.
    await page.getByText('Drafted by AI. Check it before you send it.').waitFor()
    assert.equal(await field.inputValue(), 'No.')
    await field.fill('Not on Sundays.')
    const third = await ask('Why?')
    await lay({ text: 'Because.', language: 'en', sources: [1], template: null })
    await prepareReplyDraft.run({ orgId: owner.orgId, messageId: third }, jobs.context)
    await page.getByText('The customer has written since.').waitFor()
    assert.equal(await field.inputValue(), 'Not on Sundays.')
    assert.deepEqual(errors, [])
  } finally {
    await jobs.close()
    await close()
  }
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
  const [asked] = (await (await fetch(`${vendors.address}/sandbox/gemini/api/talks`)).json()) as { prompt: string }[]
  assert.match(asked?.prompt ?? '', /hello_world/)
  const { templates } = (await pages.app.call('list-whatsapp-templates', {}, owner)).body as unknown as {
    templates: { name: string; status: string; unusable: string | null }[]
  }
  const offered = templates.filter(({ status, unusable }) => status === 'APPROVED' && unusable === null)
  assert.ok(offered.length < templates.length)
  for (const { name } of templates)
    assert.equal(
      asked?.prompt.includes(`"${name}"`),
      offered.some((each) => each.name === name),
      name,
    )
  await page.getByRole('button', { name: 'Send template' }).click()
  const counts = async () => (await pages.app.call('count-reply-drafts', {}, owner)).body
  await until('what was sent counts as used', async () => (await counts()).used === 1)
  assert.deepEqual(errors, [])
  await close()
})
