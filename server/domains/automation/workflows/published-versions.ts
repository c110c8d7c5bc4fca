import type { Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import type { Database } from '#db/connect.ts'
import { Definition } from './definition.ts'
import { makeProgram, type Program } from './program.ts'

/** Programs that a worker keeps: some 100 KB for a large one. */
const mostKept = 500

/** A version that runs name. It never changes, so what is made of it is kept. */
export interface PublishedVersion {
  readonly workflowId: string
  readonly version: number
  readonly name: string
  readonly program: Program
  readonly role: Role
  readonly publisherId: string
}

export const readVersion = async (db: Db, orgId: string, workflowId: string, version: number): Promise<PublishedVersion> => {
  const row = await db
    .selectFrom('workflow_versions')
    .select(['definition', 'role', 'publisher_id'])
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw new Error(`a run of version ${version} of ${workflowId}, which is not there`)
  const program = makeProgram(Definition.parse(row.definition))
  return { workflowId, version, program, name: program.definition.name, role: row.role as Role, publisherId: row.publisher_id }
}

type InOrg = Database['inOrg']

/** Those that were asked for last, of all workspaces of a process. */
export const makeVersions = () => {
  const kept = new Map<string, Promise<PublishedVersion>>()
  return {
    of(
      inOrg: InOrg,
      run: { readonly org_id: string; readonly workflow_id: string; readonly version: number },
    ): Promise<PublishedVersion> {
      const key = `${run.org_id} ${run.workflow_id} ${run.version}`
      const known = kept.get(key)
      kept.delete(key)
      const version = known ?? inOrg(run.org_id, (db) => readVersion(db, run.org_id, run.workflow_id, run.version))
      kept.set(key, version)
      if (!known) version.catch(() => kept.delete(key))
      const oldest = kept.keys().next().value
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      return version
    },
  }
}
export type Versions = ReturnType<typeof makeVersions>
