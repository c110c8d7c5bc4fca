import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectAi } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { credentialsOf } from '#test/support/credentials.ts'
import { ask } from '#test/support/requests.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'
import { connectAll } from '#test/support/workflow-fixtures.ts'
import { passTime, runsOf, showRun, untilRun } from '#test/support/workflows.ts'

/** Each template as a user has it: made with its answers, published, and run to its end with the sandbox as the world outside. */
let app: TestApp
let vendors: TestSandbox
let worker: { stop(): Promise<void> }
let as: Someone
let outside: Awaited<ReturnType<typeof connectAll>>
before(async () => {
  vendors = await startSandbox()
  app = await startApp({ env: { SANDBOX: 'on', GEMINI_API_BASE: vendors.address }, alone: true })
  worker = await app.startWorker()
  as = await app.given.organization('Nordlicht')
  outside = await connectAll(app, as)
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await vendors?.stop()
})

const call = async (type: string, body: object = {}): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body
}
/** Answers what has no standard of its own with the mailbox. */
const publishTemplate = async (template: string, more: object = {}, language = 'en'): Promise<string> => {
  const { templates } = (await call('list-workflow-templates')) as {
    templates: { id: string; title: string; asks: { name: string; standard: unknown }[] }[]
  }
  const { title, asks } = templates.find(({ id }) => id === template) ?? assert.fail(template)
  const needed = asks.filter(({ standard }) => standard === null).map(({ name }) => name)
  assert.ok(needed.every((name) => name === 'mailbox'))
  const { workflow, draft, troubles } = (await call('create-workflow', {
    ...{
      name: title,
      template,
      language,
      answers: { ...Object.fromEntries(needed.map((name) => [name, outside.sender])), ...more },
    },
  })) as { workflow: { id: string }; draft: { id: string; revision: number }; troubles: { level: string }[] }
  assert.deepEqual(
    troubles.filter(({ level }) => level === 'error'),
    [],
  )
  await call('publish-workflow', { workflowId: workflow.id, draftId: draft.id, revision: draft.revision })
  return workflow.id
}
const firstRun = async (workflowId: string): Promise<string> =>
  (await until('its run', async () => (await runsOf(app, as, workflowId))[0])).id
const finalStates = ['completed', 'failed', 'paused']
const endOf = async (runId: string) => {
  const shown = await untilRun(app, as, runId, ...finalStates)
  assert.equal(shown.run.state, 'completed', JSON.stringify(shown))
  return { ...shown, nodes: shown.steps.filter(({ state }) => state === 'done').map(({ node }) => node) }
}
/** Until it waits at a step, after which its time is over. */
const letWait = async (runId: string, node: string, days: number): Promise<void> => {
  await until(`it waits at ${node}`, async () =>
    (await showRun(app, as, runId)).steps.some((step) => step.node === node && step.wait?.state === 'open'),
  )
  await passTime(app, as, runId, days * 86_400)
}
const lead = async (name: string, email: string, more: object = {}): Promise<void> => {
  const key = await app.given.key(as.orgId)
  assert.equal((await app.post({ name, email, source: 'website', ...more }, key.text)).status, 200)
}
const tasks = async (): Promise<string[]> => ((await call('list-tasks')).tasks as { title: string }[]).map(({ title }) => title)

test('a lead is welcomed by email in the language of the template, line by line, and there is a task to call who does not reply', async () => {
  const id = await publishTemplate('welcome_lead', { text: 'Wir melden uns.\nBis bald & <liebe> Grüße' }, 'de')
  await lead('Ida <b>Known</b>', 'ida@client.example')
  const runId = await firstRun(id)
  await letWait(runId, 'reply', 2)
  const { nodes, steps } = await endOf(runId)
  assert.deepEqual(nodes, ['welcome', 'reply', 'call'])
  const { messageId } = (steps.find(({ node }) => node === 'welcome')?.output ?? {}) as { messageId?: string }
  const { mail } = (await call('show-email', { id: messageId, userEmail: outside.sender })) as { mail: object }
  const shown = JSON.stringify(mail)
  assert.ok(
    shown.includes('Vielen Dank für Ihre Nachricht') && shown.includes('Guten Tag Ida &lt;b&gt;Known&lt;/b&gt;,'),
    shown,
  )
  assert.match(shown, /<p>Wir melden uns\.<br ?\/?>Bis bald &amp; &lt;liebe&gt; Grüße<\/p>/)
  assert.ok((await tasks()).some((title) => title.startsWith('Ida') && title.includes('anrufen')))
  await call('archive-workflow', { workflowId: id })
})

