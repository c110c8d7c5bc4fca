import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import type { BulkChange, Input } from '#web/wire.ts'

type Given = Input<'change-records'>
export type WantedChange = Given['change']
export type ChangeType = WantedChange['type']
export type ChangedKind = Given['kind']

export const isUnderWay = ({ state }: Pick<BulkChange, 'state'>): boolean =>
  state === 'selecting' || state === 'changing' || state === 'undoing'

const renew = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    ['keyset', 'list-bulk-changes', 'show-bulk-change', 'count-records'].map((root) =>
      queries.invalidateQueries({ queryKey: [root] }),
    ),
  )

/** Starts a change, cancels it or undoes it; the lists are read again afterwards. */
export const useBulkChange = <Name extends 'change-records' | 'cancel-bulk-change' | 'undo-bulk-change'>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input<Name>): Promise<BulkChange> => (await call(name, input)).bulk_change,
    onSuccess: () => renew(queries),
  })
}
