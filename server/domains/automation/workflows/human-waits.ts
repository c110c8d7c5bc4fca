import { type Course, seenBy } from './advance.ts'
import type { NodeOf, Recipient } from './definition.ts'
import type { Seen } from './program.ts'
import type { Thread } from './progress.ts'
import type { NewWait } from './run-writes.ts'
import { durationMs, longestWaitMs } from './wait-times.ts'

/** Whom a step for a person goes to, with its expressions worked out. */
export type AskedRecipient =
  | { readonly kind: 'person'; readonly person: string }
  | { readonly kind: 'role'; readonly role: 'member' | 'admin' | 'owner' }
  | { readonly kind: 'deal_owner'; readonly dealId: unknown }
  | { readonly kind: 'client'; readonly email: string }

/** A step for a person as it is stored when it opens; whose it is then, `step-recipients.ts` says. */
export const humanWaitOf = (
  course: Course,
  thread: Thread,
  node: NodeOf<'person'>,
  base: Pick<NewWait, 'id' | 'node' | 'path'>,
): NewWait => {
  const { now, program } = course
  const seen = seenBy(course, thread.path)
  const after = (ms: number): Date => new Date(now.getTime() + Math.min(ms, longestWaitMs))
  const { escalate } = node
  return {
    ...base,
    kind: 'person',
    dueAt: after(node.at_most ? durationMs(node.at_most) : longestWaitMs),
    asked: {
      ...{ heading: program.textOf(node.id, 'heading', seen), text: program.textOf(node.id, 'text', seen) },
      ...{ form: node.form, choices: node.choices, is_timed: node.at_most !== undefined },
    },
    recipient: recipientOf(course, node.id, 'to', node.to, seen),
    escalateTo: escalate ? recipientOf(course, node.id, 'escalate', escalate.to, seen) : null,
    remindAt: node.remind_after ? after(durationMs(node.remind_after)) : null,
    escalateAt: escalate ? after(durationMs(escalate.after)) : null,
  }
}

const recipientOf = ({ program }: Course, node: string, name: 'to' | 'escalate', to: Recipient, seen: Seen): AskedRecipient => {
  if (to.kind === 'deal_owner') return { kind: to.kind, dealId: program.answerOf(node, `${name}.deal`, seen) ?? null }
  if (to.kind === 'client') return { kind: to.kind, email: program.textOf(node, `${name}.email`, seen).trim() }
  return to
}
