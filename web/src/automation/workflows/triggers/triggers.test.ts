import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isRead, startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const made = async (owner: Awaited<ReturnType<(typeof pages)['app']['given']['organization']>>, trigger: object) => {
  const definition = {
    ...{ foyer_workflow: 1, name: 'Orders', trigger, first: 'end' },
    nodes: [{ id: 'end', kind: 'stop', reason: 'Done' }],
  }
  const { body } = await pages.app.call('create-workflow', { name: 'Orders', definition }, owner)
  return (body as unknown as { workflow: { id: string } }).workflow.id
}

test('an admin reads a schedule in words with its next times while writing it', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const id = await made(owner, { kind: 'schedule', schedule: { every: 'weekday', at: '09:00', zone: 'Europe/Berlin' } })
  const { page, errors, keeps, close } = await pages.open(`/workflows/${id}`, { as: owner })
  await isRead(page)
  await page.getByRole('button', { name: /^Outline/ }).click()
  await page.getByRole('button', { name: /^Start(?!s| empty)/ }).click()
  await page.getByText('On weekdays at 09:00, Berlin time. Next, in your time zone:').waitFor()
  await page.getByLabel('How often').selectOption('cron')
  await page.getByLabel('Schedule (cron)').fill('30 7 1 * *')
  await page.getByText('On the 1st of each month at 07:30, Berlin time. Next, in your time zone:').waitFor()
  await keeps('a schedule in words')
  assert.deepEqual(errors, [])
  await close()
})

test('an admin makes the URL and secret of a webhook, sees them once, and a request with them starts a run', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const id = await made(owner, { kind: 'webhook', check: { by: 'bearer' } })
  const { page, errors, keeps, close } = await pages.open(`/workflows/${id}`, { as: owner })
  await isRead(page)
  await page.getByRole('button', { name: /^Outline/ }).click()
  await page.getByRole('button', { name: /^Start(?!s| empty)/ }).click()
  await page.getByRole('button', { name: 'Create URL and secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create URL and secret' }).click()
  const url = await page.getByRole('region', { name: 'URL', exact: true }).textContent()
  const secret = await page.getByRole('region', { name: 'Secret', exact: true }).textContent()
  await keeps('a webhook that was just made')
  await page.getByRole('button', { name: 'I’ve stored it' }).click()
  await page.getByText(`ends with ${secret?.slice(-4)}`).waitFor()
  await page.getByLabel('Verify requests by').selectOption('nothing')
  await page.getByText('Anyone with the URL can start this workflow').waitFor()
  await page.getByLabel('Verify requests by').selectOption('bearer')
  await page.getByLabel('Recognize repeats by').selectOption('body')
  await page.getByLabel('Field with the message ID').fill('/event/id')
  await keeps('the trigger of a webhook')
  const { draft } = (await pages.app.call('show-workflow', { workflowId: id }, owner)).body as unknown as {
    draft: { id: string; revision: number }
  }
  await pages.app.call('publish-workflow', { workflowId: id, draftId: draft.id, revision: draft.revision }, owner)
  const answer = await fetch(url ?? '', { method: 'POST', body: '{}', headers: { authorization: `Bearer ${secret}` } })
  assert.equal(answer.status, 202)
  assert.deepEqual(errors, [])
  await close()
})
