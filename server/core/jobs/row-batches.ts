import type { Db, JobContext } from '#core/context.ts'

/** A batch holds its locks for some ten milliseconds: the intake does not notice. */
export const batchRows = 1_000

/** Every organization. Runs outside any. */
export const orgIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('directory.slugs').select('org_id').orderBy('org_id').execute()).map((row) => row.org_id)

/** A transaction a batch, until there is nothing left or the worker drains: what is left over goes the next time. */
export const inBatches = async (
  { inOrg, signal }: Pick<JobContext, 'inOrg' | 'signal'>,
  orgId: string,
  step: (db: Db) => Promise<number>,
): Promise<number> => {
  let done = 0
  while (!signal.aborted) {
    const rows = await inOrg(orgId, step)
    done += rows
    if (rows < batchRows) break
  }
  return done
}
