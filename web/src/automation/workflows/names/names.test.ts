import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#domains/catalogue.ts'
import { knownCatalogue } from '#domains/automation/workflows/known-catalogue.ts'
import { workflowTemplatesIn } from '#domains/automation/workflows/templates.ts'
import { fieldKindOf, type JsonSchema } from '../json-schemas.ts'
import { actionNames } from './action-strings.ts'
import { areas } from './areas.ts'
import { choiceNames } from './choice-strings.ts'
import { eventChoices } from './event-choices.ts'
import { eventNames } from './event-strings.ts'
import { fieldNames } from './field-strings.ts'
import { groupedActions } from './grouped-actions.ts'
import { fieldName, fieldPath } from './spoken-names.ts'
import { askLabel, templateAbout, templateNames, templateTitle } from './template-strings.ts'

const { actions, events } = knownCatalogue()

test('each action that a step may call has a title and an area of its own, and each field of it, at any depth, a label, and words for what is chosen', () => {
  assert.deepEqual(Object.keys(actionNames).toSorted(), [...actions.keys()].toSorted())
  assert.deepEqual(areas.flatMap((area) => area.actions).toSorted(), [...actions.keys()].toSorted())
  const titles = Object.values(actionNames)
  assert.equal(new Set(titles).size, titles.length)
  const { fields, choices } = partsOf()
  assert.deepEqual(
    [...fields].filter((name) => !Object.hasOwn(fieldNames, name)),
    [],
  )
  assert.deepEqual(
    [...choices].filter((choice) => !Object.hasOwn(choiceNames, choice)),
    [],
  )
  assert.deepEqual(
    Object.keys(choiceNames).filter((choice) => !choices.has(choice)),
    [],
  )
})

/** All that the inputs of actions have at any depth, as far as a form shows it: names of fields, what may be chosen. */
const partsOf = () => {
  const [fields, choices] = [new Set<string>(), new Set<string>()]
  const look = (given: JsonSchema, root: JsonSchema, depth: number): void => {
    const kind = fieldKindOf(given, root)
    if (depth > 8) return
    if (kind.kind === 'choice') for (const choice of kind.choices) choices.add(choice)
    if (kind.kind === 'list') look(kind.items, root, depth + 1)
    if (kind.kind === 'object')
      for (const { name, schema } of kind.fields) {
        fields.add(name)
        look(schema, root, depth + 1)
      }
  }
  for (const { input } of actions.values()) look(input as JsonSchema, input as JsonSchema, 0)
  return { fields, choices }
}

test('actions are offered by area, what is used first at the top, and one without an area at the end', () => {
  const groups = groupedActions([{ name: 'create-deal' }, { name: 'of-tomorrow' }, { name: 'send-email' }])
  assert.deepEqual(
    groups.map(({ title, actions: [first] }) => [title, first?.name]),
    [
      ['Email and messages', 'send-email'],
      ['Deals', 'create-deal'],
      ['Others', 'of-tomorrow'],
    ],
  )
})

test('each event that starts a workflow has a name in words, and the most used stands first', () => {
  assert.deepEqual(Object.keys(eventNames).toSorted(), [...events.keys()].toSorted())
  assert.deepEqual(eventChoices([...events.values()])[0], { value: 'lead.received', label: 'Lead received' })
})

test('a trouble is said with the label that its field bears, and not with its name on the wire', () => {
  assert.equal(fieldPath('input.userEmail'), 'Send from')
  assert.equal(fieldPath('input.lines.0.description'), 'Items › Item 1 › Description')
  assert.equal(fieldPath('heading'), 'Question')
  assert.deepEqual([fieldName('due_at'), fieldName('dueAt')], ['Due', 'Due'])
})

test('each template, and each thing that it asks, has words of its own, the same as the server has in English', () => {
  const workflowTemplates = workflowTemplatesIn('en')
  const ids = workflowTemplates.map(({ id }) => id).toSorted()
  assert.deepEqual([Object.keys(templateNames.titles).toSorted(), Object.keys(templateNames.abouts).toSorted()], [ids, ids])
  for (const template of workflowTemplates) {
    assert.deepEqual([templateTitle(template), templateAbout(template)], [template.title, template.about])
    for (const ask of template.asks) {
      assert.ok(Object.hasOwn(templateNames.asks, ask.name), ask.name)
      assert.equal(askLabel(ask), ask.label)
    }
  }
})
