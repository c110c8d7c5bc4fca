import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { spokenLanguage } from '#web/i18n/locale.ts'
import type { ActionName, Input } from '#web/wire.ts'

export const useWorkflows = (filter: { search?: string; state?: 'archived' }) =>
  useInfiniteQuery({
    queryKey: ['list-workflows', filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('list-workflows', { ...filter, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const useWorkflow = (workflowId: string, draftId: string | undefined) =>
  useQuery(read('show-workflow', { workflowId, ...(draftId !== undefined && { draftId }) }))

export const useVersions = (workflowId: string) =>
  useInfiniteQuery({
    queryKey: ['list-workflow-versions', workflowId],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      call('list-workflow-versions', { workflowId, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    getNextPageParam: ({ next_before }) => next_before,
  })

export const useVersion = (workflowId: string, version: number | null) =>
  useQuery({ ...read('show-workflow-version', { workflowId, version: version ?? 1 }), enabled: version !== null })

/** The catalogue changes with the server only. */
export const useStepCatalogue = () => useQuery({ ...read('list-workflow-steps', {}), staleTime: Number.POSITIVE_INFINITY })

/** What their workflows say is in the language of the app: who takes one reads it before anything is sent. */
export const useTemplates = () => useQuery(read('list-workflow-templates', { language: spokenLanguage }))

/** Calls an action that changes a workflow; what shows one is read again. */
export const useWorkflowChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSettled: () =>
      Promise.all(
        [['list-workflows'], ['show-workflow'], ['list-workflow-versions']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
