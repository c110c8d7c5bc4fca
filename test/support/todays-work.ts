import { newId } from '#core/ids.ts'
import { makeVault } from '#core/vault.ts'
import { foyer } from '#domains/catalogue.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { addTask } from '#domains/crm/deals/tasks.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { makeTokens } from '#domains/meetings/booking/bookings.ts'
import type { Someone, TestApp } from './app.ts'
import { openInvoice } from './paying.ts'

const minuteMs = 60_000
export const dayMs = 86_400_000

const ago = (ms: number): Date => new Date(Date.now() - ms)

/** A contact who has written on WhatsApp, so many minutes ago, and waits. */
export const writesIn = (app: TestApp, orgId: string, name: string, { minutes, text }: { minutes: number; text: string }) =>
  app.database.inOrg(orgId, async (db) => {
    const email = `${newId()}@example.com`
    const { contactId } = await resolveContact(db, orgId, foyer.within, { email, name }, 'whatsapp')
    await recordMessage(db, orgId, {
      ...{ channel: 'whatsapp', direction: 'in', kind: 'text', contactId, body: text },
      at: ago(minutes * minuteMs),
    })
    return contactId
  })

/** Answers, so that the contact no longer waits. */
export const answers = (app: TestApp, orgId: string, contactId: string) =>
  app.database.inOrg(orgId, (db) =>
    recordMessage(db, orgId, { channel: 'whatsapp', direction: 'out', kind: 'text', contactId, body: 'Yes, of course.' }),
  )

/** A deal that has stood in its stage for so many days, with or without an open task. */
export const standingDeal = (
  app: TestApp,
  orgId: string,
  name: string,
  { days, hasStep, ownerId = null }: { days: number; hasStep: boolean; ownerId?: string | null },
) =>
  app.database.inOrg(orgId, async (db) => {
    const { contactId } = await resolveContact(
      db,
      orgId,
      foyer.within,
      { email: `${newId()}@example.com`, name: `Client of ${name}` },
      'api',
    )
    const { dealId } = await openDealFor(db, orgId, { contactId, kind: 'prd', name, cause: 'person' })
    await db
      .updateTable('deals')
      .set({
        ...{
          stage_since: ago(days * dayMs),
          assigned_to: ownerId,
          responded_at: new Date(),
          value_minor: 48_200_00,
          currency: 'GBP',
        },
      })
      .where('org_id', '=', orgId)
      .where('id', '=', dealId)
      .execute()
    await db
      .updateTable('tasks')
      .set({ done_at: new Date() })
      .where('org_id', '=', orgId)
      .where('deal_id', '=', dealId)
      .execute()
    if (hasStep)
      await addTask(db, orgId, {
        ...{ dealId, kind: 'next_action', title: `Go on with ${name}`, dueAt: new Date(Date.now() + 9 * dayMs) },
        cause: { person_id: null },
      })
    return dealId
  })

const vault = makeVault(Buffer.alloc(32, 7))

/** A booking that is confirmed and begins in so many minutes; with a room, where one is given. */
export const meetingSoon = (app: TestApp, { orgId, personId }: Someone, minutes: number, roomUrl: string | null = null) =>
  app.database.inOrg(orgId, async (db) => {
    const id = newId()
    const type = await db.selectFrom('event_types').select('id').where('org_id', '=', orgId).executeTakeFirstOrThrow()
    const [starts, ends] = [ago(-minutes * minuteMs), ago(-(minutes + 30) * minuteMs)]
    const links = makeTokens(db, orgId, id, vault)
    await db
      .insertInto('bookings')
      .values({
        ...{ org_id: orgId, id, event_type_id: type.id, state: 'confirmed', starts_at: starts, ends_at: ends },
        ...{ wall_clock: 'x', host_zone: 'UTC', zone: 'UTC', tz_version: 'x', because: '{}', name: 'Sheena Nelson' },
        ...{ email: 'sheena@example.com', tokens_sealed: links.sealed, source: 'page', room_url: roomUrl },
      })
      .execute()
    await db
      .insertInto('booking_spans')
      .values({
        ...{ org_id: orgId, booking_id: id, person_id: personId, state: 'confirmed' },
        during: `[${starts.toISOString()},${ends.toISOString()})`,
      })
      .execute()
    await links.enter()
    return id
  })

/** An invoice that was sent and is due in so many days, counted from today in UTC. */
export const dueInvoice = async (app: TestApp, orgId: string, days: number, totalMinor: number, currency = 'EUR') => {
  const { invoiceId } = await openInvoice(app.database, orgId, { totalMinor, currency })
  await app.database.inOrg(orgId, (db) =>
    db
      .updateTable('invoices')
      .set({ due_on: new Date(Date.now() + days * dayMs).toISOString().slice(0, 10) })
      .where('org_id', '=', orgId)
      .where('id', '=', invoiceId)
      .execute(),
  )
  return invoiceId
}

/** A payment of an invoice, received at a moment. The invoice is paid. */
export const paidInvoice = async (
  app: TestApp,
  orgId: string,
  {
    at,
    amountMinor,
    currency = 'EUR',
    refundedMinor = 0,
  }: { at: Date; amountMinor: number; currency?: string; refundedMinor?: number },
) => {
  const { invoiceId, checkoutId } = await openInvoice(app.database, orgId, { totalMinor: amountMinor, currency })
  const id = newId()
  await app.database.inOrg(orgId, async (db) => {
    await db
      .insertInto('payments')
      .values({
        ...{
          org_id: orgId,
          id,
          invoice_id: invoiceId,
          checkout_id: checkoutId,
          provider: 'stripe',
          provider_payment_id: `pi_${id}`,
        },
        ...{
          kind: 'payment',
          amount_minor: amountMinor,
          refunded_minor: refundedMinor,
          currency,
          is_live: false,
          received_at: at,
        },
      })
      .execute()
    await db
      .updateTable('invoices')
      .set({ state: 'paid', paid_minor: amountMinor, paid_at: at })
      .where('org_id', '=', orgId)
      .where('id', '=', invoiceId)
      .execute()
  })
  return { invoiceId, paymentId: id }
}

/** A document that waits for one signature, until so many days from now. */
export const waitingDocument = (app: TestApp, { orgId, personId }: Someone, title: string, days: number) =>
  app.database.inOrg(orgId, async (db) => {
    const id = newId()
    await db.insertInto('templates').values({ org_id: orgId, id, name: title, kind: 'text', version: 1 }).execute()
    await db
      .insertInto('template_versions')
      .values({ org_id: orgId, template_id: id, version: 1, body: 'x', placeholders: '[]', fields: '[]' })
      .execute()
    await db
      .insertInto('documents')
      .values({
        ...{ org_id: orgId, id, title, doc_type: 'contract', template_id: id, template_version: 1, replacements: '{}' },
        ...{ pages: '[]', fields: '[]', made_by: personId, ends_at: ago(-days * dayMs) },
      })
      .execute()
    await db
      .insertInto('document_signers')
      .values({
        ...{ org_id: orgId, document_id: id, id: newId(), name: 'Nadia El Amrani', email: 'nadia@example.com' },
        ...{ email_key: 'nadia@example.com', role: 'client', turn: 1, state: 'asked' },
      })
      .execute()
    return id
  })
