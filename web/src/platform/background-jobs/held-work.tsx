import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '#web/gateway.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { useLast } from '#web/ui/use-last.ts'
import type { HeldWork as Held, HeldWorkKind } from '#web/wire.ts'
import { heldStrings as strings } from './held-strings.ts'

/** What is held after a restore, by kind, and the button that releases it. Nothing where nothing is held. */
export const HeldWork = () => {
  const { data, error, refetch } = useQuery(read('list-held-work', {}))
  const [asked, setAsked] = useState<Held | null>(null)
  if (error) return <ErrorNote title={strings.loadFailed} error={error} onRetry={() => void refetch()} />
  if (!data || data.held.length === 0 || data.state_of === null) return null
  return (
    <Part
      title={strings.title}
      text={
        <>
          {strings.since} <RelativeTime at={data.state_of} long />. {strings.lead}
          {!data.may_release && ` ${strings.owners}`}
        </>
      }
    >
      <List label={strings.title}>
        {data.held.map((held) => (
          <ListRow
            key={held.kind}
            title={strings.kinds[held.kind](held.count)}
            actions={
              data.may_release && (
                <Button variant="default" size="xs" onClick={() => setAsked(held)}>
                  {strings.release}
                  <span className="hidden-visually">{`: ${strings.kinds[held.kind](held.count)}`}</span>
                </Button>
              )
            }
          >
            {held.oldest_at && (
              <>
                {strings.oldest} <RelativeTime at={held.oldest_at} long />.{' '}
              </>
            )}
            {strings.repeats[held.kind]}
          </ListRow>
        ))}
      </List>
      <ReleaseHeld held={asked} onClose={() => setAsked(null)} />
    </Part>
  )
}

const ReleaseHeld = ({ held: asked, onClose }: { held: Held | null; onClose: () => void }) => {
  const held = useLast(asked)
  const queries = useQueryClient()
  const release = useMutation({
    mutationFn: (kind: HeldWorkKind) => call('release-held-work', { kinds: [kind] }),
    onSuccess: () => {
      say(strings.released)
      onClose()
    },
    onSettled: () => {
      for (const root of ['list-held-work', 'list-background-work', 'list-notices'])
        void queries.invalidateQueries({ queryKey: [root] })
    },
  })
  const close = (): void => {
    release.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={asked !== null}
      onClose={close}
      title={strings.confirmTitle}
      about={held && strings.kinds[held.kind](held.count)}
      text={held && `${strings.repeats[held.kind]} ${strings.confirmText}`}
      confirm={strings.release}
      isPending={release.isPending}
      error={release.error}
      onConfirm={() => held && release.mutate(held.kind)}
    />
  )
}
