import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input } from '#web/wire.ts'

/** Calls tell of no events: whatever is open looks again now and then. */
const refreshMs = 15_000

export const useModels = () => useQuery(read('list-ai-models', {}))
export const useUsage = (input: Input<'show-ai-usage'>) =>
  useQuery({ ...read('show-ai-usage', input), refetchInterval: refreshMs })
export const useNewestCalls = () => useQuery({ ...read('list-ai-calls', { limit: 10 }), refetchInterval: refreshMs })

/** Calls an action that changes what is shown here. */
export const useAiChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSettled: () =>
      Promise.all(
        [['list-ai-models'], ['show-ai-usage'], ['list-ai-calls']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
}
