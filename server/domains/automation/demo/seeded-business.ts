import { newIdAt } from '#core/ids.ts'
import { addDemoInvoices } from '#domains/business/invoices/demo-invoices.ts'
import { addDemoPayments } from '#domains/business/payments/demo-payments.ts'
import { addDemoBookings } from '#domains/meetings/booking/demo-bookings.ts'
import { demoBills, demoMeetings } from './demo-talk.ts'
import { ago, memberAt, type Seeding } from './seeders.ts'

/** Invoices, and the test payments of those that are paid. */
export const seedBills = async (seeding: Seeding): Promise<{ readonly invoices: string[]; readonly payments: string[] }> => {
  const { db, orgId, people, currency, vault } = seeding
  const invoices = demoBills.flatMap(({ email, description, amount, sentDaysAgo, paidHoursAgo, dueInDays }) => {
    const person = people.get(email)
    if (!person) return []
    const createdAt = ago(seeding, 24 * (sentDaysAgo ?? 1) + 1)
    return [
      {
        ...{ id: newIdAt(createdAt), contactId: person.id, clientName: person.full_name, clientEmail: email, description },
        ...{ currency, amountMinor: amount * 100, personId: memberAt(seeding, 0), createdAt },
        sentAt: sentDaysAgo === null ? null : ago(seeding, 24 * sentDaysAgo),
        paidAt: paidHoursAgo === null ? null : ago(seeding, paidHoursAgo),
        dueOn: ago(seeding, -24 * dueInDays)
          .toISOString()
          .slice(0, 10),
      },
    ]
  })
  await addDemoInvoices(db, orgId, invoices, vault)
  const payments = invoices.flatMap(({ id: invoiceId, paidAt, amountMinor, clientEmail }) =>
    paidAt === null ? [] : [{ id: newIdAt(paidAt), invoiceId, amountMinor, currency, clientEmail, at: paidAt }],
  )
  await addDemoPayments(db, orgId, payments)
  return { invoices: invoices.map(({ id }) => id), payments: payments.map(({ id }) => id) }
}

/** Answers the ids of those that found room in the calendar of their host. */
export const seedMeetings = (seeding: Seeding): Promise<string[]> => {
  const { db, orgId, people, vault } = seeding
  const meetings = demoMeetings.flatMap(([email, daysAgo, hour], n) => {
    const person = people.get(email)
    if (!person) return []
    const startsAt = ago(seeding, 24 * daysAgo)
    startsAt.setUTCHours(hour, 0, 0, 0)
    const of = { contactId: person.id, name: person.full_name, email, hostId: memberAt(seeding, n) }
    return [{ id: newIdAt(startsAt), ...of, startsAt, endsAt: new Date(startsAt.getTime() + 30 * 60_000) }]
  })
  return addDemoBookings(db, orgId, meetings, vault)
}
