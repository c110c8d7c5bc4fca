import type { JobContext, Step } from '#core/context.ts'

/** The short transactions of a job in one organization, as actions that ask a provider have them. */
export const stepsIn =
  ({ inOrg, emitIn, enqueueIn }: Pick<JobContext, 'inOrg' | 'emitIn' | 'enqueueIn'>, orgId: string) =>
  <T>(work: (step: Step) => Promise<T>): Promise<T> =>
    inOrg(orgId, (db) =>
      work({
        db,
        emit: (event, subjectId, facts) => emitIn(db, orgId, event, subjectId, facts),
        enqueue: (order, data) => enqueueIn(db, order, data),
      }),
    )
