import type { Sentences } from '#web/module.ts'
import type { AuditEntry, ListedRecord } from '#web/wire.ts'
import { refusals, strings } from './strings.ts'

/** Read along for an entry. */
export const entryColumns = [
  ...['action', 'summary', 'code', 'reason', 'person', 'key', 'workflow', 'via', 'address', 'agent', 'request_id'],
  ...['about', 'target', 'at'],
]

/** An entry of a listed record that has all of its columns. */
export const entryOf = ({ id, values }: ListedRecord): AuditEntry =>
  ({ ...values, id, outcome: values.code ?? 'done', message: values.reason }) as unknown as AuditEntry

/** Who called: a person, a key, a workflow, or a client by a public page or form. A sign-in that was refused only claims to be the person. */
export const whoOf = ({ person, key, workflow, action, outcome }: AuditEntry): string => {
  if (workflow) return strings.byWorkflow(workflow.name)
  if (!person) return key ? strings.byKey(key.name) : strings.visitor
  return outcome !== 'done' && waysIn.has(action) ? strings.claimed(person.name) : person.name
}

const waysIn: ReadonlySet<string> = new Set(['sign-in', 'confirm-sign-in', 'passkey-sign-in'])

/** What they did, or tried to do, as it goes on after their name. */
export const actOf = ({ audit }: Required<Sentences>, { summary, action, outcome }: AuditEntry): string =>
  audit[action]?.[outcome === 'done' ? 'done' : 'tried'] ?? strings.called(summary ?? action)

/** Why it was refused, in a sentence; the code is in the entry's own window. */
export const refusalOf = ({ outcome, message }: AuditEntry): string =>
  (refusals as Readonly<Record<string, string>>)[outcome] ?? message?.replace(/\.$/, '') ?? outcome
