import { ActionIcon, Button, Group, Menu, Stack, Text, Textarea } from '@mantine/core'
import { IconBan, IconCopyPlus, IconDots, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Invoice } from '#web/wire.ts'
import { say, useInvoiceChange } from './api.ts'
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
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={strings.more(nameOf(invoice))}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {invoice.pay_url !== null && invoice.state !== 'void' && (
            <Menu.Item
              component="a"
              href={invoice.pay_url}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {strings.openPayPage}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconCopyPlus size={16} aria-hidden />}
            onClick={() => void navigate({ to: '/invoices/new', search: { like: invoice.id } })}
          >
            {strings.another}
          </Menu.Item>
          {invoice.state === 'sent' && (
            <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={() => setOpen('void')}>
              {strings.void}
            </Menu.Item>
          )}
          {invoice.state === 'draft' && (
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setOpen('remove')}>
              {strings.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <VoidWindow invoice={invoice} opened={open === 'void'} onClose={close} />
      <RemoveWindow invoice={invoice} opened={open === 'remove'} onClose={close} />
    </>
  )
}

const VoidWindow = ({ invoice, opened, onClose }: { invoice: Invoice; opened: boolean; onClose: () => void }) => {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const voiding = useInvoiceChange('void-invoice')
  const close = (): void => {
    voiding.reset()
    setMissing(false)
    onClose()
  }
  const fault = isMissing && reason.trim() === '' ? strings.reasonMissing : fieldError(voiding.error, 'reason')
  return (
    <Window opened={opened} onClose={close} title={strings.voidTitle(nameOf(invoice))}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setMissing(reason.trim() === '')
          if (reason.trim() === '') return
          voiding.mutate(
            { invoiceId: invoice.id, reason: reason.trim() },
            {
              onSuccess: () => {
                say(strings.voided(nameOf(invoice)))
                close()
              },
            },
          )
        }}
      >
        <Stack>
          {!fault && <ErrorNote error={voiding.error} />}
          <Text size="sm">{strings.voidText}</Text>
          <Textarea
            label={strings.reason}
            description={strings.reasonHint}
            value={reason}
            error={fault}
            autosize
            minRows={2}
            maxLength={500}
            required
            data-autofocus
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {strings.keep}
            </Button>
            <Button type="submit" color="red" loading={voiding.isPending}>
              {strings.voidIt}
            </Button>
          </Group>
        </Stack>
      </form>
    </Window>
  )
}

const RemoveWindow = ({ invoice, opened, onClose }: { invoice: Invoice; opened: boolean; onClose: () => void }) => {
  const remove = useInvoiceChange('remove-invoice')
  const navigate = useNavigate()
  return (
    <Window opened={opened} onClose={onClose} title={strings.removeTitle}>
      <Stack>
        <ErrorNote error={remove.error} />
        <Text size="sm">{strings.removeText}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {strings.keep}
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(
                { invoiceId: invoice.id },
                {
                  onSuccess: () => {
                    onClose()
                    void navigate({ to: '/invoices', replace: true })
                    say(strings.removed)
                  },
                },
              )
            }
          >
            {strings.removeIt}
          </Button>
        </Group>
      </Stack>
    </Window>
  )
}
