import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input, WebhookEventType } from '#web/wire.ts'

export type EventTypes = readonly WebhookEventType[]

export const useWebhooks = () => useQuery(read('list-webhooks', {}))

/** Until it has come to rest it is read again every second, for the reader is watching. */
export const useWebhookDelivery = (webhookDeliveryId: string) =>
  useQuery({
    ...read('show-webhook-delivery', { webhookDeliveryId }),
    refetchInterval: ({ state }) =>
      state.data?.delivery.state === 'waiting' && state.data.delivery.tries === 0 ? 1_000 : false,
  })

/**
 * Calls an action that changes a webhook; whatever shows one is read again. `onDone` comes before that, and even when what
 * it was asked from has left the page meanwhile (the callbacks of `mutate` would not).
 */
export const useWebhookChange = <Name extends ActionName>(name: Name, onDone?: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () => {
      onDone?.()
      return Promise.all(
        [['list-webhooks'], ['show-webhook-delivery'], ['keyset', 'list-records']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
}
