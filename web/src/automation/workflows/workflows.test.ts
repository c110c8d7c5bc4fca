import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isRead, startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

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
    // A label as it is shown ends in an asterisk where the field is required.
    return (element.getAttribute('aria-label') ?? label?.replace(/[ *]+$/, '') ?? (element.tagName === 'H2' ? '' : element.textContent)).trim()
  })()`)

/** By the name of the element, or the type of a field. */
const focusIs = (page: Page, kind: string): Promise<unknown> =>
  until(`the focus on ${kind}`, async () =>
    (await page.evaluate<string[]>('[document.activeElement.tagName, document.activeElement.type]')).includes(kind),
  )

/** Goes on with Tab until what is wanted has the focus. */
const reach = async (page: Page, name: string | RegExp): Promise<void> => {
  const seen: string[] = []
  for (let n = 0; n < 120; n++) {
    const now = await focused(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
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
  await focusIs(page, 'search')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focusIs(page, 'H2')
}

test('a workflow is built, connected and published by keyboard alone, and the canvas shows it', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, keeps, close } = await pages.open('/workflows', { as: owner })
  await isRead(page)
  await page.getByText('No workflows yet').waitFor()
  await keeps('no workflows')
  const files = await page.evaluate<string[]>("performance.getEntriesByType('resource').map(({ name }) => name)")
  assert.deepEqual(
    files.filter((file) => /canvas|dagre|xyflow/i.test(file)),
    [],
    'the canvas comes with an editor',
  )
  await press(page, 'Start empty')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await focusIs(page, 'INPUT')
  await page.keyboard.type('Welcome a lead')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome a lead', level: 1 }).waitFor()
  await press(page, 'Outline')
  await page.getByRole('region', { name: 'Outline' }).waitFor()

  await press(page, /^Start(?!s| empty)/)
  await page.getByRole('combobox', { name: 'Starts' }).waitFor()
  await reach(page, 'Starts')
  await page.keyboard.type('An event')
  await reach(page, 'Event')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Lead received' }).waitFor()
  await page.keyboard.type('Lead rec')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')

  await press(page, 'Add the first step')
  await choose(page, 'Condition')
  await reach(page, 'Condition')
  await page.keyboard.type('trigger.data.name != ""')
  await page.keyboard.press('Escape')
  await press(page, /^Add step under “Yes”/)
  await choose(page, 'Set values')
  await press(page, 'Add value')
  await reach(page, 'Value')
  await page.keyboard.type('Hello')
  await page.keyboard.press('Escape')
  await press(page, /^Add step under “No”/)
  await choose(page, 'Stop')
  await page.keyboard.press('Escape')
  // Two steps are connected: after the values the run stops as well.
  await press(page, /^Set values/)
  await reach(page, 'Then')
  await page.keyboard.type('Go to Stop')
  await page.keyboard.press('Escape')
  await page.getByText('Saved', { exact: true }).waitFor()
  await keeps('the outline')

  await press(page, 'Publish')
  await page.getByRole('dialog').getByText('This is the first version.').waitFor()
  await focusIs(page, 'TEXTAREA')
  await page.keyboard.type('The first')
  // What it would have done stands before the button.
  await page.getByText('It would have run 0 times').waitFor()
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

test('two tabs in one draft see what the other changed, and lose nothing of what both typed', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const id = await made(owner, [step('first', { done: 'second' }), step('second')])
  const one = await pages.open(`/workflows/${id}`, { as: owner })
  const other = await pages.open(`/workflows/${id}`, { as: owner })
  const titleIn = async ({ page }: typeof one, name: RegExp, title: string): Promise<void> => {
    await page.getByRole('button', { name: 'Outline' }).click()
    await page.getByRole('region', { name: 'Outline' }).getByRole('button', { name }).first().click()
    await page.getByLabel('Title').fill(title)
  }
  await Promise.all([titleIn(one, /^Set values/, 'From one tab'), other.page.getByText('Saved', { exact: true }).waitFor()])
  await other.page.getByRole('button', { name: 'Outline' }).click()
  await other.page.getByRole('button', { name: /^Set values From one tab/ }).waitFor()
  // Both type at once, each in another step.
  await Promise.all([
    one.page.getByLabel('Title').fill('Said in one'),
    titleIn(other, /^Set values\s*Set values/, 'Said in the other'),
  ])
  const titles = await until('both titles', async () => {
    const { draft } = await showOf(owner, id)
    const found = ((draft?.definition.nodes ?? []) as unknown as { title?: string }[]).map(({ title }) => title)
    return found.includes('Said in one') && found.includes('Said in the other') && found
  })
  assert.deepEqual(titles, ['Said in one', 'Said in the other'])
  for (const { page } of [one, other]) {
    await page.getByRole('button', { name: /^Set values Said in one/ }).waitFor()
    await page.getByRole('button', { name: /^Set values Said in the other/ }).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
  }
  assert.deepEqual([...one.errors, ...other.errors], [])
  await one.close()
  await other.close()
})

test('a colleague’s draft is announced, a change is undone, and a discarded draft gives way to the published version', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const colleague = await pages.app.given.person(owner.orgId, 'admin')
  const id = await made(owner, [step('first')])
  const { draft } = await showOf(owner, id)
  await pages.app.call('publish-workflow', { workflowId: id, draftId: draft?.id, revision: 1 }, owner)
  const { published } = await showOf(owner, id)
  await pages.app.call('save-workflow-draft', { workflowId: id, revision: 0, definition: published?.definition }, colleague)
  const { page, errors, keeps, close } = await pages.open(`/workflows/${id}`, { as: owner })
  await page.getByText(/has a draft of this workflow/).waitFor()
  await page.getByText('Published version, no draft').waitFor()
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('button', { name: /^Set values/ }).click()
  await page.getByLabel('Title').fill('Changed')
  await page.getByRole('heading', { name: 'Changed', level: 2 }).waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Changed', level: 2 }).click()
  await page.keyboard.press('Control+z')
  await page.getByRole('heading', { name: 'Set values', level: 2 }).waitFor()
  await page.keyboard.press('Control+Shift+z')
  await page.getByRole('heading', { name: 'Changed', level: 2 }).waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()
  await keeps('a step')
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Title', { exact: true }).waitFor()
  await dialog.getByText('Changed', { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Discard draft' }).click()
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByText('Published version, no draft').waitFor()
  await page.getByRole('button', { name: /^Set values/ }).waitFor()
  assert.equal((await showOf(owner, id)).draft, null)

  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByText('Published now').waitFor()
  await keeps('versions')
  await page.getByRole('button', { name: 'Edit from this version' }).click()
  await dialog.getByRole('button', { name: 'Edit from this version' }).click()
  await page.getByText('The draft has the steps of version 1').waitFor()
  assert.ok((await showOf(owner, id)).draft)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Stop workflow' }).click()
  await dialog.getByRole('button', { name: 'Stop workflow' }).click()
  await page.getByText('This workflow is stopped').waitFor()
  await page.getByRole('button', { name: 'Turn on again' }).click()
  await page.getByText('This workflow is stopped').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Archived', { exact: true }).waitFor()
  assert.equal((await showOf(owner, id)).workflow.state, 'archived')
  assert.deepEqual(errors, [])
  await close()
})

test('a workflow that was unpublished or archived opens again, and is published again as it was', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const id = await made(owner, [step('first')])
  const { draft } = await showOf(owner, id)
  await pages.app.call('publish-workflow', { workflowId: id, draftId: draft?.id, revision: draft?.revision }, owner)
  const { page, errors, keeps, close } = await pages.open(`/workflows/${id}`, { as: owner })
  const dialog = page.getByRole('dialog')
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
    await dialog.getByRole('button', { name }).click()
  }
  await choose('Unpublish')
  await page.getByText('Version 1, not published, no draft').waitFor()
  await page.reload()
  await page.getByText('Version 1, not published, no draft').waitFor()
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('button', { name: /^Set values/ }).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByText('Difference to version 1').waitFor()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published version, no draft').waitFor()
  assert.equal((await showOf(owner, id)).workflow.version, 2)

  await choose('Archive')
  await page.getByText('Archived', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^Set values/ }).waitFor()
  await keeps('what is archived')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await page.getByText('Version 2, not published, no draft').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a template asks what it needs, and an import lists what has to be chosen', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, keeps, close } = await pages.open('/workflows', { as: owner })
  await page
    .getByRole('button', { name: /^Use template/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create workflow' }).waitFor()
  await keeps('a template')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Import from JSON' }).click()
  await dialog.getByRole('button', { name: 'Import from JSON' }).click()
  await dialog.getByText('Choose a file or paste the JSON.').waitFor()
  const trigger = { kind: 'event', event: 'lead.received' }
  const nodes = [{ ...step('first'), values: { stage: 'to_map:stage:Won' } }]
  const workflow = { foyer_workflow: 1, name: 'From elsewhere', trigger, first: 'first', nodes }
  await dialog.getByLabel('Or paste the JSON').fill(JSON.stringify(workflow))
  await dialog.getByRole('button', { name: 'Import from JSON' }).click()
  await dialog.getByText('stage: Won').waitFor()
  await keeps('what an import needs')
  await dialog.getByRole('button', { name: 'Open workflow' }).click()
  await page.getByRole('heading', { name: 'From elsewhere', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Workflows' }).first().click()
  await page.getByRole('table', { name: 'Workflows' }).waitFor()
  await keeps('the list of workflows')
  assert.deepEqual(errors, [])
  await close()
})

test('200 steps with loops and branches are drawn, and typing in one of them is as quick as in a short workflow', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const letterMs = async (nodes: readonly object[]): Promise<number> => {
    const id = await made(owner, nodes, 'Long')
    const { page, errors, close } = await pages.open(`/workflows/${id}`, { as: owner, width: 1440 })
    await page.getByRole('button', { name: 'Canvas' }).click()
    await page.locator('.react-flow__node').nth(1).click()
    const title = page.getByLabel('Title')
    await title.fill('First')
    const startMs = Date.now()
    await title.pressSequentially('abcdefghijklmnopqrst')
    const each = (Date.now() - startMs) / 20
    if (process.env.FOYER_TEST_PICTURES) await page.screenshot({ path: `${process.env.FOYER_TEST_PICTURES}/long.png` })
    assert.deepEqual(errors, [])
    await close()
    return each
  }
  const short = await letterMs([step('first')])
  const long = await letterMs(manySteps())
  assert.ok(long < 4 * short + 60, `${long} ms a letter, in a short one ${short} ms`)
})

test('on a phone the canvas begins with the start in view, its buttons lie beside each other, and the list says what its numbers are', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const ask = { id: 'first', kind: 'person', to: { kind: 'role', role: 'member' }, heading: 'Shall it go out?' }
  const choices = ['Approve', 'Reject'].map((label) => ({ id: label.toLowerCase(), label }))
  const id = await made(owner, [{ ...ask, choices, at_most: { amount: 1, unit: 'days' } }], 'Ask first')
  const { page, errors, keeps, close } = await pages.open(`/workflows/${id}`, { as: owner, width: 360 })
  await page.getByRole('button', { name: 'Canvas' }).click()
  const start = page.locator('.react-flow__node').filter({ hasText: 'When: Lead received' })
  const inView = async (): Promise<void> => {
    await start.waitFor()
    const box = await start.boundingBox()
    assert.ok(box && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0), JSON.stringify(box))
  }
  await inView()
  const buttons = page.locator('.react-flow__node button')
  assert.equal(await buttons.count(), 3)
  const boxes = (await Promise.all((await buttons.all()).map((button) => button.boundingBox()))).flatMap((box) => box ?? [])
  for (const [n, box] of boxes.entries())
    assert.ok(n === 0 || box.x >= (boxes[n - 1]?.x ?? 0) + (boxes[n - 1]?.width ?? 0), JSON.stringify(boxes))
  // At both widths: what is seen at first is fitted again when the window changes.
  await keeps('the canvas of a workflow')
  await inView()
  assert.deepEqual(errors, [])
  await close()
})

/** Chains of ten in which a condition parts and joins, with a loop and two branches in each. */
const manySteps = (): object[] =>
  Array.from({ length: 20 }, (_, n) => {
    const at = (name: string): string => (n === 0 && name === 'a' ? 'first' : `${name}_${n}`)
    const last = n === 19 ? {} : { done: `a_${n + 1}` }
    return [
      step(at('a'), { done: at('b') }),
      { id: at('b'), kind: 'condition', when: 'true', next: { yes: at('c'), no: at('d') } },
      step(at('c'), { done: at('e') }),
      step(at('d'), { done: at('e') }),
      { id: at('e'), kind: 'loop', items: '[1, 2]', next: { each: at('f'), done: at('g') } },
      step(at('f')),
      { id: at('g'), kind: 'parallel', branches: [{ id: 'x' }, { id: 'y' }], next: { x: at('h'), y: at('i'), done: at('j') } },
      step(at('h')),
      step(at('i')),
      step(at('j'), last),
    ]
  }).flat()
