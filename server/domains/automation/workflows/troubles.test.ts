import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#domains/catalogue.ts'
import { newId } from '#core/ids.ts'
import { readDraft } from './draft-definitions.ts'
import { knownCatalogue } from './known-catalogue.ts'
import type { KnownParts, KnownWorkflow } from './known-parts.ts'
import { findTroubles } from './troubles.ts'

const self = newId()
const known = (workflows: Record<string, KnownWorkflow> = {}): KnownParts => ({
  ...knownCatalogue(),
  ...{ workflows: new Map(Object.entries(workflows)), people: new Set(), connections: new Set(), allowed: [], self },
})

type Parts = { trigger?: object; nodes?: readonly object[]; first?: string | null; settings?: object }
const check = ({ trigger, nodes = [], ...rest }: Parts, parts = known()) =>
  findTroubles(
    readDraft({
      ...{ foyer_workflow: 1, name: 'Test', trigger: trigger ?? { kind: 'event', event: 'lead.received' }, nodes },
      first: (nodes[0] as { id?: string } | undefined)?.id ?? null,
      ...rest,
    }),
    parts,
  ).map(({ node, field, level }) => `${level} ${node ?? '-'} ${field}`)

const stop = (id: string, next = {}) => ({ id, kind: 'stop', next })
const set = (id: string, next: object = {}, values: object = {}) => ({ id, kind: 'set', values, next })

test('a whole workflow has no trouble', () => {
  assert.deepEqual(
    check({ nodes: [set('one', { done: 'end' }, { greeting: 'Hello {{ trigger.data.source }}' }), stop('end')] }),
    [],
  )
})

test('edges to nowhere, doubled names, unknown outlets and steps that no path reaches are named with their step', () => {
  assert.deepEqual(check({ nodes: [set('one', { done: 'gone' })] }), ['error one next.done'])
  assert.deepEqual(check({ nodes: [set('one'), stop('one')] }), ['error one id'])
  assert.deepEqual(check({ nodes: [set('one', { maybe: 'end' }), stop('end')] }), ['error one next.maybe'])
  assert.deepEqual(check({ nodes: [set('one'), stop('end')] }), ['warning end next'])
  assert.deepEqual(check({ nodes: [set('one')], first: 'none' }), ['error - first', 'warning one next'])
  assert.deepEqual(check({ nodes: [set('one')], first: null }), ['error - first', 'warning one next'])
  assert.deepEqual(check({}), ['warning - first'])
})

test('rings are found at the step that leads back, also one of a single step and one in a body', () => {
  assert.deepEqual(check({ nodes: [set('one', { done: 'one' })] }), ['error one next.done'])
  assert.deepEqual(check({ nodes: [set('one', { done: 'two' }), set('two', { done: 'one' })] }), ['error two next.done'])
  const loop = { id: 'each_one', kind: 'loop', items: '[1, 2]', next: { each: 'body' } }
  assert.deepEqual(check({ nodes: [loop, set('body', { done: 'each_one' })] }), ['error each_one next', 'error body next.done'])
})

test('a body is entered by its outlet and left by ending: what is reached from inside and outside is refused', () => {
  const loop = (next: object) => ({ id: 'each_one', kind: 'loop', items: '[1, 2]', next })
  assert.deepEqual(check({ nodes: [loop({ each: 'body', done: 'end' }), set('body'), stop('end')] }), [])
  assert.deepEqual(check({ nodes: [loop({ each: 'body', done: 'end' }), set('body', { done: 'end' }), stop('end')] }), [
    'error end next',
  ])
  assert.deepEqual(check({ nodes: [loop({})] }), ['error each_one next.each'])
  const ways = { id: 'ways', kind: 'parallel', branches: [{ id: 'left' }, { id: 'right' }] }
  assert.deepEqual(check({ nodes: [{ ...ways, next: { left: 'a', right: 'a' } }, set('a')] }), ['error a next'])
  assert.deepEqual(check({ nodes: [ways] }), ['error ways next'])
  assert.deepEqual(check({ nodes: [{ ...ways, wait_for: 3, next: { left: 'a' } }, set('a')] }), ['error ways wait_for'])
})

