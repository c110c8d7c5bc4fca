import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#domains/catalogue.ts'
import { workflowActions } from '#core/actions/workflow-actions.ts'
import { Definition } from './definition.ts'
import { readDraft } from './draft-definitions.ts'
import { knownCatalogue } from './known-catalogue.ts'
import { fillTemplate } from './template-answers.ts'
import { workflowTemplates } from './templates.ts'
import { findTroubles } from './troubles.ts'

const known = {
  ...knownCatalogue(),
  workflows: new Map(),
  people: new Set<string>(),
  connections: new Set<string>(),
  allowed: null,
  self: null,
}

test('each template is whole with what it takes without being asked, and a mailbox', () => {
  assert.equal(workflowTemplates.length, 5)
  for (const { id } of workflowTemplates) {
    const filled = { ...fillTemplate(id, { mailbox: 'team@example.com' }), name: id }
    assert.ok(Definition.safeParse(filled).success, id)
    const missing = new Set(
      readDraft(filled).nodes.flatMap(({ id: node, action }) =>
        typeof action === 'string' && !workflowActions().has(action) ? node : [],
      ),
    )
    const troubles = findTroubles(readDraft(filled), known).filter(
      ({ node, field }) => !(field === 'action' && missing.has(node ?? '')),
    )
    assert.deepEqual(troubles, [], id)
  }
})

test('a template asks for what it cannot know, names what is missing, and takes no number for a text', () => {
  assert.throws(() => fillTemplate('welcome_lead', {}), { field: 'answers.mailbox' })
  assert.throws(() => fillTemplate('chase_invoice', { mailbox: 'team@example.com', days: 'seven' }), { field: 'answers.days' })
  assert.throws(() => fillTemplate('nothing', {}), { code: 'workflow_template_not_found' })
})

test('an answer stands in its place as it is, and is not read as an expression', () => {
  const filled = fillTemplate('chase_invoice', { mailbox: 'team@example.com', days: 3 })
  assert.deepEqual((filled.nodes as { for?: { at_most: unknown } }[])[0]?.for?.at_most, { amount: 3, unit: 'days' })
  const written = fillTemplate('welcome_lead', { mailbox: 'team@example.com', text: 'Pay {{ run.id }} [[subject]]' })
  const body = (written.nodes as { input: { body: string } }[])[0]?.input.body
  assert.ok(body?.endsWith('<p>Pay {{ run.id }} [[subject]]</p>'), 'its writer may use expressions, as in the editor')
})
