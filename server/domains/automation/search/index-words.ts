import { reaction } from '#core/events/reaction.ts'
import { documentEvents } from '#domains/business/documents/events.ts'
import { invoiceEvents } from '#domains/business/invoices/events.ts'
import { messageEvents } from '#domains/conversations/inbox/events.ts'
import { companyEvents } from '#domains/crm/companies/events.ts'
import { dealEvents } from '#domains/crm/deals/events.ts'
import { contactEvents } from '#domains/crm/identities/events.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { indexOthers, type Others } from './index-others.ts'
import { indexRecords } from './index-records.ts'

/** What an event is about, where it is none of leads, contacts and messages. */
const othersByEvent: Readonly<Record<string, keyof Others>> = {
  'company.changed': 'companies',
  'deal.created': 'deals',
  'deal.changed': 'deals',
  'deal.closed': 'deals',
  'invoice.changed': 'invoices',
  'document.sent': 'documents',
  'document.updated': 'documents',
  'document.ended': 'documents',
}

/** The words of a whole go are written at once: each record's as its row stands now, so an event more or less changes nothing. */
export const indexWords = reaction({
  name: 'search',
  summary: 'Update the search index',
  on: [
    leadEvents.received,
    contactEvents.changed,
    contactEvents.imported,
    messageEvents.received,
    messageEvents.written,
    messageEvents.changed,
    companyEvents.changed,
    companyEvents.imported,
    dealEvents.created,
    dealEvents.changed,
    dealEvents.closed,
    invoiceEvents.changed,
    documentEvents.sent,
    documentEvents.updated,
    documentEvents.ended,
  ],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  // What is searched was written some time ago: while many leads arrive at once, the machine is theirs.
  yields: { burstMs: 15_000, steadyMs: 3_000 },

  async run(events, { db, org }) {
    const [leads, contacts, messages] = [new Set<string>(), new Set<string>(), new Set<string>()]
    const others = {
      companies: new Set<string>(),
      deals: new Set<string>(),
      invoices: new Set<string>(),
      documents: new Set<string>(),
    }
    for (const event of events) {
      const other = othersByEvent[event.type]
      if (other) others[other].add(event.subjectId)
      else if (event.type === 'lead.received') {
        leads.add(event.subjectId)
        if (event.facts) contacts.add(event.facts.contact_id)
      } else if (event.type === 'contact.changed') contacts.add(event.subjectId)
      else if (event.type === 'companies.imported') for (const id of event.facts?.ids ?? []) others.companies.add(id)
      else if (event.type === 'contacts.imported') for (const id of event.facts?.ids ?? []) contacts.add(id)
      else messages.add(event.subjectId)
    }
    await indexRecords(db, org.id, { leads, contacts, messages })
    await indexOthers(db, org.id, others)
  },
})