test('an action that there is not, that is missing a field, or is given a wrong one is named with the field', () => {
  const send = (input: object, action = 'send-whatsapp') => ({ id: 'send', kind: 'action', action, input })
  assert.deepEqual(check({ nodes: [send({ to: '+4915112345678', message: 'Hello' })] }), [])
  assert.deepEqual(check({ nodes: [send({}, 'remove-member')] }), ['error send action'])
  assert.deepEqual(check({ nodes: [send({ message: 'x' })] }), ['error send input.to'])
  assert.deepEqual(check({ nodes: [send({ message: 'x', to: 7 })] }), ['error send input.to'])
  const message = { to: '+49', message: 'x' }
  assert.deepEqual(check({ nodes: [send({ ...message, templateVars: 'Maya' })] }), ['error send input.templateVars'])
  assert.deepEqual(check({ nodes: [send({ ...message, messge: 'x' })] }), ['warning send input.messge'])
})

test('fields of which an action needs one are fields that it has', () => {
  for (const { name, input, needs_one_of } of known().actions.values())
    for (const field of needs_one_of.flat()) assert.ok(input.properties?.[field], `${name} ${field}`)
})

test('of fields of which one is needed the first is named where all are missing, and none where one is given', () => {
  const send = (input: object) => ({ id: 'send', kind: 'action', action: 'send-email', input })
  const mail = { to: 'maya@client.example', subject: 'Hello', userEmail: 'team@example.com' }
  assert.deepEqual(check({ nodes: [send(mail)] }), ['error send input.text'])
  assert.deepEqual(check({ nodes: [send({ ...mail, text: '' })] }), ['error send input.text'])
  for (const given of [{ text: 'Hello' }, { body: '<p>Hello</p>' }])
    assert.deepEqual(check({ nodes: [send({ ...mail, ...given })] }), [])
})

test('a wait for an event says whom it is about: by a record, or by a field that equals what the run knows', () => {
  const wait = (more: object, next: object = {}) => ({
    ...{ id: 'wait', kind: 'wait', next },
    for: { kind: 'event', event: 'message.received', at_most: { amount: 1, unit: 'days' }, ...more },
  })
  const refused = ['error wait for.where']
  const same = 'event.data.contact_id == trigger.data.contact_id'
  assert.deepEqual(check({ nodes: [wait({ about: 'trigger.data.contact_id' })] }), [])
  for (const where of [same, `event.data.channel == 'email' && (${same})`, 'trigger.data.contact_id == event.data.contact_id'])
    assert.deepEqual(check({ nodes: [wait({ where })] }), [], where)
  assert.deepEqual(check({ nodes: [wait({})] }), refused)
  for (const where of [
    ...["event.data.channel == 'email'", `${same} || event.data.channel == 'email'`, `!(${same})`],
    ...['event.data.contact_id != trigger.data.contact_id', 'event.data.contact_id == event.subject_id'],
    // A time has many texts.
    ...['event.at == trigger.at', 'event.data.contact_id in [trigger.data.contact_id]'],
  ])
    assert.deepEqual(check({ nodes: [wait({ where })] }), refused, where)
  // Of a schedule there are few.
  const schedule = { kind: 'schedule', schedule: { cron: '0 9 * * *', zone: 'UTC' } }
  assert.deepEqual(check({ trigger: schedule, nodes: [wait({})] }), [])
})

test('a variable says whom a wait is about, unless another branch may set it meanwhile', () => {
  const where = 'event.data.contact_id == vars.who'
  const wait = {
    ...{ id: 'wait', kind: 'wait' },
    for: { kind: 'event', event: 'message.received', where, at_most: { amount: 1, unit: 'days' } },
  }
  const first = (next: string) => set('who', { done: next }, { who: '{{ trigger.data.contact_id }}' })
  assert.deepEqual(check({ nodes: [first('wait'), wait] }), [])
  const ways = { id: 'ways', kind: 'parallel', branches: [{ id: 'left' }, { id: 'right' }] }
  const other = set('other', {}, { who: 'x' })
  assert.deepEqual(check({ nodes: [first('ways'), { ...ways, next: { left: 'wait', right: 'other' } }, wait, other] }), [
    'error wait for.where',
  ])
})

