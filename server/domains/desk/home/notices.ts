import { type NoticeFacts, notices } from '#core/declared.ts'

/** Counts end at a hundred. */
const many = ({ count }: NoticeFacts): string => (Number(count) >= 100 ? '99+' : String(count))
const one = ({ name }: NoticeFacts): string => (name ? String(name) : 'A lead')

const page = (_ownerId: string, { count, lead_id }: NoticeFacts): string => (Number(count) === 1 ? `/leads/${lead_id}` : '/')

/** Of all leads of a member together, for this member; of those without an owner for admins. */
export const homeNotices = notices({
  leads_due_soon: {
    about: 'First replies to leads are due soon.',
    least: 'admin',
    topic: 'promises',
    line: (facts) =>
      Number(facts.count) === 1
        ? `${one(facts)} waits for a first reply, which is due soon`
        : `${many(facts)} leads wait for a first reply, which is due soon`,
    page,
  },
  leads_late: {
    about: 'Leads have waited longer than the response target.',
    least: 'admin',
    topic: 'promises',
    line: (facts) =>
      Number(facts.count) === 1
        ? `${one(facts)} has waited longer for a first reply than promised`
        : `${many(facts)} leads have waited longer for a first reply than promised`,
    page,
  },
})
