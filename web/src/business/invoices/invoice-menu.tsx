import { ActionIcon } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconBan, IconCopyPlus, IconDots, IconExternalLink, IconTrash } from '#icons'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { say } from '#web/ui/say.tsx'
import type { Invoice } from '#web/wire.ts'
import { useInvoiceChange } from './api.ts'
import { nameOf } from './states.ts'
import { strings } from './strings.ts'

type Open = 'void' | 'remove' | null

/** What else can be done to an invoice. */
export const InvoiceMenu = ({ invoice }: { invoice: Invoice }) => {
  const [open, setOpen] = useState<Open>(null)
  const navigate = useNavigate()
  const close = (): void => setOpen(null)
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal
        target={
          <ActionIcon variant="default" size="lg" aria-label={strings.more(nameOf(invoice))}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            {invoice.pay_url !== null && invoice.state !== 'void' && (
              <parts.Item
                component="a"
                href={invoice.pay_url}
                target="_blank"
                rel="noreferrer"
                leftSection={<IconExternalLink size={16} aria-hidden />}
              >
                {strings.openPayPage}
              </parts.Item>
            )}
            <parts.Item
              leftSection={<IconCopyPlus size={16} aria-hidden />}
              onClick={() => void navigate({ to: '/invoices/new', search: { like: invoice.id } })}
            >
              {strings.another}
            </parts.Item>
            {invoice.state === 'sent' && (
              <parts.Item leftSection={<IconBan size={16} aria-hidden />} onClick={() => setOpen('void')}>
                {strings.void}
              </parts.Item>
            )}
            {invoice.state === 'draft' && (
              <parts.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setOpen('remove')}>
                {strings.remove}
              </parts.Item>
            )}
          </>
        )}
      </Menu>
      <VoidWindow invoice={invoice} opened={open === 'void'} onClose={close} />
      <RemoveWindow invoice={invoice} opened={open === 'remove'} onClose={close} />
    </>
  )
}

const VoidWindow = ({ invoice, opened, onClose }: { invoice: Invoice; opened: boolean; onClose: () => void }) => {
  const voiding = useInvoiceChange('void-invoice')
  const close = (): void => {
    voiding.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={opened}
      onClose={close}
      title={strings.voidTitle(nameOf(invoice))}
      text={strings.voidText}
      confirm={strings.voidInvoice}
      cancel={strings.keep}
      isFinal
      reason={{ label: strings.reason, hint: strings.reasonHint, missing: strings.reasonMissing }}
      isPending={voiding.isPending}
      error={voiding.error}
      onConfirm={(reason) =>
        voiding.mutate(
          { invoiceId: invoice.id, reason },
          {
            onSuccess: () => {
              say(strings.voided(nameOf(invoice)))
              close()
            },
          },
        )
      }
    />
  )
}

const RemoveWindow = ({ invoice, opened, onClose }: { invoice: Invoice; opened: boolean; onClose: () => void }) => {
  const remove = useInvoiceChange('remove-invoice')
  const navigate = useNavigate()
  const leave = (): void => {
    onClose()
    void navigate({ to: '/invoices', replace: true })
    say(strings.removed)
  }
  return (
    <ConfirmWindow
      opened={opened}
      onClose={onClose}
      title={strings.removeTitle}
      text={strings.removeText}
      confirm={strings.remove}
      cancel={strings.keep}
      isFinal
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ invoiceId: invoice.id }, { onSuccess: leave })}
    />
  )
}
