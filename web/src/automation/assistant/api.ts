import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { say } from '#web/ui/say.tsx'
import type { AssistantProposal } from '#web/wire.ts'
import { strings } from './strings.ts'

export const useConversation = (conversationId: string | null) =>
  useQuery({
    ...read('show-assistant-conversation', { conversationId: conversationId ?? '' }),
    enabled: conversationId !== null,
    // An answer that another tab asked for comes in here too.
    refetchInterval: ({ state }) => (state.data?.conversation.is_answering ? 2_000 : false),
  })

export const useConversations = (search: string) =>
  useQuery(read('list-assistant-conversations', { limit: 50, ...(search && { search }) }))

const useConversationChange = <Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        ['show-assistant-conversation', 'list-assistant-conversations'].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  })
}

export const useApprove = () =>
  useConversationChange(({ id, card }: Pick<AssistantProposal, 'id' | 'card'>) =>
    // What was looked at, or nothing.
    call('approve-proposal', { proposalId: id, card }),
  )
export const useDismiss = () => useConversationChange((proposalId: string) => call('dismiss-proposal', { proposalId }))

export const useRemove = () =>
  useConversationChange(async (conversationId: string) => {
    await call('remove-assistant-conversation', { conversationId })
    say(strings.removed)
  })
