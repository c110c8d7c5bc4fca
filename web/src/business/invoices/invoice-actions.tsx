import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconDownload, IconPencil, IconSend } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Invoice } from '#web/wire.ts'
import { useInvoiceChange } from './api.ts'
import { InvoiceMenu } from './invoice-menu.tsx'
import { SendWindow } from './send-window.tsx'
import { nameOf } from './states.ts'
import { strings } from './strings.ts'

/** What can be done with an invoice: the next step first, the rest behind three dots. */
export const InvoiceActions = ({ invoice }: { invoice: Invoice }) => {
  const [isSending, setSending] = useState(false)
  const send = useInvoiceChange('send-invoice')
  const isDraft = invoice.state === 'draft'
  const sendIt = (incomplete = false): void =>
    send.mutate(
      { invoiceId: invoice.id, incomplete },
      {
        onSuccess: ({ invoice: sent }) => {
          setSending(false)
          say(isDraft ? strings.sentTo(nameOf(sent), sent.client_email) : strings.reminded(sent.client_email))
        },
        onError: (error) => !isDraft && sayFailure(error, strings.sendFailed),
      },
    )
  return (
    <>
      {isDraft && (
        <>
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => {
              send.reset()
              setSending(true)
            }}
          >
            {strings.send}
          </Button>
          <Button
            component={Link}
            to="/invoices/$invoiceId/edit"
            params={{ invoiceId: invoice.id } as never}
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {strings.edit}
          </Button>
        </>
      )}
      {invoice.state === 'sent' && (
        <Button leftSection={<IconSend size={16} aria-hidden />} loading={send.isPending} onClick={() => sendIt()}>
          {strings.remind}
        </Button>
      )}
      {!isDraft && (
        <Button
          component="a"
          href={downloadAddress('download-invoice', { invoiceId: invoice.id })}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {strings.pdf}
        </Button>
      )}
      <InvoiceMenu invoice={invoice} />
      <SendWindow
        opened={isSending}
        onClose={() => setSending(false)}
        to={invoice.client_email}
        total={{ amountMinor: invoice.total_minor, currency: invoice.currency }}
        dueOn={invoice.due_on ?? ''}
        error={isDraft ? send.error : null}
        isPending={send.isPending}
        onSend={sendIt}
      />
    </>
  )
}
