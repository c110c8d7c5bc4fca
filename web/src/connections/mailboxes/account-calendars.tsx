import { Button, Checkbox, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { serverReason } from '#web/i18n/server-messages.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { AccountCalendar, Input, Mailbox } from '#web/wire.ts'
import { strings } from './strings.ts'
import { UnreadEvents } from './unread-events.tsx'

/** Which calendars of one’s accounts take time, how old each copy is, and which one gets the meetings. */
export const AccountCalendars = ({ mailboxes }: { mailboxes: readonly Mailbox[] }) => {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(read('list-account-calendars', {}))
  const update = useMutation({
    mutationFn: (input: Input<'update-calendar'>) => call('update-calendar', input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['list-account-calendars'] }),
  })
  const refresh = useMutation({
    mutationFn: (mailboxId: string) => call('refresh-account-calendars', { mailboxId }),
    onSuccess: () => say(strings.lookingForCalendars),
  })
  return (
    <>
      <ErrorNote error={refresh.error} title={strings.calendarsNotLookedFor} />
      <ErrorNote error={error} title={strings.calendarsFailed} onRetry={() => void refetch()} />
      <ErrorNote error={update.error} title={strings.calendarNotSaved} />
      {mailboxes.map(({ id, email }) => {
        const calendars = data?.calendars.filter(({ mailbox_id }) => mailbox_id === id) ?? []
        if (calendars.length === 0) return null
        return (
          <Card
            key={id}
            title={strings.calendarsOf(email)}
            actions={
              <Button
                size="xs"
                variant="default"
                loading={refresh.isPending && refresh.variables === id}
                onClick={() => refresh.mutate(id)}
              >
                {strings.lookForCalendars}
                <span className="hidden-visually"> {strings.calendarsOf(email)}</span>
              </Button>
            }
          >
            <p className="dim">{strings.calendarsText}</p>
            <List label={strings.calendarsOf(email)} isInset>
              {calendars.map((calendar) => (
                <CalendarRow
                  key={calendar.id}
                  calendar={calendar}
                  isPending={update.isPending && update.variables?.calendarId === calendar.id}
                  onChange={(change) => update.mutate({ calendarId: calendar.id, ...change })}
                />
              ))}
            </List>
          </Card>
        )
      })}
    </>
  )
}

const CalendarRow = ({
  calendar,
  isPending,
  onChange,
}: {
  calendar: AccountCalendar
  isPending: boolean
  onChange: (change: Omit<Input<'update-calendar'>, 'calendarId'>) => void
}) => (
  <ListRow
    title={<bdi>{calendar.name}</bdi>}
    pills={
      calendar.gone_at ? (
        <Pill tone="warn">{strings.isGone}</Pill>
      ) : (
        calendar.is_target && <Pill tone="accent">{strings.isTarget}</Pill>
      )
    }
    actions={
      calendar.gone_at === null && (
        <Group gap="md">
          <Checkbox
            label={strings.read}
            aria-label={`${strings.read}: ${calendar.name}`}
            checked={calendar.is_ticked}
            disabled={isPending || calendar.is_target}
            onChange={({ currentTarget }) => onChange({ ticked: currentTarget.checked })}
          />
          {calendar.is_ticked && (
            <Checkbox
              label={strings.sharedEvents}
              aria-label={`${strings.sharedEvents}: ${calendar.name}`}
              checked={calendar.is_shared}
              disabled={isPending}
              onChange={({ currentTarget }) => onChange({ shared: currentTarget.checked })}
            />
          )}
          {calendar.is_writable && !calendar.is_target && (
            <Button size="xs" variant="default" disabled={isPending} onClick={() => onChange({ target: true })}>
              {strings.makeTarget}
              <span className="hidden-visually"> {calendar.name}</span>
            </Button>
          )}
        </Group>
      )
    }
  >
    <CalendarAge calendar={calendar} />
    <UnreadEvents calendars={[calendar]} />
  </ListRow>
)

/** How old the copy is, in words. */
const CalendarAge = ({
  calendar: { is_ticked, synced_at, behind_since, last_error, gone_at },
}: {
  calendar: AccountCalendar
}) => {
  if (gone_at)
    return (
      <>
        {strings.goneSince} <RelativeTime at={gone_at} />
      </>
    )
  if (!is_ticked) return strings.notRead
  if (behind_since)
    return (
      <>
        {strings.behind} <RelativeTime at={behind_since} />
        {last_error && (
          <>
            {' · '}
            <bdi>{serverReason(last_error)}</bdi>
          </>
        )}
      </>
    )
  if (!synced_at) return strings.neverRead
  return (
    <>
      {strings.asOf} <RelativeTime at={synced_at} />
    </>
  )
}
