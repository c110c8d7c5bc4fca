import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconFileInvoice } from '#icons'
import { strings } from './contact-strings.ts'

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
