import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { newId } from '#core/ids.ts'
import { catalogue } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openWorkspace, type Workspace } from '#test/support/workflow-fixtures.ts'
import { visible } from './card-values.ts'
import { cardWords } from './card-words.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let space: Workspace
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
  space = await openWorkspace(app)
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

type Input = Record<string, unknown>
interface Proposal {
  readonly action: string
  readonly title: string
  readonly changes: readonly { field: string; label: string; from: string | null; to: string }[]
  readonly leaves: string | null
}
/** What becomes of calls of a model: proposals, and the errors that it is told, each in its own question. */
const propose = async (name: string, input: Input): Promise<{ readonly proposal?: Proposal; readonly told: string }> => {
  const api = `${app.url}/sandbox/gemini/api`
  await fetch(`${api}/answers`, { method: 'DELETE' })
  const laid = await fetch(`${api}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ calls: [{ name, input }] }),
  })
  assert.equal(laid.status, 201)
  // Twenty questions a minute are the most of one person.
  const who = await app.given.person(space.owner.orgId, 'admin')
  const { status, body } = await app.call('ask-assistant', { message: 'Do it' }, who)
  assert.equal(status, 200, `${name} ${JSON.stringify(body)}`)
  const { conversationId: id, proposals } = body as unknown as { conversationId: string; proposals: Proposal[] }
  const results = await app.database.inOrg(space.owner.orgId, (db) =>
    db.selectFrom('assistant_turns').select('content').where('conversation_id', '=', id).where('role', '=', 'tools').execute(),
  )
  return { ...(proposals[0] && { proposal: proposals[0] }), told: JSON.stringify(results) }
}
const refused = async (name: string, input: Input, why: RegExp): Promise<void> => {
  const { proposal, told } = await propose(name, input)
  assert.equal(proposal, undefined, `${name} ${JSON.stringify([input, proposal])}`)
  assert.match(told, why, name)
}

const note = async (): Promise<string> => {
  const made = await space.call('add-note', { kind: 'contact', recordId: space.contactId, body: 'Wants oak.' })
  return (made.note as { id: string }).id
}
const more: Readonly<Record<string, () => Promise<Input>>> = {
  'update-note': async () => ({ noteId: await note(), body: 'Wants walnut.' }),
  'delete-note': async () => ({ noteId: await note() }),
  'save-view': async () => ({ kind: 'lead', name: 'Mine', filter: { conditions: [] } }),
}
const writes = catalogue.filter(({ transports, effect }) => transports.includes('assistant') && effect === 'write')
const inputOf = (name: string): Promise<Input> => {
  const make = more[name] ?? space.inputs[name]
  assert.ok(make, `no input of ${name}: say one`)
  return make()
}
/** A choice is shown by its word, which is not the code. */
const wordOf = (text: string): string =>
  Object.values(cardWords('en').choices)
    .map((words) => (words as Readonly<Record<string, string>>)[text])
    .find((word) => word !== undefined) ?? text
const plainTexts = (value: unknown): string[] => {
  if (typeof value === 'string')
    return z.uuid().safeParse(value).success || z.iso.datetime().safeParse(value).success ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(plainTexts) : []
}

test('each write of the assistant is shown with every value and its record by name; a field or a record that is none is refused', async () => {
  assert.ok(writes.length > 20)
  for (const { name, changes: changed, leaves } of writes) {
    const input = await inputOf(name)
    const { proposal, told } = await propose(name, input)
    assert.ok(proposal, `${name} ${told}`)
    assert.ok(proposal.changes.length > 0 || proposal.title.includes(': '), `${name} is empty`)
    // A field of the workspace's own has a name of its own.
    for (const { field, label } of name === 'set-fields' ? [] : proposal.changes)
      assert.notEqual(label, field, `${name} has no words for ${field}`)
    assert.equal(proposal.leaves !== null, leaves !== undefined, `${name} hides what leaves the house`)
    const card = JSON.stringify(proposal)
    assert.doesNotMatch(
      JSON.stringify([proposal.title, proposal.changes]),
      /(?<!Tag |Field |Roof |-)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/,
      `${name} shows an id`,
    )
    const { kind: _kind, ...shown } = input
    for (const text of plainTexts(shown))
      assert.ok(card.includes(JSON.stringify(wordOf(text)).slice(1, -1)), `${name} hides ${text}: ${card}`)
    await refused(name, { ...input, [`x-${name}`]: 1 }, /There is no field/)
    if (changed !== undefined && input[changed] !== undefined) {
      assert.match(proposal.title, /: ./, `${name} does not name its record`)
      await refused(name, { ...input, [changed]: newId() }, /not_found|bad_request|There is nothing/)
    }
  }
})

test('notes, tasks, leads, tags and own fields show what stands there now, and what changes nothing is no proposal', async () => {
  const noteId = await note()
  const gone = (await propose('delete-note', { noteId })).proposal
  assert.deepEqual(gone?.changes, [{ field: 'body', label: 'Text', from: 'Wants oak.', to: '–' }])
  assert.match(gone?.title ?? '', /Ida Known/)
  const changed = (await propose('update-note', { noteId, body: 'Wants walnut.' })).proposal
  assert.deepEqual(changed?.changes, [{ field: 'body', label: 'Text', from: 'Wants oak.', to: 'Wants walnut.' }])
  await refused('update-note', { noteId, body: 'Wants oak.' }, /changes nothing/)

  const { taskId } = (await inputOf('complete-task')) as { taskId: string }
  const completed = (await propose('complete-task', { taskId })).proposal
  assert.deepEqual(completed?.changes, [{ field: 'done', label: 'Done', from: 'no', to: 'yes' }])
  await refused('reopen-task', { taskId }, /changes nothing/)
  await space.call('complete-task', { taskId })
  await refused('complete-task', { taskId }, /task_done/)

  const { leadId } = (await inputOf('update-lead')) as { leadId: string }
  const lead = (await propose('update-lead', { leadId, state: 'not_fit', reason: 'Too far', ownerId: space.member.personId }))
    .proposal
  assert.equal(lead?.changes.find(({ field }) => field === 'state')?.from, 'New')
  await refused('update-lead', { leadId, state: 'new' }, /changes nothing/)
  await refused('update-lead', { leadId }, /changes nothing/)

  const of = { kind: 'contact', recordIds: [space.contactId] }
  await space.call('tag-records', { ...of, add: ['Prospect'] })
  const tagged = (await propose('tag-records', { ...of, add: ['VIP'], remove: ['prospect'] })).proposal
  const change = tagged?.changes.find(({ field }) => field === 'tags')
  assert.match(change?.from ?? '', /^Ida Known: .*Prospect/)
  assert.match(change?.to ?? '', /^Ida Known: (?!.*Prospect).*VIP/)
  await refused('tag-records', { ...of, add: ['PROSPECT'] }, /nothing would change/)
  await refused('tag-records', { ...of, recordIds: [space.contactId, newId()], add: ['VIP'] }, /There is nothing with the id/)

  const { field } = (await space.call('save-field', {
    ...{ kind: 'contact', name: 'Budget', fieldType: 'money', currency: 'EUR' },
  })) as unknown as { field: { key: string } }
  const set = (amount: number) => ({
    kind: 'contact',
    recordId: space.contactId,
    fields: { [field.key]: { amount_minor: amount } },
  })
  await space.call('set-fields', set(100_000))
  const valued = (await propose('set-fields', set(250_050))).proposal
  assert.deepEqual(valued?.changes, [{ field: 'Budget', label: 'Budget', from: '€1,000.00', to: '€2,500.50' }])
  await refused('set-fields', set(100_000), /changes nothing/)
  await refused('set-fields', { ...set(1), fields: { nonsense: 1 } }, /field_not_found/)
})

test('a value that cannot be shown whole or kept is refused; hidden characters are made visible', async () => {
  const mail = { to: 'ida@example.com', subject: 'Thursday', userEmail: space.sender }
  await refused('send-email', { ...mail, body: 'x'.repeat(20_007) }, /too long to be shown/)
  await refused('send-email', { ...mail, body: 'a\0b' }, /field_bad_text/)
  await refused('send-email', { ...mail, files: [newId()], body: 'x', mentions: [] }, /There is no field mentions/)
  const { proposal } = await propose('send-email', {
    ...mail,
    subject: 'Pay \u202e00001\u202c €\u200b',
    body: 'Hello\nnamaste \u0928\u200d',
  })
  const said = Object.fromEntries((proposal?.changes ?? []).map(({ field, to }) => [field, to]))
  assert.equal(said.subject, 'Pay ⟨U+202E⟩00001⟨U+202C⟩ €⟨U+200B⟩')
  assert.equal(said.body, 'Hello\nnamaste \u0928\u200d')
  assert.equal(visible('a\u{e0041}'), 'a⟨U+E0041⟩')
})
