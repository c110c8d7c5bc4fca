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
  pageStopped: (name: string) => `Leads of ${name} can no longer be fetched from Meta`,
  pageStoppedText: 'Open the source to see why. Meta keeps leads for 90 days: they come in once it is fixed.',
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

type Notice = Parameters<NoticeSentences[string]>[0]

/** A notice of a source, which leads to its page. */
const ofSource =
  (tone: 'warn' | 'bad', title: (name: string) => string, text: (facts: Notice['facts']) => string) =>
  ({ subject_id: sourceId, facts }: Notice) => ({
    ...{ title: title(factText(facts.name)), text: text(facts), tone },
    link: { to: '/leads/sources/$sourceId' as const, params: { sourceId } },
  })

export const notices: NoticeSentences = {
  lead_source_silent: ofSource('warn', strings.silent, () => strings.silentText),
  meta_leads_failed: ofSource('bad', strings.notFetched, ({ leads }) => strings.notFetchedText(factText(leads))),
  meta_page_stopped: ofSource('bad', strings.pageStopped, () => strings.pageStoppedText),
  lead_source_rejects: ofSource('bad', strings.rejects, ({ rejected, requests }) =>
    strings.rejectsText(factText(rejected), factText(requests)),
  ),
  lead_source_conflicts: ofSource('bad', strings.conflicts, ({ requests }) => strings.conflictsText(factText(requests))),
  lead_source_held: ofSource('warn', strings.held, ({ requests }) => strings.heldText(factText(requests))),
  lead_source_overrun: ofSource('warn', strings.overrun, ({ requests }) => strings.overrunText(factText(requests))),
}
