import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { useCallOnce } from '#web/use-call-once.ts'
import type { ActionName, Input, Output } from '#web/wire.ts'

export type Shown = Output<'show-invoice'>
export type Priced = Output<'price-invoice'>

export const useInvoice = (invoiceId: string) => useQuery(read('show-invoice', { invoiceId }))

/** What the lines come to. The last answer stands until the next one is there. */
export const usePrice = (input: Input<'price-invoice'> | null) =>
  useQuery({
    ...read('price-invoice', input ?? { currency: 'EUR', lines: [] }),
    enabled: input !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Calls an action that changes an invoice; whatever shows one is read again. */
export const useInvoiceChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  const callOnce = useCallOnce(name)
  return useMutation({
    mutationFn: callOnce,
    onSuccess: () =>
      Promise.all([['list-invoices'], ['show-invoice']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
