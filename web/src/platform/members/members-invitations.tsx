import { Button } from '@mantine/core'
import { IconMail } from '#icons'
import { onDay } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Invitation } from '#web/wire.ts'
import { type useInvitations, useResendInvitation, useWithdrawInvitation } from './members-api.ts'
import { strings } from './members-strings.ts'
import { roleNames } from './role-strings.ts'

/** Invitations that were not accepted yet. Nothing is shown when there are none. */
export const Invitations = ({ list }: { list: ReturnType<typeof useInvitations> }) => {
  const invitations = list.data?.pages.flatMap((page) => page.invitations) ?? []
  if (!list.error && invitations.length === 0) return null
  return (
    <Part title={strings.invitations}>
      <ErrorNote error={list.error} title={strings.invitationsFailed} onRetry={() => void list.refetch()} />
      <List label={strings.invitations}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} of={invitation} />
        ))}
      </List>
      {list.hasNextPage && (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
    </Part>
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
        onSuccess: (answer) => say(strings.resent(email, onDay(answer.invitation.expires_at))),
        onError: (error) => sayFailure(error, strings.resendFailed),
      },
    )
  // A promise, for the row may be gone before the answer is here, and the callbacks of `mutate` with it.
  const end = (): void =>
    void withdraw.mutateAsync({ invitationId: invitation.id }).then(
      () => {
        say(strings.withdrawn(email))
        // The row goes, and its button with it: the focus waits at the top of the page, not nowhere.
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      },
      (error) => sayFailure(error, strings.withdrawFailed),
    )
  // An invitation to become an owner is an owner's to send and to withdraw.
  const mayChange = role === 'owner' || invitation.role !== 'owner'

  return (
    <ListRow
      mark={<IconMail size={18} stroke={1.6} />}
      title={invitation.name ?? email}
      pills={
        <>
          <Pill>{roleNames[invitation.role]}</Pill>
          {invitation.expired && <Pill tone="warn">{strings.expired}</Pill>}
        </>
      }
      actions={
        mayChange && (
          <>
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
          </>
        )
      }
    >
      {invitation.name !== null && <>{email} · </>}
      {invitation.invited_by && (
        <>
          {strings.invitedBy} {invitation.invited_by.name}{' '}
        </>
      )}
      <RelativeTime at={invitation.created_at} /> · {invitation.expired ? strings.expired : strings.expires}{' '}
      {onDay(invitation.expires_at)}
    </ListRow>
  )
}
