import { UnstyledButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconCheck, IconLock, IconUsers } from '#icons'
import { call } from '#web/gateway.ts'
import { Menu } from '#web/ui/menu.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { MailboxShares, ThreadEmailSharing } from '#web/wire.ts'
import classes from './bubble.module.css'
import { strings } from './strings.ts'

const choices = ['time', 'subject', 'all'] as const

/** What colleagues see of one’s own mails in this thread, and the choice of it: for the thread, or as the mailbox has it. */
export const MailSharing = ({ sharing }: { sharing: ThreadEmailSharing }) => {
  const queries = useQueryClient()
  const share = useMutation({
    mutationFn: (shares: MailboxShares | null) =>
      call('share-thread', { mailboxId: sharing.mailbox_id, contactId: sharing.contact_id, shares }),
    onSuccess: () => say(strings.sharingChosen),
    onError: (failure) => sayFailure(failure),
    onSettled: () => queries.invalidateQueries({ queryKey: ['thread'] }),
  })
  const Icon = sharing.shares === 'time' ? IconLock : IconUsers
  return (
    <Menu
      position="bottom-start"
      withinPortal
      target={
        <UnstyledButton className={classes.sharing} disabled={share.isPending}>
          <Icon size={13} aria-hidden /> {strings.sharing[sharing.shares]}
        </UnstyledButton>
      }
    >
      {(parts) => (
        <>
          <parts.Label>{strings.sharingOfThread}</parts.Label>
          {choices.map((choice) => (
            <parts.Item
              key={choice}
              onClick={() => share.mutate(choice)}
              rightSection={sharing.shares === choice ? <IconCheck size={14} aria-label={strings.chosen} /> : null}
            >
              {strings.sharingChoices[choice]}
            </parts.Item>
          ))}
          {sharing.is_chosen && (
            <>
              <parts.Divider />
              <parts.Item onClick={() => share.mutate(null)}>{strings.sharingOfMailbox}</parts.Item>
            </>
          )}
        </>
      )}
    </Menu>
  )
}
