import { Button, Group, Progress } from '@mantine/core'
import { useState } from 'react'
import { counted, dayAndMinute, timeOfDay } from '#web/i18n/format.ts'
import { serverReason } from '#web/i18n/server-messages.ts'
import { ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Mailbox } from '#web/wire.ts'
import { strings } from './strings.ts'
import { TypedWindow } from './typed-window.tsx'

/** Green only where it was read lately: an account that lets in and is not read is not well. */
const toneOf = ({ status, progress }: Mailbox): 'good' | 'bad' | undefined => {
  if (status !== 'connected') return 'bad'
  return progress === 'current' ? 'good' : undefined
}

const usesOf = ({ has_mail, has_calendar }: Mailbox): string => {
  if (has_mail && has_calendar) return strings.uses.both
  if (has_mail) return strings.uses.mail
  return has_calendar ? strings.uses.calendar : strings.uses.none
}

/** A password was changed at the server. */
const Reconnect = ({ email }: { email: string }) => {
  const [isTyping, setIsTyping] = useState(false)
  return (
    <>
      <Button size="xs" onClick={() => setIsTyping(true)}>
        {strings.reconnect}
      </Button>
      <TypedWindow opened={isTyping} email={email} onClose={() => setIsTyping(false)} />
    </>
  )
}

interface Props {
  readonly mailbox: Mailbox
  readonly onSharing: () => void
  readonly onSync: () => void
  readonly onSign: () => void
  readonly onDisconnect: () => void
}

export const MailboxRow = ({ mailbox, onSharing, onSync, onSign, onDisconnect }: Props) => (
  <ListRow
    title={<bdi>{mailbox.email}</bdi>}
    pills={
      <>
        <Pill tone={toneOf(mailbox)}>{strings.states[mailbox.status]}</Pill>
        {mailbox.status === 'connected' && mailbox.progress !== 'current' && (
          <Pill tone={mailbox.progress === 'behind' ? 'warn' : mailbox.progress === 'reading' ? 'accent' : undefined}>
            {strings.progress[mailbox.progress]}
          </Pill>
        )}
        <Pill>{mailbox.kind === 'team' ? strings.team : strings.personal}</Pill>
      </>
    }
    actions={<Actions {...{ mailbox, onSharing, onSync, onSign, onDisconnect }} />}
  >
    {usesOf(mailbox)}
    {!mailbox.is_own && (
      <>
        {' · '}
        <bdi>{mailbox.person.name}</bdi>
      </>
    )}
    <State mailbox={mailbox} />
  </ListRow>
)

const Actions = ({ mailbox, onSharing, onSync, onSign, onDisconnect }: Props) => (
  <Group gap="xs">
    {(mailbox.has_mail || mailbox.has_calendar) && (
      <Button size="xs" variant="default" onClick={onSync}>
        {strings.sync}
        <span className="hidden-visually"> {mailbox.email}</span>
      </Button>
    )}
    {mailbox.is_own && (
      <>
        <Button size="xs" variant="default" onClick={onSharing}>
          {strings.sharing}
          <span className="hidden-visually"> {mailbox.email}</span>
        </Button>
        {mailbox.has_mail && (
          <Button size="xs" variant="default" onClick={onSign}>
            {strings.signature}
            <span className="hidden-visually"> {mailbox.email}</span>
          </Button>
        )}
        {mailbox.provider === 'imap' && mailbox.status === 'error' && <Reconnect email={mailbox.email} />}
        <Button size="xs" variant="default" onClick={onDisconnect}>
          {strings.disconnect}
          <span className="hidden-visually"> {mailbox.email}</span>
        </Button>
      </>
    )}
  </Group>
)

/** 14:02; of another day with the day. */
const useMoment = () => {
  const nowMs = useClock()
  return (at: string): string => {
    const isToday = new Date(at).toDateString() === new Date(nowMs).toDateString()
    return isToday ? timeOfDay(at) : dayAndMinute(at)
  }
}

/** Since when, how far, and why not further. */
const State = ({ mailbox }: { readonly mailbox: Mailbox }) => {
  const at = useMoment()
  const { mail, has_calendar, synced_at, behind_since } = mailbox
  return (
    <>
      {mail && (
        <div>
          {mail.listed === null ? asOf(strings.mail, mail, at) : <First mail={{ ...mail, listed: mail.listed }} at={at} />}
        </div>
      )}
      {mail?.watch_error && (
        <div>
          {strings.notAnnounced} <bdi>{serverReason(mail.watch_error)}</bdi>
        </div>
      )}
      {has_calendar && <div>{asOf(strings.calendar, { synced_at, behind_since }, at)}</div>}
      {[...new Set([mailbox.last_error, mail?.last_error])].map(
        (reason) =>
          reason && (
            <div key={reason}>
              <bdi>{serverReason(reason)}</bdi>
            </div>
          ),
      )}
    </>
  )
}

const asOf = (
  what: string,
  { synced_at, behind_since }: Pick<Mailbox, 'synced_at' | 'behind_since'>,
  at: (moment: string) => string,
): string => {
  if (behind_since) return strings.behindSince(what, at(behind_since), synced_at && at(synced_at))
  return synced_at ? strings.readAsOf(what, at(synced_at)) : strings.neverReadYet(what)
}

/** How far a reading of everything is. */
const First = ({
  mail,
  at,
}: {
  readonly mail: NonNullable<Mailbox['mail']> & { listed: number }
  readonly at: (moment: string) => string
}) => {
  const { listed, copied, synced_at, behind_since } = mail
  const words = (synced_at ? strings.readAnew : strings.firstRead)(counted(copied), counted(listed))
  return (
    <>
      {synced_at || behind_since ? `${asOf(strings.mail, mail, at)}; ${words}` : strings.ofMail(words)}
      <Progress.Root size="sm" mt={4} mb={4} maw={320}>
        <Progress.Section value={listed === 0 ? 100 : (copied / listed) * 100} aria-label={words} />
      </Progress.Root>
    </>
  )
}
