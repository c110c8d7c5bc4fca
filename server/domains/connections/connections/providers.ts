import { Failure } from '#core/errors.ts'
import type { PortName, Provider, ServiceGroup, WebhookFacts } from '#ports/provider.ts'
import { findProvider, type LoginProviderName, type ProviderName as Name, providerNames } from '#ports/providers.ts'
import { choice } from '#shapes'
import { connectionErrors } from './errors.ts'

/** A service that an organization can connect. */
export const ProviderName = choice('ProviderName', providerNames)
export type ProviderName = Name

/** `key`: with credentials of the provider. `oauth`: by consent on its page. */
export const ConnectionKind = choice('ConnectionKind', ['key', 'oauth'])

export const providerOf = (name: ProviderName | LoginProviderName): Provider => {
  const found = findProvider(name)
  if (!found) throw new Error(`${name} is not listed`)
  return found
}

/** What it stands with in Settings → Connections: what its row says, or by the ports that it serves. */
export const groupOf = ({ group, serves }: Pick<Provider, 'group' | 'serves'>): ServiceGroup => {
  if (group) return group
  if (serves.ai) return 'ai'
  if (serves.payments) return 'money'
  return serves.messaging || serves.voice || serves.mailboxes || serves.mail ? 'messages' : 'work'
}

/** As the provider calls itself; its wire name where a later version knew more of them. */
export const titleOf = (provider: string): string => findProvider(provider)?.title ?? provider

export const serves = (provider: string, port: PortName): boolean => findProvider(provider)?.serves[port] !== undefined

/** Where and how a provider sends webhooks; null where it sends none. */
export const webhookOf = (provider: string): WebhookFacts | null => findProvider(provider)?.webhook ?? null

/** What was typed, without blanks around it, when it can be what the provider gave out. What else was sent is left out. */
export const readCredentials = (name: ProviderName, given: Readonly<Record<string, string>>): Record<string, string> => {
  const read: Record<string, string> = {}
  for (const { name: field, label, optional, form } of providerOf(name).fields) {
    const text = given[field]?.trim() ?? ''
    if (text === '' && optional) continue
    if (text === '') throw new Failure('missing_field', { message: `Missing required field: ${field}`, field })
    if (!form.test(text))
      throw new Failure(connectionErrors.credentials_malformed, { message: `This is not valid: ${label}`, field })
    read[field] = text
  }
  return read
}
