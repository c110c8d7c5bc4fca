import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, type ShownNotice, factText as text } from '#web/module.ts'

const strings = messages('desk/home/sentences', {
  lead: 'A lead',
  dueSoon: (name: string) => `${name} waits for a first reply`,
  dueSoonOfMany: (count: string) => `${count} leads wait for a first reply`,
  dueSoonText: 'It is due soon. Reply, or call.',
  late: (name: string) => `${name} is waiting for a first reply`,
  lateOfMany: (count: string) => `${count} leads are waiting for a first reply`,
  lateText: 'Your target response time has passed. Reply, or call.',
})

type Facts = Parameters<NoticeSentences[string]>[0]['facts']

const titleOf = ({ count, name }: Facts, one: (name: string) => string, many: (count: string) => string): string =>
  count === 1 ? one(text(name) || strings.lead) : many(Number(count) >= 100 ? `${counted(99)}+` : counted(Number(count)))

const linkOf = ({ count, lead_id }: Facts): NonNullable<ShownNotice['link']> =>
  count === 1 ? { to: '/leads/$leadId', params: { leadId: text(lead_id) } } : { to: '/' }

export const notices: NoticeSentences = {
  leads_due_soon: ({ facts }) => ({
    title: titleOf(facts, strings.dueSoon, strings.dueSoonOfMany),
    text: strings.dueSoonText,
    tone: 'warn',
    link: linkOf(facts),
  }),
  leads_late: ({ facts }) => ({
    title: titleOf(facts, strings.late, strings.lateOfMany),
    text: strings.lateText,
    tone: 'warn',
    link: linkOf(facts),
  }),
}
