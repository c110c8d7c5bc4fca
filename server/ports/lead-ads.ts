import type { OAuthAccount } from './oauth.ts'
import type { Secret } from './secret.ts'

/** A page that leads are advertised for, with the token that its leads are read with. */
export interface AdPage {
  readonly id: string
  readonly name: string
  /** Null: the account may not use the page for advertising. */
  readonly token: Secret | null
}

export interface AdForm {
  readonly id: string
  readonly name: string
  readonly status: 'active' | 'archived' | 'other'
  /** How many were filled in, as the platform counts; null where it does not say. */
  readonly leads: number | null
}

/** A lead as the platform has it. */
export interface AdLead {
  readonly id: string
  readonly formId: string | null
  readonly createdAt: Date
  /** Trials have no ad behind them; nor have leads of people who came to the form in another way. */
  readonly hasAd: boolean
  /** All of it, ids to the digit. */
  readonly raw: Readonly<Record<string, unknown>>
}

export interface AdLeadsPage {
  /** Newest first. */
  readonly leads: readonly AdLead[]
  /** Entries that are no leads, as they came. */
  readonly unreadable: readonly unknown[]
  /** Where the next page begins: opaque, without a secret in it. Null: it was the last. */
  readonly next: string | null
}

/** How much of the calls that a page allows is used, as the newest answers said it. */
export interface AdUsage {
  readonly percent: number
  /** How long the platform asks to be left alone. */
  readonly waitMs: number
}

/** One token's calls. All throw ProviderError: `dead` where the token is, `credentials` where a permission is missing, `refused` with the code `gone` for a lead that is unknown, deleted, expired or not to be seen. */
export interface LeadAds {
  /** The pages of who consented; wants their token, all others a page's. */
  pages(): Promise<readonly AdPage[]>
  /** Newest first, archived ones too. */
  forms(pageId: string): Promise<readonly AdForm[]>
  /** Those that came after a moment, to the second; as many at once as the platform bears. */
  leads(formId: string, wish: { readonly after: Date; readonly cursor: string | null }): Promise<AdLeadsPage>
  lead(id: string): Promise<AdLead>
  /** Trials of a form that are there now: their ids. */
  testLeads(formId: string): Promise<readonly string[]>
  /** Makes a trial; a form has one at a time, so an older one goes. Answers its id. */
  makeTestLead(formId: string): Promise<string>
  /** Whether leads of the page are announced to this product. */
  isFollowed(pageId: string): Promise<boolean>
  follow(pageId: string): Promise<void>
  unfollow(pageId: string): Promise<void>
  /** Where all leads of this product's app are announced. The platform asks there for `verifyToken` at once. */
  announceAt(callbackUrl: string, verifyToken: string): Promise<void>
  /** Null: no answer said it. */
  usage(): AdUsage | null
}

export interface LeadAdsAccount extends Pick<OAuthAccount, 'orgId' | 'connectionId' | 'provider' | 'mode'>, AppOfAccount {
  readonly token: Secret
}

/** The app that an account was connected with. */
export interface AppOfAccount {
  readonly mode: OAuthAccount['mode']
  /** The workspace's own; null: the operator's, or the sandbox's. */
  readonly client: { readonly id: string; readonly secret: string } | null
}

export interface LeadAdsSent {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** That a form was filled in: ids, and no answers. */
export interface LeadNotification {
  readonly leadId: string
  readonly formId: string
  readonly pageId: string
  readonly createdAt: Date
}

export interface LeadAdsNews {
  readonly leads: readonly LeadNotification[]
  /** Every page that is named, also by what is no lead. */
  readonly pageIds: readonly string[]
  /** Changes that this product has not asked for. */
  readonly others: number
  /** Parts that could not be read, without a word of what they say. */
  readonly unread: readonly string[]
}

/** Leads of advertisements at a platform that keeps them. */
export interface LeadAdsPort {
  open(account: LeadAdsAccount): LeadAds
  /** Whether the platform signed the raw body with the secret of an app. */
  isSigned(sent: LeadAdsSent, app: AppOfAccount): boolean
  /** Null for what is no notification of the platform. */
  parseWebhook(body: Buffer): LeadAdsNews | null
  /** The trial of the platform's own pages, of a lead that does not exist. */
  isTrial(notification: LeadNotification): boolean
}
