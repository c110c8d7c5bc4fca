import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { connectAll } from '#test/support/workflow-fixtures.ts'
import { publish, runsOf, type ShownRun, showRun, start, untilRun } from '#test/support/workflows.ts'

/** Whole runs whose steps write to clients, with the sandbox as the world outside. */
let app: TestApp
let worker: { stop(): Promise<void> }
let as: Someone
let outside: Awaited<ReturnType<typeof connectAll>>
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
  as = await app.given.organization('Nordlicht')
  outside = await connectAll(app, as)
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const call = async (type: string, body: object = {}): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const contactOf = (search: string): Promise<{ id: string }> =>
  until('the contact', async () => ((await call('list-contacts', { search, limit: 5 })).contacts as { id: string }[])[0])
const byRequest = (...names: string[]) => ({
  ...{ kind: 'request', open_to: 'member' },
  input: names.map((name) => ({ name, label: name, type: 'text' })),
})
const act = (id: string, action: string, input: object, next?: string) => ({
  ...{ id, kind: 'action', action, input },
  ...(next && { next: { done: next } }),
})
const outputOf = (steps: ShownRun['steps'], node: string): unknown => steps.find((each) => each.node === node)?.output ?? {}
const outcomeOf = async (runId: string) => {
  const { run, steps } = await untilRun(app, as, runId, 'completed', 'failed', 'paused', 'uncertain')
  assert.equal(run.state, 'completed', JSON.stringify({ run, steps }))
  return { run, steps }
}

test('a lead that a step adds says that a workflow added it', async () => {
  const nodes = [act('add', 'add-lead', { name: 'Nora Added', email: 'added@nora.example' })]
  const { id } = await publish(app, as, { name: 'Add a lead', trigger: byRequest(), nodes })
  const { steps } = await outcomeOf(await start(app, as, id))
  assert.equal((outputOf(steps, 'add') as { lead?: { via?: string } }).lead?.via, 'workflow')
})

test('a lead is welcomed by an email to its contact, in the name of the workspace, and a task waits for a member', async () => {
  const { id } = await publish(app, as, {
    name: 'Welcome a lead',
    trigger: { kind: 'event', event: 'lead.received' },
    nodes: [
      act('who', 'show-contact', { contactId: '{{ trigger.data.contact_id }}' }, 'welcome'),
      act(
        'welcome',
        'send-email',
        {
          ...{ to: '{{ steps.who.contact.email }}', subject: 'Welcome, {{ trigger.data.name }}' },
          ...{ body: '<p>We call you tomorrow.</p>', userEmail: outside.sender },
        },
        'call',
      ),
      act('call', 'add-task', { title: 'Call {{ trigger.data.name }}', contactId: '{{ trigger.data.contact_id }}' }),
    ],
  })
  const key = await app.given.key(as.orgId)
  await app.post({ name: 'Ida Known', email: 'ida@client.example', source: 'website' }, key.text)
  const run = await until('the run', async () => (await runsOf(app, as, id))[0])
  const { steps } = await outcomeOf(run.id)
  const { messageId } = outputOf(steps, 'welcome') as { messageId: string }
  const mail = await until('the mail has left', async () => {
    const { mail } = (await call('show-email', { id: messageId, userEmail: outside.sender })) as {
      mail: Record<string, unknown>
    }
    return mail.state === 'sent' ? mail : undefined
  })
  assert.equal(mail.subject, 'Welcome, Ida Known')
  const contact = await contactOf('ida@client.example')
  const { history } = (await call('fetch-chat-history', { projectId: contact.id })) as { history: Record<string, unknown>[] }
  assert.deepEqual(
    history.map(({ author, workflow, state }) => [author, workflow, state]),
    [[null, 'Welcome a lead', 'sent']],
  )
  const { tasks } = (await call('list-tasks', { contactId: contact.id })) as {
    tasks: { title: string; workflow: string | null }[]
  }
  assert.deepEqual(
    tasks.filter(({ workflow }) => workflow !== null).map(({ title, workflow }) => [title, workflow]),
    [['Call Ida Known', 'Welcome a lead']],
  )
  assert.equal((await runsOf(app, as, id)).length, 1)
})

