import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { nameOf } from '#web/crm/leads/names.ts'
import { read } from '#web/gateway.ts'
import { locale } from '#web/i18n/locale.ts'
import { useSession } from '#web/session.ts'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Contact, Invoice } from '#web/wire.ts'
import { currencyOf } from './choices.ts'
import { type Draft, draftOf, newLine } from './draft.ts'
import { readHabits } from './habits.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { dayAfter } from './states.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/invoices/new')

/** A new invoice: it begins as the last one did, and with the client when opened from a contact. */
export const NewInvoicePage = () => {
  const { contact: contactId, like } = route.useSearch()
  const workspace = useQuery(read('show-workspace', {}))
  const business = useQuery(read('show-business', {}))
  const contact = useQuery({
    ...read('show-contact', { contactId: contactId ?? '' }),
    enabled: contactId !== undefined,
    retry: false,
  })
  const model = useQuery({
    ...read('show-invoice', { invoiceId: like ?? '' }),
    enabled: like !== undefined,
    retry: false,
  })
  // Whatever cannot be read is typed by hand instead.
  const isKnown =
    !workspace.isPending &&
    !business.isPending &&
    (contactId === undefined || !contact.isPending) &&
    (like === undefined || !model.isPending)
  return (
    <>
      <PageHeader title={strings.newTitle} back={{ label: strings.title, to: '/invoices' }} />
      {isKnown ? (
        <Blank
          country={workspace.data?.workspace.default_country ?? null}
          currency={business.data?.business.currency ?? null}
          contact={contact.data?.contact ?? null}
          model={model.data?.invoice ?? null}
        />
      ) : (
        <RowsPending rows={5} />
      )}
    </>
  )
}

const Blank = ({
  country,
  currency,
  contact,
  model,
}: {
  country: string | null
  currency: string | null
  contact: Contact | null
  model: Invoice | null
}) => {
  const { organization } = useSession()
  const [initial] = useState((): Draft => {
    const habits = readHabits(organization.id)
    const dueDays = habits.dueDays === undefined ? 14 : habits.dueDays
    const dueOn = dueDays === null ? '' : dayAfter(new Date(), dueDays)
    if (model) return { ...draftOf(model), dueOn }
    return {
      clientName: contact ? (contact.company ?? nameOf(contact)) : '',
      clientEmail: contact?.email ?? '',
      clientAddress: '',
      clientTaxNumber: '',
      isReverseCharge: false,
      placeOfSupply: '',
      contactId: contact?.id ?? null,
      currency: currency ?? habits.currency ?? currencyOf(country),
      lines: [newLine({ tax: habits.tax ?? '', code: habits.code ?? '' })],
      dueOn,
      note: '',
      locale: habits.locale ?? (locale.tag === 'en-XB' ? 'en' : locale.tag),
    }
  })
  return <InvoiceForm initial={initial} />
}
