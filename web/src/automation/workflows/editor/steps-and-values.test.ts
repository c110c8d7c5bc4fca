import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'
import { runsOf } from '#test/support/workflows.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages()
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

interface Shown {
  readonly draft: {
    readonly definition: { readonly nodes: readonly Record<string, unknown>[]; readonly settings: object }
  } | null
}
const made = async (owner: Someone, definition: object): Promise<{ id: string; draftId: string; revision: number }> => {
  const { body } = await pages.app.call(
    'create-workflow',
    { name: 'Welcome', definition: { foyer_workflow: 1, ...definition } },
    owner,
  )
  const { workflow, draft } = body as unknown as { workflow: { id: string }; draft: { id: string; revision: number } }
  return { id: workflow.id, draftId: draft.id, revision: draft.revision }
}
/** Of the draft as it is stored, once it is so. */
const stored = (owner: Someone, id: string, isSo: (nodes: readonly Record<string, unknown>[], settings: object) => boolean) =>
  until('the draft is stored', async () => {
    const { draft } = (await pages.app.call('show-workflow', { workflowId: id }, owner)).body as unknown as Shown
    return draft !== null && isSo(draft.definition.nodes, draft.definition.settings)
  })
const onLead = { kind: 'event', event: 'lead.received' }

test('values are offered by name with what the last run saw, steps are found by what they say, and copied as JSON', async () => {
  const owner = await pages.app.given.organization()
  const { id, draftId, revision } = await made(owner, {
    ...{ trigger: onLead, first: 'greet' },
    nodes: [
      { id: 'greet', kind: 'set', title: 'Greet', values: { words: 'Hello' }, next: { done: 'over' } },
      { id: 'over', kind: 'stop', title: 'All over', reason: 'Nothing more' },
    ],
  })
  await pages.app.call('publish-workflow', { workflowId: id, draftId, revision }, owner)
  const key = await pages.app.given.key(owner.orgId)
  await pages.app.post({ name: 'Maya Rao', source: 'fair', email: 'maya@example.com' }, key.text)
  await until('it ran', async () => (await runsOf(pages.app, owner, id))[0]?.state === 'completed')

  const { page, keeps, errors, close } = await pages.open(`/workflows/${id}`, { as: owner })
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.locator('[data-row="over"]').click()
  await page.getByRole('button', { name: 'Insert a value into Reason' }).click()
  const values = page.getByRole('dialog', { name: 'Insert value' })
  await values.getByRole('searchbox').fill('name')
  const name = values.getByRole('button', { name: /trigger\.data\.name\b/ })
  await name.getByText('e.g. Maya Rao').waitFor()
  await keeps('values with their last examples')
  await name.click()
  await stored(owner, id, (nodes) => nodes.some(({ reason }) => reason === 'Nothing more{{ trigger.data.name }}'))

  const outline = page.getByRole('region', { name: 'Outline' })
  await outline.getByRole('searchbox').fill('nothing more')
  await outline.getByRole('status').getByText('1 step', { exact: true }).waitFor()
  assert.equal(await outline.getByRole('button', { name: /Greet/ }).filter({ visible: true }).count(), 0)
  await outline
    .getByRole('button', { name: /All over/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('heading', { name: 'All over', level: 2 }).waitFor()

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Actions for Greet' }).click()
  await page.getByRole('menuitem', { name: 'Copy as JSON' }).click()
  const copied = await until('it was copied', () => page.evaluate<string>('navigator.clipboard.readText()'))
  assert.deepEqual(
    (JSON.parse(copied) as { nodes: { title: string }[] }).nodes.map(({ title }) => title),
    ['Greet'],
  )
  await page.getByRole('button', { name: 'Actions for Greet' }).click()
  await page.getByRole('menuitem', { name: 'Paste after' }).click()
  await page.getByRole('dialog').getByLabel('Steps as JSON').fill(copied)
  await page.getByRole('dialog').getByRole('button', { name: 'Paste steps' }).click()
  await stored(owner, id, (nodes) => nodes.filter(({ title }) => title === 'Greet').length === 2)
  assert.deepEqual(errors, [])
  await close()
})

test('an email is written as text, and budgets and limits are set at their step and workflow', async () => {
  const owner = await pages.app.given.organization()
  const { id } = await made(owner, {
    ...{ trigger: onLead, first: 'mail' },
    nodes: [
      { id: 'mail', kind: 'action', title: 'Write', action: 'send-email', input: {}, next: { done: 'rate' } },
      { id: 'rate', kind: 'ai', title: 'Rate', prompt: 'Rate it', answer: [{ name: 'score', type: 'whole' }] },
    ],
  })
  const { page, keeps, errors, close } = await pages.open(`/workflows/${id}`, { as: owner })
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.locator('[data-row="mail"]').click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello,\n\nsee you <soon>')
  assert.equal(await page.getByLabel('Text as HTML').count(), 0)
  await page.getByLabel('Times at most').fill('20')
  await keeps('the fields of an email')
  await stored(owner, id, ([mail]) => JSON.stringify(mail?.limit) === '{"times":20,"seconds":60}')
  await stored(owner, id, ([mail]) => (mail?.input as { text?: string } | undefined)?.text === 'Hello,\n\nsee you <soon>')
  await page.locator('[data-row="rate"]').click()
  await page.getByLabel('AI budget of the step a month (USD)').fill('2.5')
  await stored(owner, id, ([, rate]) => rate?.budget_micros === 2_500_000)
  const model = page.getByLabel('Model', { exact: true })
  assert.match((await model.locator('option:checked').textContent()) ?? '', /^The usual one \(.+\)$/)
  const named = (await model.locator('option').nth(1).getAttribute('value')) ?? ''
  await model.selectOption(named)
  await stored(owner, id, ([, rate]) => rate?.model === named)
  await model.selectOption('')
  await stored(owner, id, ([, rate]) => rate !== undefined && !('model' in rate))
  await page.locator('[data-row="start"]').click()
  await page.getByLabel('AI budget of the workflow a month (USD)').fill('10')
  await stored(owner, id, (_, settings) => (settings as { budget_micros?: number }).budget_micros === 10_000_000)
  await page.getByLabel('AI budget of the workflow a month (USD)').fill('')
  await stored(owner, id, (_, settings) => !('budget_micros' in settings))
  assert.deepEqual(errors, [])
  await close()
})

test('in another language a template writes in it, and what is wrong is said in it', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, close } = await pages.open('/workflows?locale=de', { as: owner })
  await page.getByRole('button', { name: /Vorlage verwenden.*Verpassten Anruf zurückrufen/ }).click()
  await page.getByRole('button', { name: 'Workflow anlegen' }).click()
  await page.getByRole('button', { name: 'Gliederung' }).click()
  await page
    .getByRole('button', { name: /Aufgabe zum Zurückrufen anlegen/ })
    .first()
    .click()
  const { workflows } = (await pages.app.call('list-workflows', {}, owner)).body as unknown as { workflows: { id: string }[] }
  const id = workflows[0]?.id ?? ''
  await stored(owner, id, (nodes) => JSON.stringify(nodes).includes('{{ trigger.data.from_number }} zurückrufen'))
  await page.locator('[data-row="is_known"]').click()
  await page.getByRole('textbox', { name: 'Bedingung' }).fill('trigger.data.minutes_late > 3')
  await page
    .getByText(/ist nicht bekannt\./)
    .first()
    .waitFor()
  assert.deepEqual(errors, [])
  await close()
})
