import { List as Lines } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { say } from '#web/ui/say.tsx'
import type { Mailbox, Output } from '#web/wire.ts'
import { strings } from './strings.ts'
import { useMailboxChange } from './use-mailbox-change.ts'

/** Asks before a mailbox is disconnected, with all that is lost, and what stays. */
export const DisconnectWindow = ({ mailbox, onClose }: { mailbox: Mailbox | null; onClose: () => void }) => {
  const disconnect = useMailboxChange('disconnect-mailbox')
  const hasMail = mailbox?.has_mail === true
  const losses = useQuery({
    ...read('preview-mailbox-disconnect', { mailboxId: mailbox?.id ?? '' }),
    enabled: hasMail,
    // What was counted for the window of before is no longer true.
    gcTime: 0,
  })
  const isCounting = hasMail && losses.isPending
  const close = (): void => {
    disconnect.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={mailbox !== null}
      title={strings.disconnectTitle}
      about={mailbox?.email}
      confirm={strings.disconnect}
      cancel={strings.keep}
      isFinal
      error={disconnect.error}
      isPending={disconnect.isPending || isCounting}
      onConfirm={() => {
        if (!mailbox) return
        disconnect.mutate(
          { mailboxId: mailbox.id },
          {
            onSuccess: () => {
              say(strings.disconnected)
              close()
            },
          },
        )
      }}
      onClose={close}
    >
      {isCounting && <RowsPending rows={2} />}
      {hasMail && <ErrorNote error={losses.error} title={strings.lossesNotLoaded} onRetry={() => void losses.refetch()} />}
      {mailbox && !isCounting && <Losses mailbox={mailbox} counts={hasMail ? losses.data : undefined} />}
    </ConfirmWindow>
  )
}

interface LossesProps {
  mailbox: Mailbox
  /** Of its mail; undefined without mail. */
  counts: Output<'preview-mailbox-disconnect'> | undefined
}

const Losses = ({ mailbox, counts }: LossesProps) => (
  <Lines size="sm" spacing="xs">
    {counts && counts.waiting_emails > 0 && (
      <Lines.Item>
        <strong>{strings.waitingLost(counts.waiting_emails)}</strong>
      </Lines.Item>
    )}
    {counts && <Lines.Item>{strings.copyLost(counts.copied_emails)}</Lines.Item>}
    {counts && <Lines.Item>{mailbox.kind === 'team' ? strings.teamMailStays : strings.personalMailLeaves}</Lines.Item>}
    {mailbox.has_calendar && <Lines.Item>{strings.calendarLost}</Lines.Item>}
    {mailbox.has_calendar && <Lines.Item>{strings.meetingsStay}</Lines.Item>}
  </Lines>
)
