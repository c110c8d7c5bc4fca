import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { IconFileInvoice } from '#icons'
import { belongsTo } from '#web/desk/lists/belonging.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { MoreRows } from '#web/ui/keyset-list.tsx'
import { strings } from './contact-strings.ts'
import { useInvoices } from './use-invoices.ts'

const InvoiceRows = lazy(() => import('./invoice-rows.tsx').then(({ InvoiceRows }) => ({ default: InvoiceRows })))

/** The newest invoices of a contact, and the way to the next. */
export const ContactInvoices = ({ contactId }: { contactId: string }) => <Invoices of={{ contactId }} contactId={contactId} />

/** The newest invoices of the people of a company; the next is for `contactId`, where there is one alone. */
export const CompanyInvoices = ({ companyId, contactId }: { companyId: string; contactId: string | null }) => (
  <Invoices of={{ companyId }} contactId={contactId} />
)

const Invoices = ({
  of: whose,
  contactId,
}: {
  of: { readonly contactId: string } | { readonly companyId: string }
  contactId: string | null
}) => {
  const list = useInvoices({ ...whose, limit: 10 })
  const invoices = list.data?.pages.flatMap((page) => page.invoices)
  return (
    <Card
      title={strings.title}
      actions={
        <Button
          component={Link}
          to="/invoices/new"
          search={(contactId === null ? {} : { contact: contactId }) as never}
          size="xs"
          variant="default"
        >
          {strings.create}
        </Button>
      }
    >
      {list.error && !invoices && <ErrorNote error={list.error} title={strings.failed} onRetry={() => void list.refetch()} />}
      {invoices?.length === 0 && <p className="dim">{strings.none}</p>}
      {invoices && invoices.length > 0 && (
        <Suspense>
          <InvoiceRows invoices={invoices} />
        </Suspense>
      )}
      <MoreRows
        list={list}
        all={
          invoices !== undefined &&
          invoices.length > 0 && {
            title: strings.title,
            to: '/invoices',
            search: {
              f: 'contactId' in whose ? belongsTo('contact', whose.contactId) : belongsTo('company', whose.companyId),
            },
          }
        }
      />
    </Card>
  )
}

/** Leads to a new invoice: of a contact, or of one that is chosen there. */
export const InvoiceButton = ({ contactId }: { contactId: string | null }) => (
  <ActionIcon
    component={Link}
    to="/invoices/new"
    search={(contactId === null ? {} : { contact: contactId }) as never}
    variant="default"
    size={32}
    aria-label={strings.create}
    title={strings.create}
  >
    <IconFileInvoice size={16} aria-hidden />
  </ActionIcon>
)