test('expressions are checked by the types of what each step can see', () => {
  const when = (text: string) => ({ id: 'ask', kind: 'condition', when: text })
  assert.deepEqual(check({ nodes: [when("trigger.data.source == 'apollo'")] }), [])
  assert.deepEqual(check({ nodes: [when('trigger.data.sorce == "apollo"')] }), ['error ask when'])
  assert.deepEqual(check({ nodes: [when('trigger.data.source')] }), ['error ask when'])
  assert.deepEqual(check({ nodes: [when('trigger.data.source ==')] }), ['error ask when'])
  assert.deepEqual(check({ nodes: [when('steps.later.x == 1')] }), ['error ask when'])
  assert.deepEqual(check({ trigger: { kind: 'event', event: 'lead.received', filter: 'trigger.data.nothing == 1' } }), [
    'error - trigger.filter',
    'warning - first',
  ])
  const text = (template: string) => ({ id: 'end', kind: 'stop', reason: template })
  assert.deepEqual(check({ nodes: [text('{{ trigger.data.source }}')] }), [])
  assert.deepEqual(check({ nodes: [text('{{ trigger.data.')] }), ['error end reason'])
})

test('a step sees what surely ran before it, and what perhaps did as what may be empty; nothing of another branch', () => {
  const send = (id: string, next: object) => ({
    id,
    kind: 'action',
    action: 'send-whatsapp',
    input: { to: '+49', message: 'x' },
    next,
  })
  const ask = (id: string, text: string, next: object = {}) => ({ id, kind: 'condition', when: text, next })
  assert.deepEqual(check({ nodes: [send('sent', { done: 'ask' }), ask('ask', 'steps.sent.success')] }), [])
  const perhaps = [ask('maybe', "trigger.data.source == 'a'", { yes: 'sent', no: 'ask' }), send('sent', { done: 'ask' })]
  assert.deepEqual(check({ nodes: [...perhaps, ask('ask', 'steps.sent.success')] }), ['error ask when'])
  assert.deepEqual(check({ nodes: [...perhaps, ask('ask', 'default(steps.sent.success, false)')] }), [])
  const ways = {
    id: 'ways',
    kind: 'parallel',
    branches: [{ id: 'left' }, { id: 'right' }],
    next: { left: 'sent', right: 'ask' },
  }
  assert.deepEqual(check({ nodes: [ways, send('sent', {}), ask('ask', 'steps.sent.success')] }), ['error ask when'])
})

test('in a loop there is the item, with the type of the list, and outside there is none', () => {
  const loop = { id: 'each_one', kind: 'loop', items: '[1, 2]', next: { each: 'body', done: 'after' } }
  const ask = (id: string, text: string) => ({ id, kind: 'condition', when: text })
  assert.deepEqual(check({ nodes: [loop, ask('body', 'item > index'), ask('after', 'steps.each_one.count > 1')] }), [])
  assert.deepEqual(check({ nodes: [loop, ask('body', "item == 'x'"), ask('after', 'item > 1')] }), [
    'error body when',
    'error after when',
  ])
  assert.deepEqual(check({ nodes: [{ ...loop, items: "'text'", next: { each: 'body' } }, set('body')] }), [
    'error each_one items',
  ])
})