test('an invoice is made, sent and paid: the run waits for the money and goes on when it is there', async () => {
  const { id } = await publish(app, as, {
    name: 'Collect a deposit',
    trigger: byRequest('email'),
    nodes: [
      act(
        'deposit',
        'create-invoice',
        {
          ...{ clientName: 'Maya Rao', clientEmail: '{{ trigger.input.email }}', currency: 'EUR' },
          lines: [{ description: 'Deposit', quantity: 1, unitMinor: 10_000, taxRate: 19 }],
        },
        'send',
      ),
      act('send', 'send-invoice', { invoiceId: '{{ steps.deposit.invoice.id }}' }, 'link'),
      act(
        'link',
        'create-payment',
        {
          ...{ invoiceId: '{{ steps.deposit.invoice.id }}', clientEmail: '{{ trigger.input.email }}', targetCurrency: 'EUR' },
          ...{ successUrl: `${app.url}/?session_id={CHECKOUT_SESSION_ID}`, cancelUrl: app.url },
        },
        'money',
      ),
      {
        ...{ id: 'money', kind: 'wait', next: { done: 'paid', timeout: 'late' } },
        for: {
          ...{ kind: 'event', event: 'payment.received', about: 'steps.deposit.invoice.id' },
          at_most: { amount: 14, unit: 'days' },
        },
      },
      { id: 'paid', kind: 'stop', reason: 'Paid' },
      { id: 'late', kind: 'stop', outcome: 'failed', reason: 'Not paid' },
    ],
  })
  const runId = await start(app, as, id, { email: 'maya@client.example' })
  const { steps } = await untilRun(app, as, runId, 'waiting', 'failed', 'paused')
  const link = steps.find(({ node }) => node === 'link')
  assert.equal(link?.state, 'done', JSON.stringify(steps))
  const { url } = link.output as { url: string }
  const paid = await fetch(url, {
    ...{ method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    body: new URLSearchParams({ method: 'card', card: '4242424242424242' }),
  })
  assert.equal(paid.status, 303)
  assert.equal((await outcomeOf(runId)).run.reason, 'Paid')
  const invoiceId = (outputOf(steps, 'deposit') as { invoice: { id: string } }).invoice.id
  const { events } = (await call('show-invoice', { invoiceId })) as { events: { kind: string; workflow: string | null }[] }
  assert.deepEqual(
    events
      .filter(({ workflow }) => workflow !== null)
      .map(({ kind }) => kind)
      .slice(0, 2),
    ['created', 'sent'],
  )
})

test('a WhatsApp message asks, the run waits for what the contact answers, and uses it', async () => {
  const maya = await outside.phones.add({ name: 'Maya' })
  await outside.phones.write(maya.id, { text: 'Hello' })
  const contact = await contactOf('Maya')
  const { id } = await publish(app, as, {
    name: 'Ask for a day',
    trigger: byRequest('contact', 'number'),
    nodes: [
      act('ask', 'send-whatsapp', { to: '{{ trigger.input.number }}', message: 'Which day suits you?' }, 'answer'),
      {
        ...{ id: 'answer', kind: 'wait', next: { done: 'end', timeout: 'silent' } },
        for: { kind: 'event', event: 'message.received', about: 'trigger.input.contact', at_most: { amount: 3, unit: 'days' } },
      },
      { id: 'end', kind: 'stop', reason: 'They said: {{ steps.answer.event.data.text }}' },
      { id: 'silent', kind: 'stop', reason: 'They said nothing' },
    ],
  })
  const runId = await start(app, as, id, { contact: contact.id, number: `+${maya.number}` })
  await untilRun(app, as, runId, 'waiting', 'failed', 'paused')
  await outside.phones.received(maya.id, 'Which day suits you?')
  assert.equal((await showRun(app, as, runId)).run.state, 'waiting')
  await outside.phones.write(maya.id, { text: 'Thursday' })
  assert.equal((await outcomeOf(runId)).run.reason, 'They said: Thursday')
  const asked = (await outside.phones.messages(maya.id)).filter(({ from }) => from === 'business')
  assert.equal(asked.length, 1)
})
