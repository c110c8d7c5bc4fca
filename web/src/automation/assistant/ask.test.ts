import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ownerWithGemini } from '#test/support/ai.ts'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let vendors: TestSandbox
let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  vendors = await startSandbox()
  pages = await startPages({ env: { GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1` } })
})
after(async () => {
  await pages?.stop()
  await vendors?.stop()
})

const lay = async (answer: object): Promise<void> => {
  const response = await fetch(`${vendors.address}/sandbox/gemini/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: '', ...answer }),
  })
  assert.equal(response.status, 201, await response.text())
}
const deal = async (who: Someone, name: string): Promise<string> => {
  const { body } = await pages.app.call(
    'create-deal',
    { client: { name: 'Rosa Diaz' }, name, valueMinor: 100_000, currency: 'EUR' },
    who,
  )
  return (body.deal as unknown as { id: string }).id
}

test('a member asks by the keyboard, follows a link to what was found, sees a proposal with old and new values, approves it, and finds it in Activity', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const dealId = await deal(owner, 'A website')
  const { page, keeps, errors, go, close } = await pages.open('/leads', { as: owner })
  await page.keyboard.press('Control+j')
  const panel = page.getByRole('dialog', { name: 'Ask Foyer' })
  await panel.getByText('What do you want to know?').waitFor()
  await keeps('Ask Foyer, empty')
  await page.keyboard.type('Which deals are there?')
  await page.keyboard.press('Enter')
  await panel.getByText('I found 2').waitFor()
  await panel.getByText('Looked at (1)').click()
  await panel.getByText('List deals, newest first: 1 shown').waitFor()
  await keeps('Ask Foyer, answered')
  await panel.getByRole('link', { name: 'A website' }).click()
  await page.waitForURL(`**/deals/${dealId}`)

  await page.keyboard.press('Control+j')
  await lay({
    text: 'I prepared it.',
    calls: [{ name: 'update-deal', input: { dealId, name: 'A shop', valueMinor: 250_050 } }],
  })
  await panel.getByRole('textbox', { name: 'Your question' }).fill('Make it a shop for 2,500.50')
  await page.keyboard.press('Enter')
  const card = panel.getByRole('region', {
    name: /^Proposal: Change a deal: A website$/,
  })
  await card.getByText('€2,500.50').waitFor()
  await card.getByText('€1,000.00').waitFor()
  await keeps('Ask Foyer, a proposal')
  await card.getByRole('button', { name: 'Approve' }).click()
  await card.getByText('Done', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1, name: 'A shop' }).waitFor()
  await go('/settings/activity')
  await page.getByText('by Ask Foyer').first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a member stops an answer, finds the conversation again by its words, and deletes it; a budget that is used up says so', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const { page, errors, close } = await pages.open('/deals', { as: owner })
  await page.getByRole('button', { name: 'Ask Foyer' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Ask Foyer' })
  const ask = async (question: string): Promise<void> => {
    await panel.getByRole('textbox', { name: 'Your question' }).fill(question)
    await page.keyboard.press('Enter')
  }
  await vendors.turn('gemini', { kind: 'slow', latencyMs: 8_000 })
  await ask('Tell me about yourself')
  await panel.getByRole('button', { name: 'Stop' }).click()
  await vendors.turn('gemini')
  await panel.getByRole('button', { name: 'Send' }).waitFor()
  // Nothing had come: the question is where it was asked, and once more in the field.
  await panel.getByRole('log').getByText('Tell me about yourself').waitFor()
  assert.equal(await panel.getByRole('textbox', { name: 'Your question' }).inputValue(), 'Tell me about yourself')
  await lay({ text: 'I am the assistant of **Foyer**.' })
  await panel.getByRole('button', { name: 'New conversation' }).click()
  await ask('And now?')
  await panel.locator('strong', { hasText: 'Foyer' }).waitFor()
  await panel.getByRole('button', { name: 'Conversations' }).click()
  await panel.getByRole('searchbox', { name: 'Search conversations' }).fill('assistant of')
  await panel.getByRole('button', { name: /^And now\?/ }).waitFor()
  await panel.getByRole('button', { name: 'Delete “And now?”' }).click()
  await panel.getByText('No conversation has these words').waitFor()
  await panel.getByRole('button', { name: 'New conversation' }).click()

  await pages.app.call('set-ai-budget', { scope: 'workspace', period: 'month', limitNano: 1 }, owner)
  await ask('Hello?')
  await panel.getByText('The question was not answered').waitFor()
  await panel.getByText(/^The workspace may spend .+ a month on AI, and too little of that is left/).waitFor()
  await panel.getByText(/^The budget begins anew on /).waitFor()
  assert.equal(await panel.getByRole('textbox', { name: 'Your question' }).inputValue(), 'Hello?')
  await panel.getByRole('link', { name: 'Raise it in Settings → AI' }).click()
  await page.waitForURL('**/settings/ai')
  const { body } = await pages.app.call('list-assistant-conversations', {}, owner)
  const titles = (body.conversations as unknown as { title: string }[]).map(({ title }) => title)
  assert.deepEqual(titles.toSorted(), ['Hello?', 'Tell me about yourself'])
  assert.deepEqual(errors, [])
  await close()
})

