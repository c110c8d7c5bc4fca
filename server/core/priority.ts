import { setPriority } from 'node:os'

/**
 * Of a process that has just begun: where the processors are busy, callers who wait for a response go first, with nine tenths of the time.
 * Its threads inherit it, so it is to be said at once.
 */
export const goBehind = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, 10)
  } catch {
    // It ended already, which is told by its event, or the machine does not allow it.
  }
}
