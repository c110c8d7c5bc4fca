import type { Config } from '#config'
import { type Dispatch, type DispatchParts, makeDispatch } from '#core/actions/dispatch.ts'
import { makeTurns } from '#core/actions/fair-queue.ts'
import { makeKnownMembers } from '#core/actions/known-members.ts'
import { makeTogether } from '#core/together.ts'
import { foyer } from '#domains/catalogue.ts'
import { turnsAtPasswords } from '#domains/platform/users/passwords.ts'
import { settingsOf } from './settings.ts'

/** What a process has to have for calls. */
export interface CallParts
  extends Pick<
    DispatchParts,
    'actions' | 'jobs' | 'database' | 'limits' | 'queue' | 'ports' | 'log' | 'metrics' | 'now' | 'vault'
  > {
  readonly config: Config
  readonly publicUrl: () => string
}

/** Where people and programs call, there is more: they sign in, and their memberships change. */
type OfServer = Pick<DispatchParts, 'signToken' | 'members' | 'refusedClaims'>

/**
 * The path of every call, whichever process it is in. Without `ofServer` it is for workflows alone, which no public action is open to:
 * nothing signs in there.
 */
export const openCalls = ({ config, jobs, publicUrl, ...parts }: CallParts, ofServer: OfServer = forWorkflows()): Dispatch =>
  makeDispatch({
    ...parts,
    ...ofServer,
    jobs: [...jobs, ...foyer.reactions],
    settings: settingsOf(config, publicUrl),
    turns: makeTurns(turnsAtPasswords),
    errors: foyer.errors,
    within: foyer.within,
    together: makeTogether(parts.database.inOrg),
  })

const forWorkflows = (): OfServer => ({
  signToken: () => {
    throw new Error('a workflow signs no token')
  },
  members: makeKnownMembers(),
  refusedClaims: {
    add: () => {
      throw new Error('a workflow claims to be no person')
    },
  },
})
