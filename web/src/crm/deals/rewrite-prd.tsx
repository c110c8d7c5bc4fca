import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconRefresh } from '#icons'
import { call } from '#web/gateway.ts'
import { sayFailure } from '#web/ui/say.tsx'
import type { Deal } from '#web/wire.ts'
import { strings } from './strings.ts'

/** Has the requirements of a deal written once more; not where a person wrote them, for those are never written over. */
export const RewritePrd = ({ deal }: { deal: Pick<Deal, 'id' | 'prd_state'> }) => {
  const queries = useQueryClient()
  const rewriting = useMutation({
    mutationFn: () => call('rewrite-prd', { dealId: deal.id }),
    onError: (error) => sayFailure(error, strings.prdNotQueued),
    onSettled: () => queries.invalidateQueries({ queryKey: ['show-deal'] }),
  })
  if (deal.prd_state !== 'written' && deal.prd_state !== 'failed') return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={rewriting.isPending}
      leftSection={<IconRefresh size={14} aria-hidden />}
      onClick={() => rewriting.mutate()}
    >
      {deal.prd_state === 'failed' ? strings.prdTryAgain : strings.prdRewrite}
    </Button>
  )
}
