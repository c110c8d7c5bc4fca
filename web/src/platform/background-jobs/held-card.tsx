import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Output } from '#web/wire.ts'
import classes from './background.module.css'
import { heldStrings as strings } from './held-strings.ts'

type HeldWork = Output<'list-held-work'>
type Held = HeldWork['held'][number]

/** What a restore holds, kind by kind, and the button that lets it out. Nothing where nothing is held. */
export const HeldCard = () => {
  const { data, error, refetch } = useQuery(read('list-held-work', {}))
  const [asked, setAsked] = useState<Held | null>(null)
  if (error) return <ErrorNote title={strings.loadFailed} error={error} onRetry={() => void refetch()} />
  if (!data || data.held.length === 0 || data.state_of === null) return null
  return (
    <Card title={strings.title}>
      <Text size="sm">
        {strings.since} <RelativeTime at={data.state_of} long />. {strings.lead}
        {!data.may_release && ` ${strings.owners}`}
      </Text>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} role="list" aria-label={strings.title}>
        {data.held.map((held) => (
          <li key={held.kind} className={classes.row}>
            <div className={classes.work}>
              <div className={classes.text}>
                <div className={classes.name}>{strings.kinds[held.kind](held.count)}</div>
                <div className={classes.quiet}>
                  {held.oldest_at && (
                    <>
                      {strings.oldest} <RelativeTime at={held.oldest_at} long />.{' '}
                    </>
                  )}
                  {strings.repeats[held.kind]}
                </div>
              </div>
              {data.may_release && (
                <div className={classes.actions}>
                  <Button variant="default" size="xs" onClick={() => setAsked(held)}>
                    {strings.release}
                    <span className="hidden-visually">{`: ${strings.kinds[held.kind](held.count)}`}</span>
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
      notifications.show({ message: strings.released })
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
    <Window opened={held !== null} onClose={close} title={strings.confirmTitle}>
      {held && (
        <Stack>
          <ErrorNote error={release.error} />
          <Text size="sm" fw={600}>
            {strings.kinds[held.kind](held.count)}
          </Text>
          <Text size="sm">
            {strings.repeats[held.kind]} {strings.confirmText}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button loading={release.isPending} data-autofocus onClick={() => release.mutate(held.kind)}>
              {strings.release}
            </Button>
          </Group>
        </Stack>
      )}
    </Window>
  )
}
