import { typeOfSchema } from '#shapes/expressions/schema-types.ts'
import {
  anyType,
  booleanType,
  instantType,
  listOf,
  nullType,
  numberType,
  orNull,
  recordOf,
  type Type,
  textType,
} from '#shapes/expressions/types.ts'
import type { AnswerField, FieldDefinition, Node } from './definition.ts'
import type { KnownParts } from './known-parts.ts'

/** What a step gives; null where it gives nothing. */
export const typeOfOutput = (node: Node, known: KnownParts): Type | null => {
  switch (node.kind) {
    case 'action': {
      const action = known.actions.get(node.action)
      return action ? typeOfSchema(action.output) : anyType
    }
    case 'loop':
      return recordOf({ count: numberType, left_out: numberType })
    case 'ai':
      return recordOf(Object.fromEntries(node.answer.map((field) => [field.name, typeOfAnswer(field)])))
    case 'condition':
    case 'switch':
    case 'parallel':
    case 'stop':
      return null
    // Set values have the types of what they are set to; what people, other systems and other workflows answer is looked at when it is there.
    default:
      return anyType
  }
}

/** What a step gives where it went on by its outlet for errors. */
export const errorOutput = recordOf({ error: recordOf({ code: textType, message: textType }) })

const typeOfAnswer = ({ type, choices, fields, items }: Omit<AnswerField, 'name'>): Type => {
  switch (type) {
    case 'number':
    case 'whole':
      return numberType
    case 'tick':
      return booleanType
    case 'choice':
      return choices ? { kind: 'text', words: choices } : textType
    case 'list':
      return listOf(items ? typeOfAnswer(items) : anyType)
    case 'object':
      return recordOf(Object.fromEntries((fields ?? []).map((field) => [field.name, typeOfAnswer(field)])))
    default:
      return textType
  }
}

const typeOfField = ({ type, required, choices }: FieldDefinition): Type => {
  const words = choices?.map(({ value }) => value)
  const plain: Type =
    type === 'number' || type === 'money'
      ? numberType
      : type === 'tick'
        ? booleanType
        : type === 'choice' && words
          ? { kind: 'text', words }
          : type === 'several'
            ? listOf(words ? { kind: 'text', words } : textType)
            : textType
  return required ? plain : orNull(plain)
}

export const typeOfForm = (form: readonly FieldDefinition[]): Type =>
  recordOf(Object.fromEntries(form.map((field) => [field.name, typeOfField(field)])))

/** What an expression sees of an event. */
export const typeOfEvent = (type: string, { events }: KnownParts): Type => {
  const event = events.get(type)
  if (!event) return anyType
  const changes = event.changes ? orNull(typeOfSchema(event.changes)) : nullType
  return recordOf({
    ...{ kind: textType, id: textType, type: textType, at: instantType, subject_id: textType },
    data: typeOfSchema(event.data),
    ...{ before: changes, after: changes },
  })
}

/** What an expression sees of what started the run. A trigger that is unfinished may be anything. */
export const typeOfTrigger = (trigger: Readonly<Record<string, unknown>>, known: KnownParts): Type => {
  if (trigger.kind === 'event' && typeof trigger.event === 'string') return typeOfEvent(trigger.event, known)
  if (trigger.kind === 'schedule') return recordOf({ kind: textType, at: instantType, planned_at: instantType })
  if (trigger.kind === 'webhook') return recordOf({ kind: textType, at: instantType, headers: anyType, body: anyType })
  if (trigger.kind !== 'request') return anyType
  const form = Array.isArray(trigger.input) ? (trigger.input as FieldDefinition[]) : []
  const subject = recordOf({ kind: textType, id: textType })
  return recordOf({
    ...{ kind: textType, at: instantType, input: typeOfForm(form) },
    subject: trigger.subject === undefined ? orNull(subject) : subject,
  })
}

export const runType = recordOf({ id: textType, started_at: instantType })
