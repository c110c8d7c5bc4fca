import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isRead, startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

interface Stored {
  readonly id: string
  readonly state: string
  readonly version: number | null
}
interface Shown {
  readonly workflow: Stored
  readonly draft: { id: string; revision: number; definition: { nodes: { id: string; next: Record<string, string> }[] } } | null
  readonly published: { definition: { first: string; nodes: { id: string; next: Record<string, string> }[] } } | null
}
type Owner = Awaited<ReturnType<(typeof pages)['app']['given']['organization']>>

const showOf = async (owner: Owner, workflowId: string): Promise<Shown> =>
  (await pages.app.call('show-workflow', { workflowId }, owner)).body as unknown as Shown

const step = (id: string, next: Record<string, string> = {}) => ({ id, kind: 'set', values: { seen: 'yes' }, next })
const made = async (owner: Owner, nodes: readonly object[], name = 'Welcome'): Promise<string> => {
  const definition = { foyer_workflow: 1, name, trigger: { kind: 'event', event: 'lead.received' }, first: 'first', nodes }
  const { body } = await pages.app.call('create-workflow', { name, definition }, owner)
  return (body as unknown as { workflow: Stored }).workflow.id
}

/** What a screen reader would call the element that has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const element = document.activeElement
    const label = element.labels?.[0]?.textContent
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim()
  })()`)

/** Goes on with Tab until what is wanted has the focus. */
const reach = async (page: Page, name: string | RegExp): Promise<void> => {
  const seen: string[] = []
  for (let n = 0; n < 120; n++) {
    const now = await focused(page)
    if (typeof name === 'string' ? now.startsWith(name) : name.test(now)) return
    seen.push(now.slice(0, 40))
    await page.keyboard.press('Tab')
  }
  assert.fail(`${name} is not reached by Tab: ${seen.join(' | ')}`)
}
const press = async (page: Page, name: string | RegExp, key = 'Enter'): Promise<void> => {
  await reach(page, name)
  await page.keyboard.press(key)
}
/** Chooses a step by its name in the window that is open, and waits for its panel. */
const choose = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('dialog').getByRole('searchbox').waitFor()
  await page.waitForFunction('document.activeElement?.type === "search"')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction('document.activeElement?.tagName === "H2"')
}

test('a workflow is built, connected and published by keyboard alone, and the canvas shows it', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, keeps, close } = await pages.open('/workflows', { as: owner })
  await isRead(page)
  await page.getByText('No workflows yet').waitFor()
  await keeps('no workflows')
  await press(page, 'Start empty')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await page.waitForFunction('document.activeElement?.tagName === "INPUT"')
  await page.keyboard.type('Welcome a lead')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome a lead', level: 1 }).waitFor()
  await press(page, 'Outline')
  await page.getByRole('region', { name: 'Outline' }).waitFor()

  await press(page, /^Start/)
  await page.getByRole('combobox', { name: 'Starts' }).waitFor()
  await reach(page, 'Starts')
  await page.keyboard.type('An event')
  await reach(page, 'Event')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'lead.received' }).waitFor()
  await page.keyboard.type('lead.received')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')

  await press(page, 'Add the first step')
  await choose(page, 'Condition')
  await reach(page, 'Condition')
  await page.keyboard.type('trigger.data.name != ""')
  await page.keyboard.press('Escape')
  await press(page, /^Add a step under “Yes”/)
  await choose(page, 'Set values')
  await press(page, 'Add value')
  await reach(page, 'Value')
  await page.keyboard.press('Tab')
  await reach(page, /^Value$/)
  await page.keyboard.type('Hello')
  await page.keyboard.press('Escape')
  await press(page, /^Add a step under “No”/)
  await choose(page, 'Stop')
  await page.keyboard.press('Escape')
  // Two steps are connected: after the values the run stops as well.
  await press(page, /^(?=.*Set values)(?=.*ConditionYes|.*Set values)/s)
  await reach(page, 'Then')
  await page.keyboard.type('Go to Stop')
  await page.keyboard.press('Escape')
  await page.getByText('Saved', { exact: true }).waitFor()
  await keeps('the outline')

  await press(page, 'Publish')
  await page.getByRole('dialog').getByText('This is the first version.').waitFor()
  await page.waitForFunction('document.activeElement?.tagName === "TEXTAREA"')
  await page.keyboard.type('The first')
  await keeps('publishing')
  await press(page, 'Publish')
  await page.getByText('Version 1 published').waitFor()
  const { workflows } = (await pages.app.call('list-workflows', {}, owner)).body as unknown as { workflows: Stored[] }
  const [workflow] = workflows
  assert.deepEqual([workflow?.state, workflow?.version], ['published', 1])
  const { published } = await showOf(owner, workflow?.id ?? '')
  const next = Object.fromEntries(published?.definition.nodes.map((node) => [node.id, node.next]) ?? [])
  assert.deepEqual(next, { condition: { yes: 'set', no: 'stop' }, set: { done: 'stop' }, stop: {} })

  await press(page, 'Canvas')
  await page.locator('.react-flow__node').first().waitFor()
  assert.equal(await page.locator('.react-flow__node').count(), 4)
  await page.locator('.react-flow__edge').nth(3).waitFor({ state: 'attached' })
  await keeps('the canvas')
  assert.deepEqual(errors, [])
  await close()
})
