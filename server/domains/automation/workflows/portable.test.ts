import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

const ask = async (name: string, input: object, as: Someone) => {
  const { status, body } = await app.call(name, input, as)
  assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
  return body as unknown as {
    readonly workflow: { readonly id: string; readonly state: string } & Record<string, unknown>
    readonly draft: { readonly id: string; readonly definition: Record<string, unknown> }
    readonly to_map: { readonly node: string | null; readonly field: string; readonly kind: string; readonly name: string }[]
    readonly troubles: { readonly node: string | null; readonly field: string }[]
  }
}

const exported = async (workflowId: string, as: Someone) => (await ask('export-workflow', { workflowId }, as)).workflow
const folder = path.join(import.meta.dirname, 'published-examples')

test('export, import and export again give the same text, for each kind of step', async () => {
  const owner = await app.given.organization()
  for (const name of readdirSync(folder)) {
    const given = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
    const first = await ask('import-workflow', { workflow: given }, owner)
    assert.equal(first.workflow.state, 'draft', 'nothing is published')
    const once = await exported(first.workflow.id, owner)
    assert.partialDeepStrictEqual(once, given, name)
    const elsewhere = await app.given.organization()
    const second = await ask('import-workflow', { workflow: once }, elsewhere)
    assert.equal(JSON.stringify(await exported(second.workflow.id, elsewhere)), JSON.stringify(once), name)
  }
})

test('an export has no id of a record and no credential; an import says what has to be chosen', async () => {
  const owner = await app.given.organization()
  const { stages } = (await app.call('show-board', {}, owner)).body as unknown as { stages: { id: string; name: string }[] }
  const stage = stages[1]
  const definition = {
    ...{ foyer_workflow: 1, trigger: { kind: 'event', event: 'deal.changed', filter: `trigger.data.id != '${owner.orgId}'` } },
    first: 'ask',
    nodes: [
      { id: 'ask', kind: 'person', to: { kind: 'person', person: owner.personId }, heading: 'Look', next: { done: 'move' } },
      {
        id: 'move',
        kind: 'action',
        action: 'move-deal',
        input: { dealId: '{{ trigger.data.id }}', stageId: stage?.id },
        next: { done: 'tell' },
      },
      {
        id: 'tell',
        kind: 'http',
        method: 'POST',
        url: 'https://me:geheim@example.com/x',
        headers: { 'X-Api-Key': 'sk_live_geheim' },
      },
    ],
  }
  const { workflow } = await ask('create-workflow', { name: 'Move', definition }, owner)
  const out = await exported(workflow.id, owner)
  const text = JSON.stringify(out)
  assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-|geheim/)
  const elsewhere = await app.given.organization()
  const imported = await ask('import-workflow', { workflow: out }, elsewhere)
  const person = await app.database.db
    .selectFrom('directory.people')
    .select('name')
    .where('id', '=', owner.personId)
    .executeTakeFirst()
  assert.deepEqual(
    imported.to_map.map(({ node, field, kind, name }) => [node, field, kind, name]),
    [
      [null, 'trigger.filter', 'record', 'record'],
      ['ask', 'to.person', 'person', person?.name],
      ['move', 'input.stageId', 'stage', stage?.name],
      ['tell', 'headers.X-Api-Key', 'secret', 'X-Api-Key'],
    ],
  )
  for (const { node, field } of imported.to_map)
    assert.ok(
      imported.troubles.some((trouble) => trouble.node === node && trouble.field === field),
      field,
    )
  const { status, body } = await app.call(
    'publish-workflow',
    { workflowId: imported.workflow.id, draftId: imported.draft.id, revision: 1 },
    elsewhere,
  )
  assert.deepEqual([status, body.code], [400, 'workflow_has_troubles'])
})

test('an import with a member that is not known is refused with the step and the field', async () => {
  const owner = await app.given.organization()
  const given = {
    foyer_workflow: 1,
    name: 'x',
    trigger: { kind: 'request' },
    first: 'end',
    nodes: [{ id: 'end', kind: 'stop', colour: 'red' }],
  }
  const { status, body } = await app.call('import-workflow', { workflow: given }, owner)
  assert.deepEqual([status, body.code, body.field, body.node], [400, 'workflow_malformed', 'workflow.nodes.0', 'end'])
  const whole = await app.call('import-workflow', { workflow: { ...given, nodes: [], first: null, orgId: owner.orgId } }, owner)
  assert.deepEqual([whole.status, whole.body.code], [400, 'workflow_malformed'])
})
