import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ownerWithGemini } from '#test/support/ai.ts'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

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

const ask = async (who: Someone): Promise<{ status: number; code: unknown; costNano: number }> => {
  const { status, body } = await pages.app.call('ai-chat', { prompt: 'Write a reminder of an invoice.' }, who)
  return { status, code: body.code, costNano: (body.meta as unknown as { cost_nano: number } | undefined)?.cost_nano ?? 0 }
}

test('an owner sets a budget and sees what is left of it, what was asked and what it cost; a budget of nothing refuses at once', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const { page, keeps, errors, close } = await pages.open('/settings/ai', { as: owner })
  await page.getByText('Nothing was asked yet').waitFor()
  await page.getByText('No budget is set').waitFor()
  await keeps('AI without anything')
  await page.getByRole('button', { name: 'Set budget' }).click()
  await page.getByText('Enter an amount, such as 20 or 0.50.').waitFor()
  await page.getByRole('textbox', { name: 'Limit in US dollars' }).fill('20')
  await page.keyboard.press('Enter')
  await page.getByText('$0.00 of $20.00').waitFor()
  const { costNano } = await ask(owner)
  assert.ok(costNano > 0)
  await page.reload()
  const usage = page.getByRole('list', { name: 'Usage' })
  await usage.getByText('1 call').first().waitFor()
  const shown = await usage.getByRole('listitem').first().textContent()
  assert.ok(shown?.includes(`$${(costNano / 1e9).toFixed(6).replace(/0{1,4}$/, '')}`), `${shown} for ${costNano}`)
  await page.getByLabel('By', { exact: true }).selectOption('feature')
  await usage.getByText('Chat').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  const lines = (await new Response((await download.createReadStream()) as unknown as ReadableStream).text())
    .trim()
    .split('\r\n')
  assert.equal(lines.length, 2)
  assert.match(lines[1] ?? '', new RegExp(`,chat,gemini,.*,1,.*,${(costNano / 1e9).toFixed(9)},0\\.000000000$`))
  await page.getByRole('list', { name: 'Newest calls' }).getByText('Answered').waitFor()
  await keeps('AI with usage and a budget')
  await page.getByRole('textbox', { name: 'Limit in US dollars' }).fill('0')
  await page.getByRole('button', { name: 'Set budget' }).click()
  await page.getByText(/ of \$0\.00$/).waitFor()
  assert.deepEqual(await ask(owner), { status: 402, code: 'ai_budget_exhausted', costNano: 0 })
  await page.getByRole('button', { name: 'Remove the budget: Workspace, Month' }).click()
  await page.getByText('No budget is set').waitFor()
  assert.equal((await ask(owner)).status, 200)
  assert.deepEqual(errors, [])
  await close()
})

