/**
 * Does something for each workspace, one after the other: where it fails for one, the others do not wait for it, and the job fails
 * afterwards, so that it is tried again. Ends early when the job is to stop.
 */
export const forEachOrg = async (
  orgIds: readonly string[],
  signal: AbortSignal,
  work: (orgId: string) => Promise<void>,
): Promise<void> => {
  const errors: unknown[] = []
  for (const orgId of orgIds) {
    if (signal.aborted) return
    try {
      await work(orgId)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
