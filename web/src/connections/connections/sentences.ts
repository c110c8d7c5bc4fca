import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('connections/connections/sentences#audit', {
  'connect-provider': {
    done: 'connected an account or replaced its key',
    tried: 'tried to connect an account or replace its key',
  },
  'connect-sandbox': { done: 'connected a sandbox account', tried: 'tried to connect a sandbox account' },
  'integration-callback': { done: 'connected an account with OAuth', tried: 'tried to connect an account with OAuth' },
  'integration-disconnect': { done: 'disconnected an account', tried: 'tried to disconnect an account' },
  'integration-init-oauth': {
    done: 'started connecting an account with OAuth',
    tried: 'tried to connect an account with OAuth',
  },
  'integration-refresh': { done: 'refreshed the token of a connection', tried: 'tried to refresh the token of a connection' },
  'remove-oauth-client': {
    done: 'removed the OAuth client for a service',
    tried: 'tried to remove the OAuth client for a service',
  },
  'save-oauth-client': { done: 'saved an OAuth client for a service', tried: 'tried to save an OAuth client for a service' },
  'integration-test': { done: 'tested a connection', tried: 'tried to test a connection' },
})

const strings = messages('connections/connections/sentences', {
  failed: (provider: string) => `The connection to ${provider} needs attention`,
  modelGone: (provider: string, model: string) => `${provider} no longer has the model ${model}`,
  modelGoneText: (setting: string) =>
    `Nothing is generated with it. Set a current model in ${setting} and restart Foyer, or ask your operator. Queued work continues within six hours, or at once when you retry it.`,
  numberUnconnected: (number: string) => `The WhatsApp number ${number} is not connected`,
  numberUnconnectedText: (n: number) =>
    n === 1
      ? '1 message to it is waiting. Connect the number to read it.'
      : `${counted(n)} messages to it are waiting. Connect the number to read them.`,
})

export const notices: NoticeSentences = {
  connection_failed: ({ facts, subject_id: connectionId }) => ({
    title: strings.failed(text(facts.provider)),
    text: text(facts.reason),
    tone: 'bad',
    link: { to: '/settings/connections/$connectionId', params: { connectionId } },
  }),
  ai_model_gone: ({ facts, subject_id: connectionId }) => ({
    title: strings.modelGone(text(facts.provider), text(facts.model)),
    text: strings.modelGoneText(text(facts.setting)),
    tone: 'bad',
    link: { to: '/settings/connections/$connectionId', params: { connectionId } },
  }),
  number_unconnected: ({ facts }) => ({
    title: strings.numberUnconnected(text(facts.number) || text(facts.phone_number_id)),
    text: strings.numberUnconnectedText(Number(facts.messages)),
    tone: 'bad',
    link: { to: '/settings/connections' },
  }),
}
