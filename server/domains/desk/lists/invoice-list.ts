import { sql } from 'kysely'
import { invoiceStates } from '#domains/business/invoices/invoices.ts'
import { byId, byName, type ListDefinition, money, time } from './list-fields.ts'

const client = { by: byName(sql`r.client_name`), as: 'text', isName: true } as const
const number = { by: sql`r.number`, as: 'bigint', isNullable: true } as const
const due = { by: sql`r.due_on`, as: 'date', isNullable: true } as const
const total = { by: sql`r.total_minor`, as: 'bigint', currency: sql`r.currency` } as const
const paid = { by: sql`r.paid_at`, as: 'timestamptz', isNullable: true } as const

const clients = { contact: sql`r.contact_id` } as const

export const invoiceList: ListDefinition = {
  kind: 'invoice',
  table: sql`invoices`,
  isListed: sql<boolean>`true`,
  called: sql`r.client_name`,
  record: null,
  search: [sql`r.client_name`, sql`r.client_email`, sql`r.label`],
  usualSort: '-created_at',
  fields: [
    { key: 'client', name: 'Client', type: 'text', filter: client, sort: client },
    { key: 'number', name: 'Number', type: 'number', shown: sql`r.number`, filter: number, sort: number, isUsual: true },
    {
      key: 'state',
      name: 'State',
      type: 'choice',
      choices: invoiceStates,
      shown: sql`r.state`,
      filter: { by: sql`r.state`, as: 'text' },
      isUsual: true,
    },
    { key: 'contact', name: 'Contact', type: 'record', belongs: { to: 'contact', by: clients } },
    { key: 'company', name: 'Company', type: 'record', belongs: { to: 'company', by: clients } },
    { key: 'label', name: 'Called', type: 'text', isSearched: true, shown: sql`r.label` },
    { key: 'reason', name: 'Reason', type: 'text', shown: sql`r.state_reason` },
    { key: 'email', name: 'Email', type: 'text', isSearched: true, shown: sql`r.client_email` },
    { key: 'due_on', name: 'Due', type: 'day', shown: sql`r.due_on`, filter: due, sort: due, isUsual: true },
    { key: 'refunded', name: 'Refunded', type: 'money', shown: money(sql`r.refunded_minor`, sql`r.currency`) },
    { key: 'lost', name: 'Lost to disputes', type: 'money', shown: money(sql`r.lost_minor`, sql`r.currency`) },
    { key: 'sent_at', name: 'Sent', type: 'time', shown: time(sql`r.sent_at`), isUsual: true },
    { key: 'paid_at', name: 'Paid', type: 'time', shown: time(sql`r.paid_at`), filter: paid, sort: paid },
    { key: 'created_at', name: 'Created', type: 'time', shown: time(sql`r.created_at`), filter: byId, sort: byId },
    {
      key: 'total',
      name: 'Total',
      type: 'money',
      shown: money(sql`r.total_minor`, sql`r.currency`),
      filter: total,
      sort: total,
      isUsual: true,
    },
  ],
}
