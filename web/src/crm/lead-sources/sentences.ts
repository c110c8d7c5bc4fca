import { messages } from '#web/i18n/strings.ts'
import { factText, type NoticeSentences } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/lead-sources/sentences#audit', {
  'create-lead-source': { done: 'created a lead source', tried: 'tried to create a lead source' },
  'poll-meta-source': { done: 'had new leads looked for at Meta', tried: 'tried to have new leads looked for at Meta' },
  'send-meta-test-lead': { done: 'had Meta send a test lead', tried: 'tried to have Meta send a test lead' },
  'update-lead-source': { done: 'changed a lead source', tried: 'tried to change a lead source' },
})

const strings = messages('crm/lead-sources/sentences', {
  silent: (name: string) => `${name} has stopped bringing leads`,
  silentText: 'Its last lead is longer ago than usual. Send a test lead, and check it where it is embedded or connected.',
  notFetched: (name: string) => `Leads of ${name} could not be fetched from Meta`,
  notFetchedText: (leads: string) =>
    `${leads} were tried for three days. Their page says why: you can have them fetched again.`,
  rejects: (name: string) => `Many requests of ${name} are rejected`,
  rejectsText: (rejected: string, requests: string) =>
    `${rejected} of the last ${requests}. They are kept: fix the source, then replay them.`,
  conflicts: (name: string) => `Different people came with the same id from ${name}`,
  conflictsText: (requests: string) =>
    `No lead was made of ${requests}. They are kept for 90 days: open the source to make leads of them.`,
  held: (name: string) => `Requests of ${name} wait to be released`,
  heldText: (requests: string) => `${requests} are held, for 90 days at most. Open the source to release them.`,
  overrun: (name: string) => `${name} sent more in a minute than is taken`,
  overrunText: (requests: string) => `${requests} were kept. Open the source to replay them.`,
})

export const notices: NoticeSentences = {
  lead_source_silent: ({ subject_id, facts }) => ({
    title: strings.silent(factText(facts.name)),
    text: strings.silentText,
    tone: 'warn',
    link: { to: '/leads/sources/$sourceId', params: { sourceId: subject_id } },
  }),
  meta_leads_failed: ({ subject_id, facts }) => ({
    title: strings.notFetched(factText(facts.name)),
    text: strings.notFetchedText(factText(facts.leads)),
    tone: 'bad',
    link: { to: '/leads/sources/$sourceId', params: { sourceId: subject_id } },
  }),
  lead_source_rejects: ({ subject_id, facts }) => ({
    title: strings.rejects(factText(facts.name)),
    text: strings.rejectsText(factText(facts.rejected), factText(facts.requests)),
    tone: 'bad',
    link: { to: '/leads/sources/$sourceId', params: { sourceId: subject_id } },
  }),
  lead_source_conflicts: ({ subject_id, facts }) => ({
    title: strings.conflicts(factText(facts.name)),
    text: strings.conflictsText(factText(facts.requests)),
    tone: 'bad',
    link: { to: '/leads/sources/$sourceId', params: { sourceId: subject_id } },
  }),
  lead_source_held: ({ subject_id, facts }) => ({
    title: strings.held(factText(facts.name)),
    text: strings.heldText(factText(facts.requests)),
    tone: 'warn',
    link: { to: '/leads/sources/$sourceId', params: { sourceId: subject_id } },
  }),
  lead_source_overrun: ({ subject_id, facts }) => ({
    title: strings.overrun(factText(facts.name)),
    text: strings.overrunText(factText(facts.requests)),
    tone: 'warn',
    link: { to: '/leads/sources/$sourceId', params: { sourceId: subject_id } },
  }),
}
