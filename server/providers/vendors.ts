import type { JWTVerifyGetKey } from 'jose'
import type { Log } from '#core/log.ts'
import type { FindMailServer } from '#core/outbound/addresses.ts'
import type { Http } from '#core/outbound/http.ts'
import type { ProviderHttp, ProviderStreams } from '#core/outbound/provider-http.ts'
import type { Ai } from '#ports/ai.ts'
import type { CalendarAccount, Calendars } from '#ports/calendars.ts'
import type { Crm, CrmEntity, CrmPagesOf } from '#ports/crm.ts'
import type { DesignAllowances, Designs, DesignsAccount } from '#ports/designs.ts'
import type { LeadAds, LeadAdsNews, LeadAdsSent, LeadNotification } from '#ports/lead-ads.ts'
import type { Mail, Mailbox } from '#ports/mail.ts'
import type { FoundServers, MailboxAccount, Mailboxes, ProvenHint, SentHint } from '#ports/mailboxes.ts'
import type { Messaging, MessagingPort, MessagingSent } from '#ports/messaging.ts'
import type { OnlineDocs, OnlineDocsAccount } from '#ports/online-docs.ts'
import type { CurrencyLimits, PaymentNews, Payments, SentWebhook } from '#ports/payments.ts'
import type { Prospects, ProspectsPort } from '#ports/prospects.ts'
import type { Reviews, ReviewsAccount } from '#ports/reviews.ts'
import type { Voice, VoicePort, VoiceSent } from '#ports/voice.ts'

/** What a vendor's code is opened with for one connection. */
export interface Access {
  /** Of its API, without a slash at the end; in the sandbox the simulator's. */
  readonly base: string
  /** The same as a browser reaches it. */
  readonly pageBase: string
  readonly credentials: Readonly<Record<string, string>>
  readonly mode: 'live' | 'test' | 'sandbox'
  readonly http: ProviderHttp
  readonly now: () => Date
}

export interface AiVendor {
  /** Of a vendor whose models the connection names, not the operator. */
  usualModel?(credentials: Access['credentials']): string
  open(access: Access & { readonly model: string; readonly http: ProviderHttp & ProviderStreams }): Ai
}

export interface CalendarsVendor {
  open(access: Omit<Access, 'credentials'> & Pick<CalendarAccount, 'accessToken' | 'login' | 'owner'>): Calendars
}

export interface CrmVendor {
  /** Where people see a record of an account that is no simulated one. */
  recordPage(account: Pick<CrmPagesOf, 'apiBase' | 'accountId'>, entity: CrmEntity, id: string): string | null
  /** `base`: the API of this account, which a consent or a person may have named. */
  open(access: Omit<Access, 'credentials'> & { readonly auth: { readonly kind: 'oauth' | 'key'; readonly token: string } }): Crm
}

export interface DesignsVendor {
  /** `files`: for addresses that answers name, without credentials. `isReplaced`: a setting or the sandbox stands for every host of the vendor. */
  open(
    access: Omit<Access, 'credentials'> &
      Pick<DesignsAccount, 'accessToken'> & { readonly files: ProviderHttp & ProviderStreams; readonly isReplaced: boolean },
  ): Designs
  readonly allowances: DesignAllowances
}

export interface LeadAdsVendor {
  /** `client`: the app whose token it is. */
  open(
    access: Omit<Access, 'credentials'> & {
      readonly token: string
      readonly client: { readonly id: string; readonly secret: string }
    },
  ): LeadAds
  isSigned(sent: LeadAdsSent, appSecret: string): boolean
  parseWebhook(body: Buffer): LeadAdsNews | null
  isTrial(notification: LeadNotification): boolean
}

export interface MailVendor {
  open(given: {
    /** Asked for with each mail: the sandbox's address is known only once the server listens. */
    readonly base: () => string
    readonly account: string
    readonly from: Mailbox
    readonly isSandbox: boolean
    readonly now: () => Date
  }): Mail
}

/** What is to be proven of a hint. */
export interface HintFacts {
  /** The address that takes the place of the vendor's; null: its own. */
  readonly base: string | null
  /** The simulator, as this machine reaches it and as it names itself; null where the sandbox is off. */
  readonly sandbox: { readonly base: string; readonly pageBase: string; readonly serviceAccount: string } | null
  readonly serviceAccount: string | null
  readonly audience: string
}

export interface MailboxesVendor {
  /** `topic`: where news are to be told, and `serviceAccount`: who brings them, as the operator set it. */
  open(
    access: Omit<Access, 'credentials'> &
      Pick<MailboxAccount, 'accessToken' | 'login' | 'ownClientId'> & {
        readonly operatorsClientId: string | null
        readonly topic: string | null
        readonly serviceAccount: string | null
        readonly findMailServer: FindMailServer
      },
  ): Mailboxes
  /** Of a vendor whose servers are typed. */
  discover?(
    email: string,
    given: { readonly findMailServer: FindMailServer; readonly http: Pick<Http, 'send'> },
  ): Promise<FoundServers>
  /** Of a vendor that tells of changes. `factsOf` is asked each time: the address of this machine is known once it listens. */
  openHints?(given: {
    readonly factsOf: () => HintFacts
    readonly keySet: (issuer: string, url: string) => JWTVerifyGetKey
    readonly log: Log
    readonly now: () => Date
  }): (sent: SentHint) => Promise<Omit<ProvenHint, 'provider'> | null>
}

export interface MessagingVendor extends Pick<MessagingPort, 'isWebhook' | 'parseWebhook'> {
  open(access: Access): Messaging
  isSigned(sent: MessagingSent, credentials: Access['credentials']): boolean
}

export interface OnlineDocsVendor {
  open(
    access: Omit<Access, 'credentials'> & Pick<OnlineDocsAccount, 'accessToken' | 'until'> & { readonly filesBase: string },
  ): OnlineDocs
}

export interface PaymentsVendor {
  open(access: Access): Payments
  limitsOf(currency: string): CurrencyLimits | null
  isSigned(sent: SentWebhook, secret: string, now: Date): boolean
  parseWebhook(sent: SentWebhook): PaymentNews
}

export interface ProspectsVendor extends Pick<ProspectsPort, 'readLateNumbers'> {
  open(access: Access): Prospects
}

export interface ReviewsVendor {
  /** `base`: in the place of all hosts of the vendor; empty: its own. */
  open(access: Omit<Access, 'credentials'> & Pick<ReviewsAccount, 'accessToken'>): Reviews
}

export interface VoiceVendor extends Pick<VoicePort, 'isWebhook' | 'accountIn' | 'parseWebhook' | 'answer'> {
  open(access: Access): Voice
  isSigned(sent: VoiceSent, credentials: Access['credentials'], publicUrl: string): boolean
  isAbout(body: Buffer, credentials: Access['credentials']): boolean
}

/** What a vendor's folder exports for each port. */
export interface Vendors {
  readonly ai: AiVendor
  readonly calendars: CalendarsVendor
  readonly crm: CrmVendor
  readonly designs: DesignsVendor
  readonly leadAds: LeadAdsVendor
  readonly mail: MailVendor
  readonly mailboxes: MailboxesVendor
  readonly messaging: MessagingVendor
  readonly onlineDocs: OnlineDocsVendor
  readonly payments: PaymentsVendor
  readonly prospects: ProspectsVendor
  readonly reviews: ReviewsVendor
  readonly voice: VoiceVendor
}
