import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { money, onDay } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { useInvoices } from './api.ts'
import { standingOf } from './states.ts'
import { strings } from './strings.ts'

/** The newest invoices of a contact, and the way to the next. */
export const ContactInvoices = ({ contactId }: { contactId: string }) => {
  const list = useInvoices({ contactId, limit: 10 })
  const invoices = list.data?.pages[0]?.invoices
  const today = new Date(useClock())
  return (
    <Card
      title={strings.ofContact}
      actions={
        <Button component={Link} to="/invoices/new" search={{ contact: contactId } as never} size="xs" variant="default">
          {strings.addForContact}
        </Button>
      }
    >
      {list.error && !invoices && (
        <ErrorNote error={list.error} title={strings.ofContactFailed} onRetry={() => void list.refetch()} />
      )}
      {invoices?.length === 0 && <p className="dim">{strings.noneOfContact}</p>}
      {invoices && invoices.length > 0 && (
        <LinkRows>
          {invoices.map((invoice) => {
            const { tone, word } = standingOf(invoice, today)
            return (
              <LinkRow
                key={invoice.id}
                link={{ to: '/invoices/$invoiceId', params: { invoiceId: invoice.id } }}
                pill={<Pill tone={tone}>{word}</Pill>}
                end={money(invoice.total_minor, invoice.currency)}
              >
                {invoice.label ?? onDay(invoice.created_at)}
              </LinkRow>
            )
          })}
        </LinkRows>
      )}
    </Card>
  )
}
