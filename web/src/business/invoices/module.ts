import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconFileInvoice } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn, textIn } from '#web/ui/route-params.ts'
import { readInvoicesSearch } from './invoices-search.ts'

const strings = messages('business/invoices/module', {
  invoice: 'Invoice',
  newInvoice: 'New invoice',
  newInvoiceAlso: 'create invoice bill',
  invoices: 'Invoices',
  invoicesAbout: 'What clients owe and have paid.',
})

const invoices = createRoute({
  getParentRoute: () => staff,
  path: '/invoices',
  validateSearch: readInvoicesSearch,
  component: lazyRouteComponent(() => import('./invoices-page.tsx'), 'InvoicesPage'),
})

const newInvoice = createRoute({
  getParentRoute: () => staff,
  path: '/invoices/new',
  validateSearch: (search: Record<string, unknown>): { contact?: string; like?: string } => ({
    ...textIn('contact', search.contact),
    ...textIn('like', search.like),
  }),
  component: lazyRouteComponent(() => import('./new-invoice-page.tsx'), 'NewInvoicePage'),
})

const invoice = createRoute({
  getParentRoute: () => staff,
  path: '/invoices/$invoiceId',
  params: idsIn('invoiceId'),
  component: lazyRouteComponent(() => import('./invoice-page.tsx'), 'InvoicePage'),
})

const editInvoice = createRoute({
  getParentRoute: () => staff,
  path: '/invoices/$invoiceId/edit',
  params: idsIn('invoiceId'),
  component: lazyRouteComponent(() => import('./edit-invoice-page.tsx'), 'EditInvoicePage'),
})

export const routes = [invoices, newInvoice, invoice, editInvoice]

export const module: WebModule = {
  navigation: [
    {
      to: '/invoices',
      at: 'main',
      name: strings.invoices,
      about: strings.invoicesAbout,
      Icon: IconFileInvoice,
      least: 'member',
      key: 'i',
    },
  ],
  creates: [
    {
      ...{ what: 'invoice', name: strings.invoice, verb: strings.newInvoice, also: strings.newInvoiceAlso },
      ...{ Icon: IconFileInvoice, key: 'i', link: { to: '/invoices/new' } },
    },
  ],
  live: {
    'list-invoices': ['invoice.changed', 'workspace.changed'],
    'show-invoice': ['invoice.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
