import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import type { Input, LeadDetail } from '#web/wire.ts'

/** Changes where a lead stands; what shows it is read again. */
export const useLeadChange = (lead: LeadDetail) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Omit<Input<'update-lead'>, 'leadId'>) => call('update-lead', { leadId: lead.id, ...input }),
    onSettled: () =>
      Promise.all(['show-lead', 'show-response-times'].map((root) => queries.invalidateQueries({ queryKey: [root] }))),
  })
}
