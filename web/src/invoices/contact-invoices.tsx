import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '../parts/card.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { Pill } from '../parts/pill.tsx'
import { useClock } from '../parts/relative-time.tsx'
import { money, onDay } from '../words/format.ts'
import { useInvoices } from './calls.ts'
import classes from './invoices.module.css'
import { words } from './messages.ts'
import { standingOf } from './states.ts'

/** The newest invoices of a contact, and the way to the next. */
export const ContactInvoices = ({ contactId }: { contactId: string }) => {
  const list = useInvoices({ contactId, limit: 10 })
  const invoices = list.data?.pages[0]?.invoices
  const today = new Date(useClock())
  return (
    <Card
      title={words.ofContact}
      actions={
        <Button component={Link} to="/invoices/new" search={{ contact: contactId } as never} size="xs" variant="default">
          {words.addForContact}
        </Button>
      }
    >
      {list.error && !invoices && (
        <ErrorNote error={list.error} title={words.ofContactFailed} onRetry={() => void list.refetch()} />
      )}
      {invoices?.length === 0 && <p className={classes.dim}>{words.noneOfContact}</p>}
      {invoices && invoices.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.ofContact} role="list">
          {invoices.map((invoice) => {
            const { tone, word } = standingOf(invoice, today)
            return (
              <li key={invoice.id}>
                <Link to="/invoices/$invoiceId" params={{ invoiceId: invoice.id }} className={classes.ofContactRow}>
                  <span>{invoice.label ?? onDay(invoice.created_at)}</span>
                  <Pill tone={tone}>{word}</Pill>
                  <span>{money(invoice.total_minor, invoice.currency)}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