test('a hot lead is rated, handed to a colleague who takes it, and becomes a deal', async () => {
  await connectAi(app, 'gemini', as)
  const laid = await ask(`${vendors.address}/sandbox/gemini/api/answers`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ contains: 'Rate how promising', json: { score: 90, reason: 'A whole house.' }, times: 1 }),
  })
  assert.equal(laid.status, 201)
  const id = await publishTemplate('hand_over_lead')
  await lead('Ben Hot', 'ben@client.example')
  const runId = await firstRun(id)
  await untilRun(app, as, runId, 'waiting', ...finalStates)
  await call('resume-workflow', { runId, choice: 'take' })
  const { nodes } = await endOf(runId)
  assert.deepEqual(nodes, ['score', 'is_hot', 'ask', 'deal'])
  await call('archive-workflow', { workflowId: id })
})

test('an invoice that is not paid is reminded of three times, and an admin is asked; one that is void is not', async () => {
  const id = await publishTemplate('chase_invoice', { days: 1 })
  const line = { description: 'Deposit', quantity: 1, unitMinor: 10_000, taxRate: 19 }
  const { invoice } = (await call('create-invoice', {
    ...{ clientName: 'Maya Rao', clientEmail: 'maya@client.example', currency: 'EUR', lines: [line] },
  })) as { invoice: { id: string } }
  await call('send-invoice', { invoiceId: invoice.id })
  const runId = await firstRun(id)
  for (const node of ['first_wait', 'second_wait', 'third_wait', 'last_wait']) await letWait(runId, node, 1)
  await until('an admin is asked', async () =>
    (await showRun(app, as, runId)).steps.some(({ node, wait }) => node === 'ask' && wait?.state === 'open'),
  )
  await call('resume-workflow', { runId, choice: 'done' })
  const { nodes } = await endOf(runId)
  assert.deepEqual(
    nodes.filter((node) => node.endsWith('_email')),
    ['first_email', 'second_email', 'third_email'],
  )

  const { invoice: other } = (await call('create-invoice', {
    ...{ clientName: 'Ben Ito', clientEmail: 'ben@client.example', currency: 'EUR', lines: [line] },
  })) as { invoice: { id: string } }
  await call('send-invoice', { invoiceId: other.id })
  const second = (await until('its run', async () => (await runsOf(app, as, id))[1])).id
  await letWait(second, 'first_wait', 1)
  await until('it waits again', async () =>
    (await showRun(app, as, second)).steps.some(({ node, wait }) => node === 'second_wait' && wait?.state === 'open'),
  )
  await call('void-invoice', { invoiceId: other.id, reason: 'Sent twice' })
  await letWait(second, 'second_wait', 1)
  assert.equal((await endOf(second)).run.reason, 'The invoice is no longer open.')
  await call('archive-workflow', { workflowId: id })
})

test('a booking is reminded of before it begins', async () => {
  const id = await publishTemplate('remind_booking')
  await call('save-event-type', { slug: 'talk', name: 'Talk', minutes: 30, grid: 30, mode: 'one', hosts: [as.personId] })
  const { contacts } = (await call('list-contacts', { search: 'ida@client.example', limit: 1 })) as {
    contacts: { id: string }[]
  }
  const start = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 11)}10:00:00Z`
  await call('create-booking', { eventType: 'talk', contactId: contacts[0]?.id, anyTime: true, start })
  const runId = await firstRun(id)
  await letWait(runId, 'wait', 4)
  await letWait(runId, 'wait_moved', 4)
  const { nodes } = await endOf(runId)
  assert.deepEqual(nodes, ['wait', 'look', 'wait_moved', 'look_again', 'is_on', 'remind'])
  await call('archive-workflow', { workflowId: id })
})

test('a missed call has a task to call back', async () => {
  await call('connect-sandbox', { provider: 'twilio' })
  const id = await publishTemplate('call_back')
  const { caller_id } = (await call('show-calling')) as { caller_id: string }
  const { accountSid } = await credentialsOf(app, as.orgId, 'twilio')
  const phone = async (path: string, body: object): Promise<{ sid: string }> => {
    const answer = await ask(`${app.url}/sandbox/twilio/api/calls${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as unknown as { sid: string }
  }
  const rings = await until('its webhook is registered', async () =>
    phone('', { account: accountSid, from: '+14155552001', to: caller_id }).catch(() => undefined),
  )
  await phone(`/${rings.sid}`, { do: 'no-answer' })
  const { nodes } = await endOf(await firstRun(id))
  assert.deepEqual(nodes, ['is_known', 'task'])
  assert.ok((await tasks()).includes('Call back +14155552001'))
})
