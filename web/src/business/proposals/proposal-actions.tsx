import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconBan, IconFile, IconPencil, IconSend, IconTrash } from '#icons'
import { money } from '#web/i18n/format.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { say } from '#web/ui/say.tsx'
import type { ProposalDetail } from '#web/wire.ts'
import { useProposalChange } from './api.ts'
import { PreviewWindow } from './preview-window.tsx'
import { strings } from './strings.ts'

const SendWindow = laterWindow(() => import('#web/business/documents/send-window.tsx').then(({ SendWindow }) => SendWindow))

type Asked = 'preview' | 'send' | 'withdraw' | 'remove' | 'contract' | null

/** What can be done with a proposal: the next step first. */
export const ProposalActions = ({ proposal }: { proposal: ProposalDetail }) => {
  const [asked, setAsked] = useState<Asked>(null)
  const { status, version } = proposal
  const isAccepted = status === 'accepted'
  const close = (): void => setAsked(null)
  const sends = version === 0 ? strings.send : proposal.has_changes ? strings.sendVersion : strings.sendAgain
  return (
    <>
      {isAccepted ? (
        <Button
          leftSection={<IconFile size={16} aria-hidden />}
          title={strings.contractHint}
          onClick={() => setAsked('contract')}
        >
          {strings.makeContract}
        </Button>
      ) : (
        <>
          <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setAsked('send')}>
            {sends}
          </Button>
          <Button
            variant="default"
            component={Link}
            to="/proposals/$proposalId/edit"
            params={{ proposalId: proposal.id } as never}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {strings.edit}
          </Button>
        </>
      )}
      <Button variant="default" leftSection={<IconFile size={16} aria-hidden />} onClick={() => setAsked('preview')}>
        {strings.preview}
      </Button>
      {status === 'sent' && (
        <Button variant="default" leftSection={<IconBan size={16} aria-hidden />} onClick={() => setAsked('withdraw')}>
          {strings.withdraw}
        </Button>
      )}
      {version === 0 && (
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsked('remove')}>
          {strings.remove}
        </Button>
      )}
      <PreviewWindow proposalId={proposal.id} opened={asked === 'preview'} onClose={close} />
      <Send proposal={proposal} opened={asked === 'send'} onClose={close} />
      <Withdraw proposal={proposal} opened={asked === 'withdraw'} onClose={close} />
      <Remove proposal={proposal} opened={asked === 'remove'} onClose={close} />
      {isAccepted && (
        <SendWindow dealId={proposal.deal_id} offered={offeredBy(proposal)} opened={asked === 'contract'} onClose={close} />
      )}
    </>
  )
}

/** What an accepted proposal knows for the values of a document. */
const offeredBy = ({ acceptance, client_name, client_email, currency }: ProposalDetail) => ({
  ...{ clientName: client_name, clientEmail: client_email },
  ...(acceptance && {
    value: money(acceptance.total_minor, currency),
    scope: acceptance.lines
      .map(({ description, amount_minor }) => `${description}: ${money(amount_minor, currency)}`)
      .join('\n'),
  }),
})

interface WindowProps {
  readonly proposal: ProposalDetail
  readonly opened: boolean
  readonly onClose: () => void
}

const Send = ({ proposal, opened, onClose }: WindowProps) => {
  const send = useProposalChange('send-proposal')
  const close = (): void => {
    send.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={opened}
      onClose={close}
      title={strings.sendTitle}
      about={proposal.title}
      text={strings.sendText(proposal.client_name, proposal.client_email)}
      confirm={strings.send}
      isPending={send.isPending}
      error={send.error}
      onConfirm={() =>
        send.mutate(
          { proposalId: proposal.id },
          {
            onSuccess: () => {
              say(strings.sent(proposal.client_email))
              close()
            },
          },
        )
      }
    />
  )
}

const Withdraw = ({ proposal, opened, onClose }: WindowProps) => {
  const withdraw = useProposalChange('withdraw-proposal')
  const close = (): void => {
    withdraw.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={opened}
      onClose={close}
      title={strings.withdrawTitle}
      about={proposal.title}
      text={strings.withdrawText}
      confirm={strings.withdraw}
      cancel={strings.keep}
      isFinal
      reason={{ label: strings.reason, hint: strings.reasonHint, missing: strings.reasonMissing }}
      isPending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={(reason) =>
        withdraw.mutate(
          { proposalId: proposal.id, reason },
          {
            onSuccess: () => {
              say(strings.withdrawn)
              close()
            },
          },
        )
      }
    />
  )
}

const Remove = ({ proposal, opened, onClose }: WindowProps) => {
  const navigate = useNavigate()
  const remove = useProposalChange('remove-proposal')
  const close = (): void => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={opened}
      onClose={close}
      title={strings.removeTitle}
      about={proposal.title}
      confirm={strings.remove}
      cancel={strings.keep}
      isFinal
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { proposalId: proposal.id },
          {
            onSuccess: () => {
              say(strings.removed)
              void navigate({ to: '/proposals' })
            },
          },
        )
      }
    />
  )
}
