import { ActionIcon } from '@mantine/core'
import { IconX } from '#icons'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Design } from '#web/wire.ts'
import { useDesignChange } from './api.ts'
import { strings } from './strings.ts'

/** Takes a design off the record on whose page it is shown; its exports stay with the design. */
export const UnlinkButton = ({ design, recordId }: { design: Design; recordId: string }) => {
  const unlink = useDesignChange(() => say(strings.unlinked))
  const link = design.links.find(({ deal, contact }) => (deal ?? contact)?.id === recordId)
  if (!link) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={`${strings.unlink}: ${design.title}`}
      loading={unlink.isPending}
      onClick={() => unlink.mutate({ action: 'unlink', linkId: link.id }, { onError: (error) => sayFailure(error) })}
    >
      <IconX size={14} aria-hidden />
    </ActionIcon>
  )
}
