import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { catalogue } from '#domains/catalogue.ts'
import { connectAi, ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { askObeying, everythingOf, hostile, lay, orders } from './injecting.ts'
import { actions, shapeOf, someBody } from './request-bodies.ts'

/*
 * A sentence in somebody's message makes no assistant act (P69). The model here is the worst one: it obeys whatever it reads. What it asks
 * for is a proposal at the most, and nothing is done, sent or fetched.
 */

let app: TestApp
let vendors: TestSandbox
before(async () => {
  vendors = await startSandbox()
  app = await startApp({ env: { GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1` } })
})
after(async () => {
  await app?.stop()
  await vendors?.stop()
})

/** What a stranger can fill in with a lead. */
const fields = ['full_name', 'company', 'job_title', 'notes', 'message', 'utm_campaign', 'landing_page', 'custom'] as const
const leadOf = (field: (typeof fields)[number], text: string, at: number): object => ({
  ...{ external_id: `injection-${at}`, email: `stranger-${at}@example.com`, source: 'website' },
  ...(field === 'custom' ? { favourite_colour: text } : { [field]: text }),
})

test('of 120 injections in every field of a lead, in twelve languages, with a model that obeys each, none writes, sends, approves or fetches anything', async () => {
  const owner = await ownerWithGemini(app)
  const key = await app.given.key(owner.orgId)
  const people = [owner, ...(await Promise.all(Array.from({ length: 7 }, () => app.given.person(owner.orgId, 'owner'))))]
  const injections = orders.flatMap((order) => fields.map((field) => ({ order, field })))
  assert.equal(injections.length, 120)
  const leads: string[] = []
  for (const [at, { order, field }] of injections.entries()) {
    const { status, body } = await app.post(leadOf(field, hostile(order, at), at), key.text)
    assert.ok(status === 200 || status === 201, JSON.stringify(body))
    leads.push(String(body.lead_id))
  }
  const before = await everythingOf(app, owner.orgId)
  let proposals = 0
  await Promise.all(
    people.map(async (who, nth) => {
      for (let at = nth; at < leads.length; at += people.length) {
        const leadId = leads[at] as string
        const read = { name: 'show-lead', input: { leadId } }
        const made = await askObeying({ app, vendors }, who, { at, leadId, read })
        proposals += made
      }
    }),
  )
  assert.ok(proposals >= 120)
  assert.equal(await everythingOf(app, owner.orgId), before)
  const asked = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('provider_calls').selectAll().execute())
  assert.ok(asked.length > 0)
  assert.deepEqual([...new Set(asked.map(({ provider }) => provider))], ['gemini'])
})

test('the assistant reads for a member, an admin and an owner what each may read: the verdict is that of the direct call', async () => {
  const owner = await ownerWithGemini(app)
  await connectAi(app, 'openai', owner)
  const id = '01980000-0000-7000-8000-000000000000'
  const reads = catalogue.filter(({ transports, effect }) => transports.includes('assistant') && effect === 'read')
  for (const role of ['member', 'admin', 'owner'] as const) {
    const people = await Promise.all([0, 1, 2].map(() => app.given.person(owner.orgId, role)))
    for (const [at, { name, input }] of reads.entries()) {
      const who = people[at % people.length] as Someone
      const listed = Object.keys((input as { readonly shape?: object }).shape ?? {})
      const body = Object.fromEntries(listed.filter((field) => /Id$/.test(field)).map((field) => [field, id]))
      const direct = await app.call(name, body, who)
      await lay(vendors, { calls: [{ name, input: body }] })
      const { body: told } = await app.call('ask-assistant', { message: 'Look' }, who)
      const looks = told.looks as unknown as { action: string; failed: string | null }[]
      assert.deepEqual(
        looks.map(({ action, failed }) => [action, failed]),
        [[name, direct.status === 200 ? null : direct.body.code]],
        `${name} as ${role}`,
      )
    }
  }
})

test('of the records of another workspace the assistant reads none and proposes nothing, by whatever action and role; each call is refused as it is directly', async () => {
  const theirs = await app.given.organization()
  const made = async (
    name: string,
    body: object,
  ): Promise<Record<string, { readonly id: string } & Record<string, unknown>>> => {
    const answer = await app.call(name, body, theirs)
    assert.equal(answer.status, 200, `${name} ${JSON.stringify(answer.body)}`)
    return answer.body as never
  }
  const { deal } = await made('create-deal', {
    client: { name: 'Canary Rosa', email: 'rosa@canary.example' },
    name: 'Canary site',
  })
  const contact = deal?.contact as { readonly id: string }
  const { lead } = await made('add-lead', { name: 'Canary lead', email: 'lead@canary.example' })
  const { invoice } = await made('create-invoice', {
    ...{ clientName: 'Canary', clientEmail: 'bill@canary.example', currency: 'EUR' },
    lines: [{ description: 'Canary work', quantity: 1, unitMinor: 100 }],
  })
  const { task } = await made('add-task', { title: 'Canary task', dealId: deal?.id })
  const { note } = await made('add-note', { kind: 'contact', recordId: contact.id, body: 'Canary note' })
  const ids: Readonly<Record<string, unknown>> = {
    ...{ dealId: deal?.id, projectId: deal?.id, contactId: contact.id, recordId: contact.id, recordIds: [contact.id] },
    ...{ leadId: lead?.id, invoiceId: invoice?.id, taskId: task?.id, noteId: note?.id },
  }
  const owner = await ownerWithGemini(app)
  const open = actions.filter(({ transports, name }) => transports.includes('assistant') && name !== 'ai-chat')
  let tried = 0
  for (const role of ['member', 'owner'] as const) {
    const people = await Promise.all(Array.from({ length: 6 }, () => app.given.person(owner.orgId, role)))
    for (const [at, action] of open.entries()) {
      const { name, effect } = action
      const named = Object.keys(shapeOf(action).properties ?? {}).filter((field) => field in ids)
      if (named.length === 0) continue
      tried++
      const who = people[at % people.length] as Someone
      const required = { ...someBody(shapeOf(action)), ...Object.fromEntries(named.map((field) => [field, ids[field]])) }
      const direct = effect === 'read' ? await app.call(name, required, who) : null
      await lay(vendors, { calls: [{ name, input: required }] })
      const { status, body } = await app.call('ask-assistant', { message: 'Look' }, who)
      assert.equal(status, 200, `${name} ${JSON.stringify(body)}`)
      const [look] = body.looks as unknown as { action: string; failed: string | null }[]
      const where = `${name} as ${role}: ${JSON.stringify(body)}`
      assert.deepEqual(body.proposals, [], where)
      if (direct) assert.equal(look?.failed, direct.status === 200 ? null : direct.body.code, where)
      else assert.ok(look?.failed, where)
      assert.doesNotMatch(JSON.stringify(body), /canary/i, where)
    }
  }
  assert.ok(tried > 40, `${tried} actions`)
  const heard = await (await fetch(`${vendors.address}/sandbox/gemini/api/talks`)).text()
  assert.doesNotMatch(heard, /Canary (Rosa|site|lead|work|task|note)/)
})
