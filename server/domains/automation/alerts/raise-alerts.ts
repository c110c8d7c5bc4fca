import { type HappenedOf, reaction } from '#core/events/reaction.ts'
import { documentEvents } from '#domains/business/documents/events.ts'
import { invoiceEvents } from '#domains/business/invoices/events.ts'
import { conversationEvents, messageEvents } from '#domains/conversations/inbox/events.ts'
import { emailEvents } from '#domains/conversations/mail/events.ts'
import { dealEvents, taskEvents } from '#domains/crm/deals/events.ts'
import { uploadEvents } from '#domains/crm/imports/events.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { raiseAssignedConversations, raiseAssignedDeals, raiseAssignedLeads, raiseAssignedTasks } from './assignments.ts'
import { clearReadEmails, raiseNewEmails } from './emails.ts'
import { raiseEndedImports, raiseSignedDocuments } from './endings.ts'
import { raisePaidInvoices } from './invoices.ts'
import { clearReadMessages, raiseNewMessages } from './messages.ts'

const on = [
  ...[dealEvents.created, dealEvents.changed, taskEvents.changed, conversationEvents.changed, conversationEvents.read],
  ...[leadEvents.changed, emailEvents.received, emailEvents.updated],
  ...[messageEvents.received, messageEvents.written, invoiceEvents.changed, documentEvents.signed, uploadEvents.changed],
] as const

type Followed = HappenedOf<(typeof on)[number]>

const ofType =
  <Type extends Followed['type']>(...types: readonly Type[]) =>
  (event: Followed): event is Extract<Followed, { readonly type: Type }> =>
    (types as readonly string[]).includes(event.type)

/**
 * Raises notices of what members wait for. One reaction for all of them: each reads the log of events for itself. What came and was read within
 * a go leaves no notice.
 */
export const raiseAlerts = reaction({
  name: 'raise-alerts',
  summary: 'Notify members of assignments, messages, payments, signatures and imports',
  on,
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org: { id: orgId } }) {
    await raiseAssignedDeals(db, orgId, events.filter(ofType('deal.created', 'deal.changed')))
    await raiseAssignedLeads(db, orgId, events.filter(ofType('lead.changed')))
    await raiseAssignedTasks(db, orgId, events.filter(ofType('task.changed')))
    await raiseAssignedConversations(db, orgId, events.filter(ofType('conversation.changed')))
    await raiseNewMessages(db, orgId, events.filter(ofType('message.received')))
    await raiseNewEmails(db, orgId, events.filter(ofType('email.received')))
    await clearReadEmails(db, orgId, events.filter(ofType('email.updated')))
    await clearReadMessages(db, orgId, {
      read: events.filter(ofType('conversation.read')),
      written: events.filter(ofType('message.written')),
    })
    await raisePaidInvoices(db, orgId, events.filter(ofType('invoice.changed')))
    await raiseSignedDocuments(db, orgId, events.filter(ofType('document.signed')))
    await raiseEndedImports(db, orgId, events.filter(ofType('upload.changed')))
  },
})
