import { money, onDay } from '#web/i18n/format.ts'
import { useWorkspaceDay } from '#web/platform/organizations/use-workspace-day.ts'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { InvoiceSummary } from '#web/wire.ts'
import { standingOf } from './states.ts'

/** Invoices of a contact, and how it stands with each. */
export const InvoiceRows = ({ invoices }: { invoices: readonly InvoiceSummary[] }) => {
  const today = useWorkspaceDay()
  return (
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
  )
}
