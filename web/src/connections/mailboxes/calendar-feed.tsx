import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { strings } from './strings.ts'

type Change = 'make' | 'renew' | 'end'

/** A member’s meetings for any calendar program. Its secret address stands here once, when it is made. */
export const CalendarFeed = () => {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(read('show-calendar-feed', {}))
  const [asked, setAsked] = useState<'renew' | 'end' | null>(null)
  const change = useMutation({
    mutationFn: (to: Change) => call('change-calendar-feed', { change: to }),
    onSuccess: ({ url }, to) => {
      say(to === 'end' ? strings.feedEnded : strings.feedMade)
      setAsked(null)
      if (url === null) change.reset()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['show-calendar-feed'] }),
  })
  const close = (): void => {
    if (change.isError) change.reset()
    setAsked(null)
  }
  const feed = data?.feed
  const url = change.data?.url
  return (
    <Card title={strings.feed}>
      <Stack gap="sm">
        <p className="dim">{strings.feedText}</p>
        <ErrorNote error={error} title={strings.feedFailed} onRetry={() => void refetch()} />
        {asked === null && <ErrorNote error={change.error} title={strings.feedNotSaved} />}
        {feed && url && (
          <>
            <CodeBlock text={url} label={strings.feedAddress} />
            <p>{strings.feedOnce}</p>
          </>
        )}
        {feed && !url && (
          <p>
            {strings.feedSince} <RelativeTime at={feed.created_at} />. {strings.feedHidden}
          </p>
        )}
        <Group gap="xs">
          {feed === null && (
            <Button variant="default" loading={change.isPending} onClick={() => change.mutate('make')}>
              {strings.makeFeed}
            </Button>
          )}
          {feed && (
            <>
              <Button variant="default" onClick={() => setAsked('renew')}>
                {strings.renewFeed}
              </Button>
              <Button variant="default" onClick={() => setAsked('end')}>
                {strings.endFeed}
              </Button>
            </>
          )}
        </Group>
      </Stack>
      <ConfirmWindow
        opened={asked !== null}
        title={asked === 'end' ? strings.endFeedTitle : strings.renewFeedTitle}
        text={strings.endFeedText}
        confirm={asked === 'end' ? strings.endFeed : strings.renewFeed}
        isFinal
        error={change.error}
        isPending={change.isPending}
        onConfirm={() => asked && change.mutate(asked)}
        onClose={close}
      />
    </Card>
  )
}