test('an answer fetches nothing and runs nothing: pictures, HTML, frames and scripts stay text; a link names its host', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const { page, context, errors, close } = await pages.open('/deals', { as: owner })
  const asked: string[] = []
  await context.route(/canary\.example/, (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  const hostile = [
    '![x](https://canary.example/p.png)',
    '<img src="https://canary.example/i.png" onerror="alert(1)"><iframe src="https://canary.example/f"></iframe>',
    '<script>fetch("https://canary.example/s")</script><svg onload=alert(1)>',
    '[Look](javascript:alert(1)) [here](https://canary.example/l?q=secret) [deal](deal:01980000-0000-7000-8000-000000000000)',
    '[x](data:text/html,hi) [y](//canary.example/z) [z](https://user:pass@canary.example/)',
  ].join('\n\n')
  await lay({ text: hostile })
  await page.keyboard.press('Control+j')
  const panel = page.getByRole('dialog', { name: 'Ask Foyer' })
  await panel.getByRole('textbox', { name: 'Your question' }).fill('Hello')
  await page.keyboard.press('Enter')
  const links = panel.getByRole('link')
  await links.filter({ hasText: 'here (canary.example)' }).waitFor()
  await panel.getByText('<script>').waitFor()
  await page.waitForTimeout(300)
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  assert.deepEqual(new Set(hrefs), new Set(['https://canary.example/p.png', 'https://canary.example/l?q=secret']))
  assert.equal(await panel.locator('img, iframe, svg[onload], script').count(), 0)
  assert.deepEqual([asked, errors], [[], []])
  await close()
})

test('a card that has changed since it was shown does nothing, says what is another, and is approved as it is now', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const lines = [{ description: 'Workshop', quantity: 1, unitMinor: 10_000 }]
  const given = { clientName: 'Rosa Diaz', clientEmail: 'rosa@example.com', currency: 'EUR', lines }
  const { body } = await pages.app.call('create-invoice', given, owner)
  const invoiceId = (body.invoice as unknown as { id: string }).id
  const { page, keeps, errors, close } = await pages.open('/deals', { as: owner })
  await lay({ text: 'I prepared it.', calls: [{ name: 'send-invoice', input: { invoiceId } }] })
  await page.keyboard.press('Control+j')
  const panel = page.getByRole('dialog', { name: 'Ask Foyer' })
  await panel.getByRole('textbox', { name: 'Your question' }).fill('Send it')
  await page.keyboard.press('Enter')
  const card = panel.getByRole('region', { name: /^Proposal: Send an invoice/ })
  await card.getByText('€100.00', { exact: true }).waitFor()
  await card.getByText('Description: Workshop, Quantity: 1, Unit price: €100.00').waitFor()
  await card.getByText('An email to rosa@example.com').waitFor()
  await pages.app.call('update-invoice', { invoiceId, clientEmail: 'rosa@example.net' }, owner)
  await card.getByRole('button', { name: 'Approve' }).click()
  await card.getByText('Nothing was done').waitFor()
  await card.getByText('An email to rosa@example.net').waitFor()
  await card.getByText('To (changed)').waitFor()
  await keeps('Ask Foyer, a proposal that changed')
  const before = await pages.app.call('show-invoice', { invoiceId }, owner)
  assert.equal((before.body.invoice as unknown as { state: string }).state, 'draft')
  await card.getByRole('button', { name: 'Approve' }).click()
  await card.getByText('Done', { exact: true }).waitFor()
  const { body: after } = await pages.app.call('show-invoice', { invoiceId }, owner)
  assert.equal((after.invoice as unknown as { state: string }).state, 'sent')
  assert.deepEqual(
    errors.filter((error) => !error.includes('409')),
    [],
  )
  await close()
})

test('an answer sets tables and code, its links differ by more than color, and what could not be proposed stands beside it', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const dealId = await deal(owner, 'A website')
  const { page, keeps, errors, close } = await pages.open('/deals', { as: owner })
  const text = [
    'See [the terms](https://example.com/terms) for all of it.',
    '| Deal | Value |\n|:-----|------:|\n| **Roof** | 1 \\| 2 |\n| Bath | 3 |',
    '```ts\nconst deal = "| a | b |"\n```',
    'The end.',
  ].join('\n\n')
  await lay({ text, calls: [{ name: 'update-deal', input: { dealId, name: '' } }] })
  await page.keyboard.press('Control+j')
  const panel = page.getByRole('dialog', { name: 'Ask Foyer' })
  await panel.getByRole('textbox', { name: 'Your question' }).fill('Which deals?')
  await page.keyboard.press('Enter')
  await panel.getByText('Not proposed:').waitFor()
  assert.deepEqual(await panel.getByRole('columnheader').allTextContents(), ['Deal', 'Value'])
  assert.deepEqual(await panel.getByRole('cell').allTextContents(), ['Roof', '1 | 2', 'Bath', '3'])
  assert.equal(await panel.locator('pre').textContent(), 'const deal = "| a | b |"')
  await panel.getByText('The end.').waitFor()
  const line = await panel
    .getByRole('link', { name: /the terms/ })
    .evaluate((link) => getComputedStyle(link).textDecorationLine)
  assert.equal(line, 'underline')
  await keeps('Ask Foyer, a table and code')
  assert.deepEqual(errors, [])
  await close()
})
