import type { GivenCredentials } from './secret.ts'

/** The state of a call at its provider, in our words. `canceled`: the caller hung up before an answer. */
export type LegState = 'queued' | 'ringing' | 'in_progress' | 'completed' | 'busy' | 'no_answer' | 'canceled' | 'failed'

/** What a webhook says of a call. Who wrote it is proven before; what stands in it is still only what the provider says. */
export interface VoiceNews {
  readonly callId: string
  /** The leg that this call was made for; null for one that stands by itself. */
  readonly parentCallId: string | null
  /** E.164, `client:<name>`, or whatever a network shows: `anonymous`. Never dialled unchecked. */
  readonly from: string
  readonly to: string
  /** An inbound call to a number of the account. False for a call from the app. Null: unknown. */
  readonly isInbound: boolean | null
  /** Made by a program over the provider's API, and not by a person. */
  readonly isByProgram: boolean
  readonly state: LegState | null
  readonly durationSeconds: number | null
  /** How the dialling ended that our last answer asked for. */
  readonly dialled: { readonly state: LegState; readonly durationSeconds: number | null } | null
  /** It wants to know what to do next. False: it only tells. */
  readonly wantsAnswer: boolean
}

/** What a call is to do next. The provider's own language for it is behind the port. */
export type Instruction =
  | {
      readonly kind: 'dial'
      /** A number in E.164, or the names of members in the app, who ring together: ten at most. */
      readonly who: { readonly number: string } | { readonly names: readonly string[] }
      /** The number that the other side sees: one of the account's. Null: the caller's. */
      readonly callerId: string | null
      /** How long it rings. */
      readonly ringSeconds: number | null
      /** Told how the dialling ended. */
      readonly afterwards: string | null
    }
  | { readonly kind: 'say'; readonly words: string }
  | { readonly kind: 'end' }

/** A call and the legs that were dialled for it, as the provider has them now. */
export interface ProviderCall {
  readonly callId: string
  readonly state: LegState
  readonly durationSeconds: number | null
  readonly legs: readonly { readonly to: string; readonly state: LegState; readonly durationSeconds: number | null }[]
}

/** One account with one organization's credentials. Throws ProviderError. */
export interface Voice {
  /** Calls that change nothing: whose account it is, and whether the number that calls come from is its own. */
  test(): Promise<{ readonly account: string; readonly accountId: string | null; readonly isLive: boolean }>
  /** Lets a user's browser call and be called under a name. Created here, without a request. */
  token(wanted: { readonly identity: string; readonly lifeSeconds: number }): Promise<string>
  /** Null when the provider knows no such call. */
  findCall(callId: string): Promise<ProviderCall | null>
  /** Has the provider send its webhooks to `url`. False where a person has to do that on the provider's pages. */
  registerWebhook(url: string): Promise<boolean>
}

export interface VoiceAccount {
  readonly orgId: string
  readonly connectionId: string
  readonly mode: 'live' | 'test' | 'sandbox'
  /** As the vendor's manifest names them. */
  readonly credentials: GivenCredentials
}

/** What came to a webhook. `url`: path and query, as they were sent. */
export interface VoiceSent {
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface VoicePort {
  open(account: VoiceAccount): Voice
  /** Whether the provider sent this to our public address: signed over all of it with the secret of the account. */
  isSigned(sent: VoiceSent, credentials: GivenCredentials): boolean
  /** Whether a request has the form of a webhook of calls, before anything of it is proven. */
  isWebhook(sent: Pick<VoiceSent, 'headers' | 'body'>): boolean
  /** Whose a webhook claims to be, before anything of it is proven: the account's id; null when it does not say. */
  accountIn(body: Buffer): string | null
  /** Whether a webhook is about the number of these credentials, where several have one account between them. */
  isAbout(body: Buffer, credentials: GivenCredentials): boolean
  /** Throws on what is no webhook of a call. */
  parseWebhook(body: Buffer): VoiceNews
  /** The answer to a webhook, in the provider's language. */
  answer(instruction: Instruction): { readonly type: 'text/xml' | 'application/json'; readonly body: string }
}
