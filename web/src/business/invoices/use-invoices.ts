import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import type { Input } from '#web/wire.ts'

/**
 * A page of the list after the other. Not a list that only grows at its top: any row can change its state at any time, so
 * whatever is loaded is read again after each change.
 */
export const useInvoices = (input: Omit<Input<'list-invoices'>, 'cursor'>) =>
  useInfiniteQuery({
    queryKey: ['list-invoices', input],
    queryFn: ({ pageParam, signal }) =>
      call('list-invoices', { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })
