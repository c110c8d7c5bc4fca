import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { FieldValues, Input, OwnField, PlainRecordKind } from '#web/wire.ts'
import { showOf, shows } from '../tags/api.ts'

/** The fields of a kind of record, in their order. */
export const useFields = (kind: PlainRecordKind, { archived = false } = {}) =>
  useQuery(read('list-fields', archived ? { kind, archived } : { kind }))

/** How many records have a value. */
export const useValueCount = (field: OwnField | null) =>
  useQuery({ ...read('show-field', { fieldId: field?.id ?? '' }), enabled: field !== null, staleTime: 0 })

type FieldAction = 'save-field' | 'order-fields' | 'archive-field' | 'delete-field' | 'set-lead-fields'

/** Changes the fields; whatever shows them is read again afterwards. */
export const useFieldChange = <Name extends FieldAction>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => ['list-fields', ...shows].includes(String(queryKey[0])),
      }),
  })
}

export type GivenValues = Input<'set-fields'>['fields']

/** Sets fields of a record, and reads it again. */
export const useSetFields = (kind: PlainRecordKind, id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ fields, was }: { readonly fields: GivenValues | Promise<GivenValues>; readonly was?: FieldValues }) =>
      call('set-fields', { kind, recordId: id, fields: await fields, ...(was && { was }) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [showOf(kind)] }),
  })
}
