import type { GivenCredentials } from './secret.ts'

/** Who writes and thinks for an organization. Gemini is the first to be asked, then OpenAI (or what speaks like it), then Anthropic. */
export const aiProviders = ['gemini', 'openai', 'anthropic'] as const
export type AiProvider = (typeof aiProviders)[number]

/** The one that is asked first, and the only one where an answer must come from it. */
export const primaryAi = 'gemini' satisfies AiProvider

/** What is asked of a model. It is given no tools, ever: all that it can do is answer. */
export interface AiAsked {
  /** In the provider's words: `gemini-3.8-flash`. The operator's choice unless said. */
  readonly model?: string
  /** The instructions. Ours alone: untrusted text does not belong here. */
  readonly system: string
  /** The input; untrusted text is in blocks of it (`dataBlock`). */
  readonly prompt: string
  /**
   * Asks for one JSON object with these fields, each a text or null; the value says what a field is. A model may answer
   * something else all the same: the caller validates it.
   */
  readonly fields?: Readonly<Record<string, string>>
  readonly maxOutputTokens?: number
  readonly signal?: AbortSignal
}

export interface AiAnswer {
  /** Never empty; whole, not cut at a limit. Hostile text until it is proven otherwise. */
  readonly text: string
  /** As the provider says which one answered. */
  readonly model: string
  readonly provider: AiProvider
  /** Null where the provider does not tell. */
  readonly usage: AiUsage | null
}

/** What a provider bills. Thoughts are output. */
export interface AiUsage {
  /** All of the input, that from its cache included. */
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
}

/** One turn of a conversation, in plain text: what another provider wrote is text to this one. */
export interface AiTurn {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** A conversation that is to go on. */
export interface AiTalk {
  readonly model: string
  /** The instructions; null is none. */
  readonly system: string | null
  /** Its last turn is the user's. */
  readonly turns: readonly AiTurn[]
  /** The longest answer: it is always sent, since it bounds the price. */
  readonly maxOutputTokens: number
  /** Ends the call at its provider. */
  readonly signal: AbortSignal
}

/**
 * What comes of a conversation, in order: texts, which are never empty and together are the answer; between them what was used so far, each
 * time replacing what was told before; and one end.
 */
export type AiPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: AiUsage }
  /** `length`: cut at the longest answer. `filtered`: its provider stopped it because of its content. */
  | { readonly kind: 'end'; readonly finish: 'stop' | 'length' | 'filtered'; readonly model: string }

/** One provider with one organization's key. Each keeps the promises of ai.test.ts. Throws ProviderError. */
export interface Ai {
  readonly provider: AiProvider
  generate(asked: AiAsked): Promise<AiAnswer>
  /**
   * Throws before its first text or after it, too; without an end the answer is not whole. What was refused for its content without a word
   * of answer is thrown as `refused`.
   */
  talk(talk: AiTalk): AsyncGenerator<AiPiece, void, void>
  /** A call that changes nothing and costs nothing. */
  test(): Promise<{ readonly account: string; readonly accountId: string | null; readonly isLive: boolean }>
}

/** What is known of a connection when it is used. */
export interface AiAccount {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: AiProvider
  readonly mode: 'live' | 'test' | 'sandbox'
  /** `apiKey` */
  readonly credentials: GivenCredentials
}

export interface AiPort {
  /** The operator's choice of a provider's models. */
  usualModel(provider: AiProvider): string
  open(account: AiAccount): Ai
}
