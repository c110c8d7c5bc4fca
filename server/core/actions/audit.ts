import type { Db } from '../context.ts'
import { newId } from '../ids.ts'
import type { AnyAction } from './action.ts'
import type { Call } from './call.ts'
import { type Caller, personOfCaller } from './caller.ts'

/** A call that wrote, or tried to: who, what, when, from where, and how it ended. */
export interface AuditEntry {
  readonly personId: string | null
  readonly keyId: string | null
  readonly action: string
  /** `done`, or the code of the error. */
  readonly outcome: string
  /** The ids that the call named or made, by the names of their fields. */
  readonly target: Readonly<Record<string, string>>
  readonly address: string
  readonly agent: string | null
  readonly requestId: string
  /** `assistant` prepared it, and its person approved it; a `workflow` called by itself; null of what its person or key did alone. */
  readonly via: 'assistant' | 'workflow' | null
  /** Which one that was, under the name that it had; null of any other caller. */
  readonly workflow: CallingWorkflow | null
}

/** As the log keeps it. */
export interface CallingWorkflow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly run: string
  readonly publisher: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a call was about: members of the body whose name says that they are ids. Nothing else of it is kept. */
export const targetOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof body === 'object' && body !== null ? body : {}).filter(
      (member): member is [string, string] =>
        /^([a-z][A-Za-z]*I|i)d$/.test(member[0]) && typeof member[1] === 'string' && uuid.test(member[1]),
    ),
  )

/** What a call made: ids that its answer names, `{ key: { id } }` as `keyId`. */
export const madeIn = (output: unknown): Record<string, string> => ({
  ...targetOf(output),
  ...targetOf(
    Object.fromEntries(
      Object.entries(typeof output === 'object' && output !== null ? output : {}).map(([name, member]) => [
        `${name}Id`,
        (member as { id?: unknown } | null)?.id,
      ]),
    ),
  ),
})

/** The entry of a call: `outcome` is `done` or the code of the error, `output` what was answered. */
export const auditEntry = (action: AnyAction, body: unknown, call: Call, outcome: string, output?: unknown): AuditEntry => ({
  personId: personOfCaller(call.caller),
  keyId: call.caller.kind === 'key' ? call.caller.keyId : null,
  action: action.name,
  outcome,
  target: { ...madeIn(output), ...targetOf(body) },
  address: call.clientAddress,
  agent: call.agent ?? null,
  requestId: call.requestId,
  via: call.caller.kind === 'workflow' ? 'workflow' : (call.via ?? null),
  workflow: callingWorkflow(call.caller),
})

const callingWorkflow = (caller: Caller): CallingWorkflow | null =>
  caller.kind === 'workflow'
    ? {
        ...{ id: caller.workflowId, name: caller.name, version: caller.version },
        run: caller.runId,
        publisher: caller.publisherId,
      }
    : null

/** Whether the log has an entry for its calls, refused ones included. */
export const isAudited = ({ effect, unaudited }: Pick<AnyAction, 'effect' | 'unaudited'>, input: unknown): boolean =>
  effect === 'write' && !(typeof unaudited === 'function' ? unaudited(input) : unaudited)

/** Writes the entry in the transaction `db`, which must be in the organization. */
export const recordAudit = async (db: Db, orgId: string, entry: AuditEntry): Promise<void> => {
  await auditStatement(db, orgId, entry).execute()
}

/** The same as a statement, for what leaves with a commit. */
export const auditStatement = (db: Db, orgId: string, entry: AuditEntry) =>
  db.insertInto('audit').values({
    org_id: orgId,
    id: newId(),
    person_id: entry.personId,
    key_id: entry.keyId,
    action: entry.action,
    outcome: entry.outcome,
    target: JSON.stringify(entry.target),
    address: entry.address,
    agent: entry.agent?.slice(0, 500) ?? null,
    request_id: entry.requestId,
    via: entry.via,
    workflow: entry.workflow && JSON.stringify(entry.workflow),
  })
