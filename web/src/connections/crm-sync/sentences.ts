import { syncReason } from '#web/i18n/server-messages.ts'
import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('connections/crm-sync/sentences#audit', {
  'cancel-sync': { done: 'cancelled a CRM sync', tried: 'tried to cancel a CRM sync' },
  'crm-callback': { done: 'connected a CRM with OAuth', tried: 'tried to connect a CRM with OAuth' },
  'crm-disconnect': { done: 'disconnected a CRM', tried: 'tried to disconnect a CRM' },
  'crm-init-oauth': { done: 'started connecting a CRM with OAuth', tried: 'tried to connect a CRM with OAuth' },
  'crm-save-api-key': { done: 'connected a CRM or replaced its key', tried: 'tried to connect a CRM or replace its key' },
  'crm-start-sync': { done: 'started a CRM sync', tried: 'tried to start a CRM sync' },
  'decide-crm-conflict': { done: 'resolved a conflict with a CRM', tried: 'tried to resolve a conflict with a CRM' },
  'pin-crm-value': { done: 'pinned or unpinned a value against a CRM', tried: 'tried to pin a value against a CRM' },
  'resume-sync': { done: 'resumed a CRM sync', tried: 'tried to resume a CRM sync' },
  'save-crm-mapping': {
    done: 'changed the mapping or the settings of a CRM',
    tried: 'tried to change the mapping or the settings of a CRM',
  },
  'undo-sync': { done: 'undid a CRM sync', tried: 'tried to undo a CRM sync' },
})

const strings = messages('connections/crm-sync/sentences', {
  failed: (provider: string) => `The sync with ${provider} failed`,
  stalled: (provider: string) => `The sync with ${provider} stalled`,
  needsReauth: (provider: string) => `${provider} has to be connected again`,
})

const titles: Readonly<Record<string, (provider: string) => string>> = {
  failed: strings.failed,
  stalled: strings.stalled,
  needs_reauth: strings.needsReauth,
}

export const notices: NoticeSentences = {
  crm_sync_stopped: ({ facts, subject_id: connectionId }) => ({
    title: (titles[text(facts.state)] ?? strings.failed)(text(facts.provider)),
    text: syncReason(text(facts.reason)),
    tone: 'bad',
    link: { to: '/settings/connections/crm/$connectionId', params: { connectionId } },
  }),
}
