import { sql } from 'kysely'
import { callingAs } from '#core/actions/caller.ts'
import { readInput } from '#core/actions/inputs.ts'
import { workflowActions } from '#core/actions/workflow-actions.ts'
import type { BaseContext, Db, InOrg, WebsiteContext } from '#core/context.ts'
import { type Fail, Failure, failOf } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { callerOf, type ReadNow } from './stand-ins.ts'

/** Of different questions; the same one is asked once. */
const mostKept = 2_000

/** What it is asked with: that of a job, or of an action with a transaction of its own. */
export type ReadingParts = Pick<BaseContext, 'ports' | 'log' | 'now' | 'vault' | 'within' | 'together' | 'settings'> & {
  readonly inOrg: InOrg
}

/**
 * Asks actions that only read, as the workflow would, in transactions in which the database refuses to write. What asks a provider, or cannot
 * be read so, is made up instead.
 */
export const makeReadNow = (context: ReadingParts, orgId: string): ReadNow => {
  const kept = new Map<string, ReturnType<ReadNow>>()
  return (name, sent, version) => {
    const key = `${name} ${version.role} ${JSON.stringify(sent)}`
    const known = kept.get(key)
    if (known) return known
    const asked = ask(context, orgId, name, sent, version)
    if (kept.size < mostKept) kept.set(key, asked)
    return asked
  }
}

const ask = async (
  context: ReadingParts,
  orgId: string,
  ...[name, sent, version]: Parameters<ReadNow>
): Promise<Awaited<ReturnType<ReadNow>>> => {
  const action = workflowActions().get(name)
  if (action?.effect !== 'read' || action.callsProvider || action.prepare) return null
  try {
    const output = await inReadOnly(context, orgId, async (db) => {
      const given: WebsiteContext & { fail: Fail<string>; prepared: unknown } = {
        ...baseOf(context),
        ...{
          db,
          org: { id: orgId },
          person: null,
          isAssistant: false,
          ...callingAs({ ...callerOf(version), orgId, runId: newId() }),
        },
        ...{ fail: failOf(action.errors), prepared: undefined, visitor: null, origin: null, agent: null },
        ...{ clientAddress: '127.0.0.1', summaryOf: () => null, errorOf: () => undefined },
        ...{ emit: refuse, enqueue: refuse, demand: async () => {}, inOrg: (work) => inReadOnly(context, orgId, work) },
      }
      return action.output.parse(await action.run(readInput(action, sent) as never, given as never))
    })
    return { output }
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return { error: { code: error.code, message: error.message } }
    context.log.debug({ err: error, action: name }, 'an action could not be read for a rehearsal')
    return null
  }
}

const baseOf = ({ ports, log, now, vault, within, together, settings }: ReadingParts) => ({
  ...{ ports, log, now, newId, requestId: newId(), vault, within, together, settings },
})

const refuse = (): never => {
  throw new Error('an action that only reads wants to write')
}

/** A transaction in which the database refuses every write. */
export const inReadOnly = <T>(
  { inOrg }: Pick<ReadingParts, 'inOrg'>,
  orgId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> =>
  inOrg(orgId, async (db) => {
    await sql`set transaction read only`.execute(db)
    return work(db)
  })
