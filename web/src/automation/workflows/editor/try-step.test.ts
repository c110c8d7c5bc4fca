import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const definition = {
  ...{ foyer_workflow: 1, name: 'Welcome', first: 'is_hot', trigger: { kind: 'event', event: 'lead.received' } },
  nodes: [
    { id: 'is_hot', kind: 'condition', title: 'Is it hot?', when: "trigger.data.source == 'fair'", next: { yes: 'greet' } },
    { id: 'greet', kind: 'set', title: 'Greet', values: { words: "Hello {{ default(trigger.data.name, 'you') }}" } },
  ],
}

test('a step is tried in the editor: on the latest event, and on values that are entered', async () => {
  const owner = await pages.app.given.organization()
  const { body } = await pages.app.call('create-workflow', { name: 'Welcome', definition }, owner)
  const { id } = body.workflow as unknown as { id: string }
  const key = await pages.app.given.key(owner.orgId)
  assert.equal((await pages.app.post({ name: 'Maya', source: 'web', email: 'maya@example.com' }, key.text)).status, 200)
  const { page, keeps, errors, close } = await pages.open(`/workflows/${id}`, { as: owner })
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.locator('[data-row="is_hot"]').click()
  await page.getByRole('button', { name: 'Try step', exact: true }).click()
  const result = page.getByRole('region', { name: 'Try this step' })
  await result.getByText('Works').waitFor()
  await result.getByText('From the latest event').waitFor()
  await result.getByText('No', { exact: true }).waitFor()
  await keeps('a step that was tried')
  const values = page.getByLabel('Values, as JSON')
  await values.fill('{"trigger": {"data": {"source": "fair"')
  await page.getByText('Enter a JSON object.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Try with these values' }).isDisabled(), true)
  await values.fill('{"trigger": {"kind": "event", "data": {"source": "fair"}}}')
  await page.getByRole('button', { name: 'Try with these values' }).click()
  await result.getByText('Entered here').waitFor()
  await result.getByText('Yes', { exact: true }).waitFor()
  const { workflow } = (await pages.app.call('show-workflow', { workflowId: id }, owner)).body as unknown as {
    workflow: { runs_7_days?: number; state: string }
  }
  assert.equal(workflow.state, 'draft')
  assert.deepEqual(errors, [])
  await close()
})
