import { useClock } from '#web/ui/relative-time.tsx'
import { dayIn } from '#web/ui/zones.ts'
import { useWorkspace } from './api.ts'

/** The day that the workspace has now, YYYY-MM-DD, by which the server counts; the reader's own until its zone is known. */
export const useWorkspaceDay = (): string => {
  const { data } = useWorkspace()
  return dayIn(data?.workspace.timezone, useClock())
}
