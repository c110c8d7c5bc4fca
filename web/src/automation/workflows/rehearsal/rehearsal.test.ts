import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

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
type Owner = Awaited<ReturnType<(typeof pages)['app']['given']['organization']>>

const call = async <Body>(type: string, body: object, as: Owner): Promise<Body> => {
  const answer = await pages.app.call(type, body, as)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as never
}

const written = (title: string, filter?: string) => ({
  ...{ foyer_workflow: 1, name: 'Welcome', first: 'look' },
  trigger: { kind: 'event', event: 'lead.received', ...(filter && { filter }) },
  nodes: [
    {
      ...{ id: 'look', kind: 'action', action: 'show-contact', next: { done: 'rest' } },
      input: { contactId: '{{ trigger.data.contact_id }}' },
    },
    { id: 'rest', kind: 'wait', for: { kind: 'duration', duration: { amount: 2, unit: 'days' } }, next: { done: 'call' } },
    {
      ...{ id: 'call', kind: 'action', action: 'add-task' },
      input: { title: `${title} {{ default(steps.look.contact.full_name, '') }}`, contactId: '{{ trigger.data.contact_id }}' },
    },
  ],
})

const given = async (filter?: string) => {
  const owner = await pages.app.given.organization()
  const definition = written('Call', filter)
  const { workflow, draft } = await call<{ workflow: { id: string }; draft: { id: string; revision: number } }>(
    'create-workflow',
    { name: 'Welcome', definition },
    owner,
  )
  return { owner, workflowId: workflow.id, draft }
}

const giveLeads = async (owner: Owner, ...names: string[]): Promise<void> => {
  const key = await pages.app.given.key(owner.orgId)
  for (const name of names)
    assert.equal(
      (await pages.app.post({ name, source: 'web', email: `${name}@example.com`.toLowerCase() }, key.text)).status,
      200,
    )
}

test('a rehearsal shows for whom the workflow would have run, each text, and what differs from the published version', async () => {
  const { owner, workflowId, draft } = await given()
  await call('publish-workflow', { workflowId, draftId: draft.id, revision: draft.revision }, owner)
  await call('save-workflow-draft', { workflowId, revision: 0, definition: written('Ring') }, owner)
  await giveLeads(owner, 'Maya', 'Nils')
  const { page, keeps, errors, close } = await pages.open(`/workflows/${workflowId}?tab=rehearsal`, { as: owner })
  await page.getByRole('button', { name: 'Rehearse', exact: true }).click()
  await page.getByText('2 times').first().waitFor()
  await page.getByText('Gets something else (2)').waitFor()
  const maya = page.locator('details', { hasText: 'Maya' })
  await maya.locator('summary').click()
  await maya.getByText('Ring Maya').waitFor()
  await maya.getByText('Call Maya').waitFor()
  await maya.getByText('Values of today').first().waitFor()
  await maya.getByText('Rests on a guess').first().waitFor()
  await keeps('a rehearsal')
  await page.getByRole('button', { name: 'The same (0)' }).click()
  await page.getByText('No one in this list.').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('where nothing would have run, the rehearsal says why', async () => {
  const { owner, workflowId } = await given("trigger.data.source == 'fair'")
  const { page, keeps, errors, close } = await pages.open(`/workflows/${workflowId}?tab=rehearsal`, { as: owner })
  await page.getByRole('button', { name: 'Rehearse', exact: true }).click()
  await page.getByText('No such event happened in this time.').waitFor()
  await keeps('a rehearsal without an event')
  await giveLeads(owner, 'Maya')
  await page.getByRole('button', { name: 'Rehearse again' }).click()
  await page.getByText('1 event happened, and the filter said no to each.').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('before many people are reached, publishing wants a second yes', async () => {
  const { owner, workflowId } = await given()
  await giveLeads(owner, ...Array.from({ length: 101 }, (_, n) => `Person${n}`))
  const { page, keeps, errors, close } = await pages.open(`/workflows/${workflowId}`, { as: owner })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  // 101 runs are gone through: on a crowded machine that takes its time.
  await dialog.getByText('It would have run 101 times, for 101 people.').waitFor({ timeout: 120_000 })
  assert.equal(await dialog.getByRole('button', { name: 'Publish', exact: true }).isDisabled(), true)
  await keeps('publishing for many')
  await dialog.getByLabel('Yes, it may reach 101 more people').check()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Version 1 published').waitFor()
  assert.deepEqual(errors, [])
  await close()
})
