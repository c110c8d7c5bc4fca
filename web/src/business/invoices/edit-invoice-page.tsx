import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { IconLock } from '#icons'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Invoice } from '#web/wire.ts'
import { useInvoice } from './api.ts'
import { draftOf } from './draft.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { nameOf } from './states.ts'
import { strings } from './strings.ts'

/** A draft is changed as often as one likes; what was sent does not change any more. */
export const EditInvoicePage = () => {
  const { invoiceId } = useParams({ from: '/staff/invoices/$invoiceId/edit' })
  const { data, error, refetch } = useInvoice(invoiceId)
  const invoice = data?.invoice
  return (
    <>
      <PageHeader
        title={strings.editTitle}
        back={{ label: invoice ? nameOf(invoice) : strings.invoice, to: '/invoices/$invoiceId', params: { invoiceId } }}
      />
      {error && !data ? (
        <ErrorNote error={error} title={strings.oneFailed} onRetry={() => void refetch()} />
      ) : !invoice ? (
        <RowsPending rows={5} />
      ) : (
        <Editing key={invoice.id} invoice={invoice} />
      )}
    </>
  )
}

const Editing = ({ invoice }: { invoice: Invoice }) => {
  // Refetched data does not overwrite what is being edited.
  const [begun] = useState(invoice)
  const [initial] = useState(() => draftOf(begun))
  if (begun.state !== 'draft')
    return (
      <Empty icon={<IconLock size={24} stroke={1.6} />} title={strings.noDraft} text={strings.noDraftText}>
        <Button component={Link} to="/invoices/$invoiceId" params={{ invoiceId: begun.id } as never}>
          {strings.toInvoice}
        </Button>
      </Empty>
    )
  return <InvoiceForm initial={initial} saved={begun} />
}
