import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'

/** Whether there is a conversation with a contact: of any channel, with a deal or without. */
export const useThreadOf = ({ id }: { readonly id: string }): boolean =>
  useQuery(read('fetch-chat-history', { projectId: id, limit: 1 })).data?.conversation != null
