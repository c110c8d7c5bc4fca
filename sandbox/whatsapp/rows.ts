/** A business with one number: each access token is one of its own. */
export interface Business {
  readonly id: string
  /** `EAA…` */
  readonly token: string
  readonly appSecret: string
  /** Null until the token was first used for it. */
  readonly phoneNumberId: string | null
  readonly businessAccountId: string | null
  readonly displayNumber: string
  readonly name: string
  /** Where its webhooks go, once it asked and the address was checked. */
  readonly callbackUrl: string | null
  /** Refuses by a status some time later, as it often is in life, and not with the answer. */
  readonly refusesLate: boolean
}

/** A customer's phone. */
export interface Phone {
  readonly id: string
  readonly name: string
  /** Digits, without plus. */
  readonly number: string
  readonly username: string | null
  /** Businesses are told the username and an id, and no number. */
  readonly hidesNumber: boolean
  readonly isOnline: boolean
  /** Ids of businesses. */
  readonly blocks: readonly string[]
  /** Counts changes of number: the id that a business knows changes with it. */
  readonly generation: number
}

export type Reactions = { readonly customer: string | null; readonly business: string | null }

interface Said {
  /** `wamid.…` */
  readonly id: string
  readonly business: string
  readonly phone: string
  /** As it is on the wire: `text`, `image`, `template` … */
  readonly type: string
  readonly content: Readonly<Record<string, unknown>>
  /** What a person reads. */
  readonly text: string
  readonly replyTo: string | null
  /** Seconds since 1970, as the platform says it. */
  readonly at: number
  readonly reactions: Reactions
}

/** Of the customer. */
export interface Written extends Said {
  readonly from: 'customer'
  /** Waits on a phone without a network. */
  readonly isHeld: boolean
}

/** Of the business. */
export interface Received extends Said {
  readonly from: 'business'
  readonly to: string
  readonly status: 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'
  /** Why it will fail, where that is told later. */
  readonly trouble: { readonly code: number; readonly title: string; readonly details: string } | null
  readonly callbackData: string | null
  readonly buttons: readonly string[]
}

export type Message = Written | Received

export interface Template {
  readonly id: string
  readonly business: string
  readonly name: string
  readonly language: string
  readonly category: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION'
  readonly status: TemplateStatus
  readonly reason: string
  readonly components: readonly Component[]
}
export const templateStatuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const
export type TemplateStatus = (typeof templateStatuses)[number]

export interface Component {
  readonly type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS' | 'CAROUSEL'
  readonly format?: string
  readonly text?: string
  readonly example?: object
  readonly buttons?: readonly {
    readonly type: string
    readonly text: string
    readonly url?: string
    readonly flow_id?: string
  }[]
  readonly cards?: readonly { readonly components: readonly Component[] }[]
}

/** A file that a customer sent. */
export interface File {
  readonly id: string
  readonly business: string
  readonly type: string
  readonly name: string | null
  readonly sha256: string
  readonly bytes: number
  readonly base64: string
}