test('the newest calls say why one came to nothing, and an owner says what it did cost; who is asked next has an order that is changed', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const laid = await fetch(`${vendors.address}/sandbox/gemini/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Hello there', breakAfter: 0 }),
  })
  assert.equal(laid.status, 201)
  assert.equal((await ask(owner)).status, 500)
  const { page, keeps, errors, close } = await pages.open('/settings/ai', { as: owner })
  const calls = page.getByRole('list', { name: 'Newest calls' })
  await calls.getByText('The provider could not be reached').waitFor()
  await calls.getByRole('button', { name: 'Correct the cost: Chat: gemini-3.8-flash' }).click()
  await calls.getByRole('textbox', { name: 'What it did cost, in US dollars' }).fill('0.01')
  await calls.getByRole('textbox', { name: 'Where you know it from' }).fill('The bill of November')
  await keeps('AI, the cost of a call is corrected')
  await calls.getByRole('button', { name: 'Save the cost' }).click()
  await calls.getByText('The bill of November').waitFor()
  assert.equal(await calls.getByRole('button', { name: /^Correct/ }).count(), 0)

  const order = async () =>
    ((await pages.app.call('list-ai-models', {}, owner)).body as unknown as { fallbacks: string[] }).fallbacks.filter(
      (provider) => provider !== 'gemini',
    )
  assert.deepEqual((await order()).slice(0, 2), ['openai', 'anthropic'])
  await page.getByRole('button', { name: 'Ask Anthropic earlier' }).click()
  await until('it is asked earlier', async () => (await order())[0] === 'anthropic')
  assert.equal(await page.getByRole('switch', { name: 'Gemini', exact: true }).count(), 0)
  assert.deepEqual(errors, [])
  await close()
})

test('an owner says what a model costs and switches one off; a member sees what they asked themselves, and changes nothing', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const member = await pages.app.given.person(owner.orgId, 'member')
  await ask(owner)
  const { page, errors, close } = await pages.open('/settings/ai', { as: owner })
  await page.getByRole('textbox', { name: 'Model' }).fill('gemini-9-pro')
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('1,5')
  await page.getByRole('textbox', { name: 'Output' }).fill('12')
  await page.getByRole('button', { name: 'Save model' }).click()
  await page.getByText('Enter a price, such as 2 or 0.075.').waitFor()
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('1.5')
  await page.getByRole('button', { name: 'Save model' }).click()
  const models = page.getByRole('list', { name: 'Models' })
  const added = models.getByRole('listitem').filter({ hasText: 'gemini-9-pro' })
  await added.getByText('Input $1.50, cached $1.50, output $12.00').waitFor()
  await added.getByRole('switch').click({ force: true })
  await added.getByText('Off').waitFor()
  const refused = await pages.app.call('ai-chat', { prompt: 'Hello', model: 'gemini-9-pro' }, owner)
  assert.deepEqual([refused.status, refused.body.code], [400, 'model_not_supported'])
  // How much it takes in, and nothing of its price.
  await page.getByRole('textbox', { name: 'Model' }).fill('compatible/gemma3:27b')
  await page.getByRole('textbox', { name: 'Context (tokens)' }).fill('8k')
  await page.getByRole('button', { name: 'Save model' }).click()
  await page.getByText('Enter a whole number, such as 32768.').waitFor()
  await page.getByRole('textbox', { name: 'Context (tokens)' }).fill('16384')
  await page.getByRole('textbox', { name: 'Longest answer (tokens)' }).fill('2048')
  await page.getByRole('button', { name: 'Save model' }).click()
  const own = models.getByRole('listitem').filter({ hasText: 'gemma3:27b' })
  await own.getByText('16,384 tokens, answers up to 2,048').waitFor()
  await own.getByText('No price: not asked under a budget').waitFor()
  await models.getByText(/Ends on .*2026.*Use gpt-6\.1-terra instead/).waitFor()
  assert.deepEqual(errors, [])
  await close()

  const other = await pages.open('/settings/ai', { as: member })
  await other.page.getByText('Nothing was asked yet').waitFor()
  await other.page.getByRole('list', { name: 'Models' }).waitFor()
  assert.equal(await other.page.getByRole('button', { name: 'Set budget' }).count(), 0)
  assert.equal(await other.page.getByRole('switch').count(), 0)
  assert.equal(await other.page.getByRole('list', { name: 'Newest calls' }).count(), 0)
  await other.keeps('AI of a member')
  assert.deepEqual(other.errors, [])
  await other.close()
})

test('an owner hides numbers and patterns from providers and says how long conversations stay; the page says what is sent to whom', async () => {
  const owner = await ownerWithGemini(pages.app, 'Nordlicht')
  const { page, keeps, errors, close } = await pages.open('/settings/ai', { as: owner })
  const settings = async () => (await pages.app.call('list-ai-models', {}, owner)).body
  await page.getByRole('list', { name: 'What is sent, by feature' }).getByText('Nothing of a person').waitFor()
  const phones = page.getByRole('switch', { name: 'Phone numbers' })
  await phones.click()
  await until('the switch is on', () => phones.isChecked())
  await page.getByRole('switch', { name: 'Draft a reply whenever a customer writes' }).click()
  await until('drafts are made ahead', async () => (await settings()).drafts_ahead === true)
  await page.getByText('In the last 30 days: 0 sent as drafted, 0 edited, 0 discarded, 0 open.').waitFor()
  await page.getByRole('textbox', { name: 'Your own patterns' }).fill('KD-####\nProject *')
  await page.getByRole('button', { name: 'Save patterns' }).click()
  await page.getByRole('textbox', { name: 'Keep conversations with Ask Foyer (days)' }).fill('7')
  await page.keyboard.press('Tab')
  await keeps('AI with masks')
  await until('the days are kept', async () => (await settings()).transcript_days === 7)
  assert.deepEqual((await settings()).masks, { emails: false, phones: true, bank: false, own: ['KD-####', 'Project *'] })
  await page.getByRole('textbox', { name: 'Your own patterns' }).fill('**')
  await page.getByRole('button', { name: 'Save patterns' }).click()
  await page
    .getByText(/has fewer than 3 characters/)
    .first()
    .waitFor()
  assert.deepEqual(errors, [])
  await close()
})
