import { spoken } from '../json-schemas.ts'
import { strings } from '../strings.ts'
import { actionNames } from './action-strings.ts'
import { choiceNames } from './choice-strings.ts'
import { eventNames } from './event-strings.ts'
import { fieldNames } from './field-strings.ts'

type Names = Readonly<Record<string, string>>
const named = (names: Names, wireName: string): string | undefined =>
  Object.hasOwn(names, wireName) ? names[wireName] : undefined

/** What an action is called in the language of the app. */
export const actionName = (action: string): string => named(actionNames, action) ?? spoken(action)

/** What an event is called in the language of the app. */
export const eventName = (type: string): string => named(eventNames, type) ?? type

/** The label of something that an action takes, or that an event says: `contactId`, `contact_id`. */
export const fieldName = (name: string): string =>
  named(fieldNames, name) ??
  named(
    fieldNames,
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ) ??
  spoken(name)

/** The same where one action calls it differently. */
export const fieldNameOf = (action: string, name: string): string => named(fieldNames, `${action}.${name}`) ?? fieldName(name)

/** What may be chosen in a field of an action, by its name on the wire. */
export const choiceName = (choice: string): string => named(choiceNames, choice) ?? spoken(choice)

/** Fields of steps and triggers whose labels are other words than their names. */
const labels: Names = {
  when: strings.condition,
  heading: strings.heading,
  text: strings.text,
  to: strings.to,
  person: strings.member,
  form: strings.form,
  choices: strings.buttons,
  most: strings.most,
  items: strings.items,
  wait_for: strings.waitForBranches,
  for: strings.waitFor,
  where: strings.where,
  url: strings.url,
  headers: strings.headers,
  body: strings.body,
  prompt: strings.prompt,
  answer: strings.answer,
  values: strings.values,
  workflow: strings.workflowId,
  reason: strings.reason,
  cases: strings.cases,
  branches: strings.branches,
  next: strings.follows,
  id: strings.stepId,
  label: strings.label,
  name: strings.name,
  trigger: strings.triggerTitle,
  event: strings.event,
  filter: strings.filter,
  check: strings.check,
  header: strings.header,
  first: strings.leadsToStart,
}

/** The label of the field that a trouble names, `input.lines.0.name`, with the parts that lead to it. */
export const fieldPath = (field: string): string => {
  const [first = '', ...rest] = field.split('.')
  const isInput = first === 'input' && rest.length > 0
  const parts = isInput ? rest : [first, ...rest]
  return parts
    .map((part) =>
      /^\d+$/.test(part) ? strings.item(Number(part) + 1) : isInput ? fieldName(part) : (named(labels, part) ?? spoken(part)),
    )
    .join(' › ')
}
