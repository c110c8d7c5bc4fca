import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input } from '#web/wire.ts'

export const useTemplates = (archived = false) => useQuery(read('list-templates', archived ? { archived } : {}))
export const useTemplate = (templateId: string) => useQuery(read('show-template', { templateId }))

/** Calls an action that changes a template; whatever shows one is read again. */
export const useTemplateChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSettled: () =>
      Promise.all([['list-templates'], ['show-template']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
