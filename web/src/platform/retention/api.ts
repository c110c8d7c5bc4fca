import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { Cleanup } from '#web/wire.ts'

/** A cleanup that is running is looked at this often. */
const lookMs = 1_000

/** What would be removed now: a dry run. */
export const useDue = () =>
  useQuery({
    queryKey: ['system-cleanup', 'due'] as const,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call('system-cleanup', { dryRun: true }, { signal }),
  })

/** The last one, followed while it is running; what is due is counted again when it ends. */
export const useLastCleanup = () => {
  const queries = useQueryClient()
  return useQuery({
    ...read('show-cleanup', {}),
    refetchInterval: ({ state }) => {
      if (state.data?.cleanup?.state !== 'running') return false
      return lookMs
    },
    structuralSharing: (before, after) => {
      const [was, is] = [before, after].map((each) => (each as { cleanup: Cleanup | null } | undefined)?.cleanup?.state)
      if (was === 'running' && is !== 'running') void queries.invalidateQueries({ queryKey: ['system-cleanup'] })
      return after
    },
  })
}

export const useCleanup = (onDone: (removed: Readonly<Record<string, number>>, isRunning: boolean) => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('system-cleanup', {}),
    onSuccess: ({ removed, running }) => onDone(removed, running),
    onSettled: () =>
      Promise.all(['system-cleanup', 'show-cleanup'].map((root) => queries.invalidateQueries({ queryKey: [root] }))),
  })
}

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
