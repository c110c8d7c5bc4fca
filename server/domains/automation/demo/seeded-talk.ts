import { newIdAt } from '#core/ids.ts'
import { addDemoThreads } from '#domains/conversations/inbox/demo-threads.ts'
import { addDemoCalls } from '#domains/conversations/voice/demo-calls.ts'
import { addDemoTasks } from '#domains/crm/deals/demo-deals.ts'
import { type Ago, demoCalls, demoTalks } from './demo-talk.ts'
import { ago, memberAt, type Seeding } from './seeders.ts'

/** Answers the ids of the messages. */
export const seedTalks = async (seeding: Seeding, deals: ReadonlyMap<string, string>): Promise<string[]> => {
  const threads = demoTalks.flatMap(({ email, channel, isClosed = false, messages }, n) => {
    const person = seeding.people.get(email)
    if (!person) return []
    return [
      {
        ...{ contactId: person.id, dealId: deals.get(email) ?? null, channel, isClosed, personId: memberAt(seeding, n) },
        messages: messages.map(([direction, before, body]) => {
          const at = timeOf(seeding, before)
          return { id: newIdAt(at), direction, body, at }
        }),
      },
    ]
  })
  await addDemoThreads(seeding.db, seeding.orgId, threads)
  return threads.flatMap(({ messages }) => messages.map(({ id }) => id))
}

const timeOf = (seeding: Seeding, before: Ago): Date =>
  ago(seeding, 'hours' in before ? before.hours : (before.targets * seeding.targetMinutes) / 60)

/** With a task to call back for each that was missed. */
export const seedCalls = async (
  seeding: Seeding,
  deals: ReadonlyMap<string, string>,
): Promise<{ readonly calls: string[]; readonly tasks: string[] }> => {
  const { db, orgId, people } = seeding
  const calls = demoCalls.flatMap(([email, direction, hours, seconds]) => {
    const person = people.get(email)
    if (!person?.phone) return []
    const at = ago(seeding, hours)
    const of = { contactId: person.id, dealId: deals.get(email) ?? null, number: person.phone, personId: memberAt(seeding, 0) }
    return [{ id: newIdAt(at), direction, at, seconds, ...of, name: person.full_name }]
  })
  await addDemoCalls(db, orgId, calls)
  const tasks = calls
    .filter(({ direction, seconds }) => direction === 'in' && seconds === null)
    .map(({ id, at, dealId, contactId, personId, name }) => ({
      ...{ id: newIdAt(at), kind: 'call_back', title: `Call ${name} back`, due_at: at, created_at: at, assigned_to: personId },
      ...{ deal_id: dealId, contact_id: contactId, cause: JSON.stringify({ call_id: id }) },
    }))
  await addDemoTasks(db, orgId, tasks)
  return { calls: calls.map(({ id }) => id), tasks: tasks.map(({ id }) => id) }
}
