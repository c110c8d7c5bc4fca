import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isRead, startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'
import { runsOf, untilRun } from '#test/support/workflows.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const taken = ['templates', 'template', 'editor', 'runs', 'credentials'] as const

/** The pictures of `docs/workflows.md` are taken by `FOYER_GUIDE_PICTURES=docs/images npm test -- first-workflow`. */
const forGuide = async (page: Page, name: (typeof taken)[number]): Promise<void> => {
  const folder = process.env.FOYER_GUIDE_PICTURES
  if (!folder) return
  await page.evaluate('document.activeElement?.blur(), document.fonts.ready')
  await page.screenshot({ path: path.join(folder, `workflows-${name}.png`) })
}

test('a newcomer without a mailbox publishes the first template by ten clicks and no letter, and a lead runs it', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, keeps, close } = await pages.open('/workflows', { as: owner, width: 1280, height: 800 })
  await isRead(page)
  let clicks = 0
  const click = async (name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> => {
    clicks += 1
    await page.getByRole(role, { name }).first().click()
  }
  await page.getByRole('button', { name: 'Use template Welcome a lead' }).waitFor()
  await forGuide(page, 'templates')
  await click('Use template Welcome a lead')
  await page.getByText('Connect a mailbox to send from').waitFor()
  await keeps('a template without a mailbox')
  await click('Connect Google')
  await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
  await click('Allow')
  await click(/^Share .* with the team$/)
  await page.getByRole('combobox', { name: 'Send from' }).waitFor()
  await forGuide(page, 'template')
  await keeps('a template with a mailbox')
  await click('Create workflow')
  await page.getByRole('heading', { name: 'Welcome a lead', level: 1 }).waitFor()
  await page.locator('.react-flow__edge').first().waitFor({ state: 'attached' })
  await forGuide(page, 'editor')
  await click('Publish')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This is the first version.').waitFor()
  clicks += 1
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Version 1 published').waitFor()
  assert.ok(clicks <= 10, `${clicks} clicks`)

  const key = await pages.app.given.key(owner.orgId)
  const posted = await pages.app.post({ name: 'Ida Moss', email: 'ida@example.com', note: 'A new roof?' }, key.text)
  assert.equal(posted.status, 200)
  const { workflows } = (await pages.app.call('list-workflows', {}, owner)).body as unknown as { workflows: { id: string }[] }
  const workflowId = workflows[0]?.id ?? ''
  const run = await until('the run of the lead', async () => (await runsOf(pages.app, owner, workflowId))[0])
  const shown = await untilRun(pages.app, owner, run.id, 'waiting', 'failed', 'paused', 'completed')
  assert.deepEqual(
    [shown.run.state, shown.steps.map(({ node, state }) => [node, state])],
    [
      'waiting',
      [
        ['welcome', 'done'],
        ['reply', 'waiting'],
      ],
    ],
  )
  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  await page.getByText('Waiting').first().waitFor()
  await forGuide(page, 'runs')
  assert.deepEqual(errors, [])
  await close()
})

test('credentials of a request are made in its fields, marked at a foreign address, and removed there', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const definition = {
    ...{ foyer_workflow: 1, name: 'Stock', trigger: { kind: 'request' }, first: 'ask' },
    nodes: [{ id: 'ask', kind: 'http', method: 'GET', url: 'https://stock.example.com/items', next: {} }],
  }
  const made = (await pages.app.call('create-workflow', { name: 'Stock', definition }, owner)).body
  const { id } = (made as unknown as { workflow: { id: string } }).workflow
  const { page, errors, keeps, close } = await pages.open(`/workflows/${id}`, { as: owner })
  await page.getByRole('button', { name: 'Outline' }).click()
  await page
    .getByRole('button', { name: /^HTTP request/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'New… Credentials' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save credentials' }).click()
  await dialog.getByText('Required').first().waitFor()
  assert.equal(await dialog.getByLabel('Sent to').inputValue(), 'https://stock.example.com')
  await dialog.getByLabel('Name').fill('Stock system')
  await dialog.getByRole('textbox', { name: 'Header', exact: true }).fill('Host')
  await dialog.getByLabel('Value of the header').fill('k-123456')
  await dialog.getByRole('button', { name: 'Save credentials' }).click()
  await until('the header is refused at its field', () => dialog.locator('[aria-invalid=true]').count())
  await dialog.getByRole('textbox', { name: 'Header', exact: true }).fill('X-Api-Key')
  await keeps('new credentials')
  await dialog.getByRole('button', { name: 'Save credentials' }).click()
  const choice = page.getByRole('combobox', { name: 'Credentials' })
  await until('they are chosen', async () => (await choice.inputValue()) !== '')
  assert.ok(!(await page.content()).includes('k-123456'), 'the secret is shown never again')
  await page.getByText('Saved', { exact: true }).waitFor()
  await forGuide(page, 'credentials')

  await page.getByRole('textbox', { name: 'URL' }).fill('https://elsewhere.example.com/items')
  await page
    .getByText(/“Stock system” is only sent to https:\/\/stock\.example\.com/)
    .first()
    .waitFor()
  await keeps('credentials of another address')
  await page.getByRole('button', { name: 'Manage… Credentials' }).click()
  await dialog.getByText('X-Api-Key, sent to https://stock.example.com').waitFor()
  await keeps('the list of credentials')
  await dialog.getByRole('button', { name: 'Remove Stock system' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByText('No credentials yet.').waitFor()
  const { credentials } = (await pages.app.call('list-http-credentials', {}, owner)).body
  assert.deepEqual(credentials, [])
  assert.deepEqual(errors, [])
  await close()
})

test('the guide shows pictures that the tests take, and each is there', () => {
  const docs = path.join(import.meta.dirname, '../../../../docs')
  const shown = readFileSync(path.join(docs, 'workflows.md'), 'utf8').matchAll(/\]\((images\/workflows-(\w+)\.png)\)/g)
  const pictures = [...shown].map(([, file = '', name]) => {
    assert.ok(existsSync(path.join(docs, file)), file)
    return name
  })
  assert.deepEqual(pictures.toSorted(), taken.toSorted())
})
