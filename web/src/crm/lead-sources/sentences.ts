import { messages } from '#web/i18n/strings.ts'
import { factText, type NoticeSentences } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages({
  'create-lead-source': { done: 'created a lead source', tried: 'tried to create a lead source' },
  'update-lead-source': { done: 'changed a lead source', tried: 'tried to change a lead source' },
})

const strings = messages({
  silent: (name: string) => `${name} brings no more leads`,
  silentText: 'Its last lead is longer ago than usual. Send a test lead, and check it where it is embedded or connected.',
  rejects: (name: string) => `Many requests of ${name} are rejected`,
  rejectsText: (rejected: string, requests: string) =>
    `${rejected} of the last ${requests}. They are kept: fix the source, then replay them.`,
})

export const notices: NoticeSentences = {
  lead_source_silent: ({ subject_id, facts }) => ({
    title: strings.silent(factText(facts.name)),
    text: strings.silentText,
    tone: 'warn',
    link: { to: '/leads/sources/$sourceId', params: { sourceId: subject_id } },
  }),
  lead_source_rejects: ({ subject_id, facts }) => ({
    title: strings.rejects(factText(facts.name)),
    text: strings.rejectsText(factText(facts.rejected), factText(facts.requests)),
    tone: 'bad',
    link: { to: '/leads/sources/$sourceId', params: { sourceId: subject_id } },
  }),
}
