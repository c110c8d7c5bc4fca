import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '#web/gateway.ts'
import { Window } from '#web/settings/window.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Output } from '#web/wire.ts'
import classes from './background.module.css'
import { heldWords as words } from './held-strings.ts'

type HeldWork = Output<'list-held-work'>
type Held = HeldWork['held'][number]

/** What a restore holds, kind by kind, and the button that lets it out. Nothing where nothing is held. */
export const HeldCard = () => {
  const { data, error, refetch } = useQuery(read('list-held-work', {}))
  const [asked, setAsked] = useState<Held | null>(null)
  if (error) return <ErrorNote title={words.loadFailed} error={error} onRetry={() => void refetch()} />
  if (!data || data.held.length === 0 || data.state_of === null) return null
  return (
    <Card title={words.title}>
      <Text size="sm">
        {words.since} <RelativeTime at={data.state_of} long />. {words.lead}
        {!data.may_release && ` ${words.owners}`}
      </Text>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} role="list" aria-label={words.title}>
        {data.held.map((held) => (
          <li key={held.kind} className={classes.row}>
            <div className={classes.work}>
              <div className={classes.text}>
                <div className={classes.name}>{words.kinds[held.kind](held.count)}</div>
                <div className={classes.quiet}>
                  {held.oldest_at && (
                    <>
                      {words.oldest} <RelativeTime at={held.oldest_at} long />.{' '}
                    </>
                  )}
                  {words.repeats[held.kind]}
                </div>
              </div>
              {data.may_release && (
                <div className={classes.actions}>
                  <Button variant="default" size="xs" onClick={() => setAsked(held)}>
                    {words.release}
                    <span className="hidden-visually">{`: ${words.kinds[held.kind](held.count)}`}</span>
                  </Button>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ReleaseHeld held={asked} onClose={() => setAsked(null)} />
    </Card>
  )
}

const ReleaseHeld = ({ held, onClose }: { held: Held | null; onClose: () => void }) => {
  const queries = useQueryClient()
  const release = useMutation({
    mutationFn: (kind: Held['kind']) => call('release-held-work', { kinds: [kind] }),
    onSuccess: () => {
      notifications.show({ message: words.released })
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
    <Window opened={held !== null} onClose={close} title={words.confirmTitle}>
      {held && (
        <Stack>
          <ErrorNote error={release.error} />
          <Text size="sm" fw={600}>
            {words.kinds[held.kind](held.count)}
          </Text>
          <Text size="sm">
            {words.repeats[held.kind]} {words.confirmText}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button loading={release.isPending} data-autofocus onClick={() => release.mutate(held.kind)}>
              {words.release}
            </Button>
          </Group>
        </Stack>
      )}
    </Window>
  )
}