test('forms, choices and outlets have names of their own; a choice has something to choose from', () => {
  const person = (more: object) => ({
    id: 'ask',
    kind: 'person',
    to: { kind: 'role', role: 'admin' },
    heading: 'Approve?',
    ...more,
  })
  const field = { name: 'amount', label: 'Amount', type: 'choice' }
  assert.deepEqual(check({ nodes: [person({})] }), [])
  assert.deepEqual(check({ nodes: [person({ form: [field] })] }), ['error ask form.0.choices'])
  assert.deepEqual(
    check({
      nodes: [
        person({
          form: [
            { ...field, type: 'text' },
            { ...field, type: 'text' },
          ],
        }),
      ],
    }),
    ['error ask form.1.name'],
  )
  assert.deepEqual(check({ nodes: [person({ choices: [{ id: 'timeout', label: 'Late' }] })] }), ['error ask choices.0.id'])
  assert.deepEqual(check({ nodes: [person({ to: { kind: 'person', person: newId() } })] }), ['error ask to.person'])
  const sorted = {
    id: 'sort',
    kind: 'switch',
    cases: [
      { id: 'a', when: 'true' },
      { id: 'a', when: 'false' },
    ],
  }
  assert.deepEqual(check({ nodes: [sorted] }), ['error sort cases.1.id'])
})

test('a workflow that starts itself, a ring by way of others, too many levels and a wrong kind are refused', () => {
  const start = (workflow: string, input: object = {}) => ({ id: 'go', kind: 'workflow', workflow, input })
  const request = {
    kind: 'request',
    input: [{ name: 'who', label: 'Who', type: 'text', required: true }],
    open_to: 'member',
  } as const
  const [a, b] = [newId(), newId()]
  const of = (starts: string[]): KnownWorkflow => ({
    name: 'Other',
    trigger: { ...request, input: [...request.input] },
    starts,
  })
  assert.deepEqual(check({ nodes: [start(self)] }), ['error go workflow'])
  assert.deepEqual(check({ nodes: [start(a)] }), ['error go workflow'])
  assert.deepEqual(check({ nodes: [start(a, { who: 'x' })] }, known({ [a]: of([]) })), [])
  assert.deepEqual(check({ nodes: [start(a)] }, known({ [a]: of([]) })), ['error go input.who'])
  assert.deepEqual(check({ nodes: [start(a)] }, known({ [a]: of([b]), [b]: of([self]) })), ['error go workflow'])
  const many = Array.from({ length: 6 }, () => newId())
  const chain = Object.fromEntries(many.map((id, at) => [id, of(many.slice(at + 1, at + 2))]))
  assert.deepEqual(check({ nodes: [start(many[0] as string, { who: 'x' })] }, known(chain)), ['error go workflow'])
  assert.deepEqual(check({ nodes: [start(many[1] as string, { who: 'x' })] }, known(chain)), [])
  const event: KnownWorkflow = { name: 'Other', trigger: { kind: 'event', event: 'lead.received', imports: false }, starts: [] }
  assert.deepEqual(check({ nodes: [start(a)] }, known({ [a]: event })), ['error go workflow'])
})

test('credentials are not typed into a request, and its address is https', () => {
  const http = (more: object) => ({ id: 'tell', kind: 'http', method: 'POST', url: 'https://example.com/x', ...more })
  assert.deepEqual(check({ nodes: [http({})] }), [])
  assert.deepEqual(check({ nodes: [http({ headers: { Authorization: 'Bearer x' } })] }), ['error tell headers.Authorization'])
  assert.deepEqual(check({ nodes: [http({ url: 'http://example.com' })] }), ['error tell url'])
  assert.deepEqual(check({ nodes: [http({ url: 'https://me:secret@example.com' })] }), ['error tell url'])
})

test('an unfinished step is a trouble of its field, and two hundred tangled steps take less than 1.5 s of a processor', () => {
  assert.deepEqual(check({ nodes: [{ id: 'ask', kind: 'condition' }] }), ['error ask when'])
  assert.deepEqual(check({ trigger: { kind: 'event' } }), ['error - trigger.event', 'warning - first'])
  const ids = Array.from({ length: 200 }, (_, n) => `n${n}`)
  const nodes = ids.map((id, n) => ({
    ...{ id, kind: 'switch', cases: Array.from({ length: 20 }, (_, at) => ({ id: `c${at}`, when: 'true' })) },
    next: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`c${at}`, ids[(n * 7 + at * 13) % 200]])),
  }))
  const began = process.cpuUsage()
  assert.ok(check({ nodes }).length > 0)
  const { user } = process.cpuUsage(began)
  assert.ok(user < 1_500_000, `${user} µs of processor`)
})
