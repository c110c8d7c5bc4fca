import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMail } from '@tabler/icons-react'
import { onDay } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './members.module.css'
import { type Invitation, type useInvitations, useResendInvitation, useWithdrawInvitation } from './members-api.ts'
import { strings } from './members-strings.ts'
import { roleNames } from './role-strings.ts'

/** Who is invited and has not come yet. Nothing is shown when there is nobody. */
export const Invitations = ({ list }: { list: ReturnType<typeof useInvitations> }) => {
  const invitations = list.data?.pages.flatMap((page) => page.invitations) ?? []
  if (!list.error && invitations.length === 0) return null
  return (
    <Card title={strings.invitations}>
      <ErrorNote error={list.error} title={strings.invitationsFailed} onRetry={() => void list.refetch()} />
      <ul className={classes.people} aria-label={strings.invitations}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} of={invitation} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
    </Card>
  )
}

const InvitationRow = ({ of: invitation }: { of: Invitation }) => {
  const { role } = useSession()
  const resend = useResendInvitation()
  const withdraw = useWithdrawInvitation()
  const { email } = invitation
  const sendAgain = (): void =>
    resend.mutate(
      { invitationId: invitation.id },
      {
        onSuccess: (answer) =>
          notifications.show({ message: strings.resent(email, onDay(answer.invitation.expires_at)), color: 'teal' }),
        onError: (error) => notifications.show({ title: strings.resendFailed, message: sentenceOf(error), color: 'red' }),
      },
    )
  // A promise, for the row may be gone before the answer is here, and the callbacks of `mutate` with it.
  const end = (): void =>
    void withdraw.mutateAsync({ invitationId: invitation.id }).then(
      () => {
        notifications.show({ message: strings.withdrawn(email), color: 'teal' })
        // The row goes, and its button with it: the focus waits at the top of the page, not nowhere.
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      },
      (error) => notifications.show({ title: strings.withdrawFailed, message: sentenceOf(error), color: 'red' }),
    )
  // An invitation to become an owner is an owner's to send and to withdraw.
  const mayChange = role === 'owner' || invitation.role !== 'owner'

  return (
    <li className={classes.person}>
      <span className={classes.letter} aria-hidden>
        <IconMail size={18} stroke={1.6} />
      </span>
      <div className={classes.who}>
        <div className={classes.name}>
          {invitation.name ?? email} <Pill>{roleNames[invitation.role]}</Pill>{' '}
          {invitation.expired && <Pill tone="warn">{strings.expired}</Pill>}
        </div>
        {invitation.name !== null && <div className={classes.quiet}>{email}</div>}
        <div className={classes.quiet}>
          {invitation.invited_by ? strings.invitedBy(invitation.invited_by.name) : strings.invitedByTool}{' '}
          <RelativeTime at={invitation.created_at} /> ·{' '}
          {invitation.expired
            ? strings.expiredOn(onDay(invitation.expires_at))
            : strings.goodUntil(onDay(invitation.expires_at))}
        </div>
      </div>
      {mayChange && (
        <Group gap="xs" className={classes.buttons}>
          <Button
            variant="default"
            size="xs"
            loading={resend.isPending}
            onClick={sendAgain}
            aria-label={`${strings.resend}: ${strings.invitationTo(email)}`}
          >
            {strings.resend}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            loading={withdraw.isPending}
            onClick={end}
            aria-label={`${strings.withdraw}: ${strings.invitationTo(email)}`}
          >
            {strings.withdraw}
          </Button>
        </Group>
      )}
    </li>
  )
}
