import { anthropic } from '../providers/anthropic/provider.ts'
import { apollo } from '../providers/apollo/provider.ts'
import { canva } from '../providers/canva/provider.ts'
import { compatible } from '../providers/compatible/provider.ts'
import { gemini } from '../providers/gemini/provider.ts'
import { google } from '../providers/google/provider.ts'
import { hubspot } from '../providers/hubspot/provider.ts'
import { imap } from '../providers/imap/provider.ts'
import { meta } from '../providers/meta/provider.ts'
import { openai } from '../providers/openai/provider.ts'
import { pipedrive } from '../providers/pipedrive/provider.ts'
import { razorpay } from '../providers/razorpay/provider.ts'
import { resend } from '../providers/resend/provider.ts'
import { salesforce } from '../providers/salesforce/provider.ts'
import { services } from '../providers/services/services.ts'
import { smtp } from '../providers/smtp/provider.ts'
import { stripe } from '../providers/stripe/provider.ts'
import { twilio } from '../providers/twilio/provider.ts'
import { whatsapp } from '../providers/whatsapp/provider.ts'
import { zoho } from '../providers/zoho/provider.ts'
import type { Provider } from './provider.ts'

/** Every vendor, in the order of Settings → Connections. Of those that send mail, the first that is configured does. */
export const providers = [
  stripe,
  razorpay,
  twilio,
  whatsapp,
  google,
  imap,
  hubspot,
  salesforce,
  zoho,
  pipedrive,
  meta,
  apollo,
  canva,
  gemini,
  openai,
  anthropic,
  compatible,
  smtp,
  resend,
  // Those without code, by their rows.
  ...services,
] as const

export type AnyProvider = (typeof providers)[number]

/** What an organization can connect; the rest is the operator's, or a member's. */
type Connectable = Exclude<AnyProvider, { readonly kind: 'operator' | 'login' }>
export type ProviderName = Connectable['name']
/** Of which a member types the servers. */
export type LoginProviderName = Extract<AnyProvider, { readonly kind: 'login' }>['name']

/** Of which records are kept in step. */
export type CrmProviderName = Extract<AnyProvider, { readonly isCrm: true }>['name']

const byName: ReadonlyMap<string, Provider> = new Map(providers.map((each) => [each.name, each]))

/** Undefined for a name that only a later version knows. */
export const findProvider = (name: string): Provider | undefined => byName.get(name)

export const connectable: readonly Provider[] = providers.filter(({ kind }) => kind !== 'operator' && kind !== 'login')

export const providerNames = connectable.map(({ name }) => name) as [ProviderName, ...ProviderName[]]

export const crmProviderNames = connectable.flatMap(({ name, isCrm }) => (isCrm ? [name] : [])) as [
  CrmProviderName,
  ...CrmProviderName[],
]
