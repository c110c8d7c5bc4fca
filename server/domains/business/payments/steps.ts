import type { JobContext, Step } from '#core/context.ts'

/** The short transactions of a job in one organization, as actions that ask a provider have them. */
export const stepsIn =
  ({ inOrg, emitIn, enqueueIn }: Pick<JobContext, 'inOrg' | 'emitIn' | 'enqueueIn'>, orgId: string) =>
  <T>(work: (step: Step) => Promise<T>): Promise<T> =>
    inOrg(orgId, (db) =>
      work({
        db,
        emit: (...event) => emitIn(db, orgId, ...event),
        enqueue: (order, data) => enqueueIn(db, order, data),
      }),
    )
