import type { GivenCredentials } from './secret.ts'

/** Who writes and thinks for an organization. Gemini is the first to be asked, OpenAI (or what speaks like it) the fallback. */
export const aiProviders = ['gemini', 'openai'] as const
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
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null
}

/** One provider with one organization's key. Each keeps the promises of ai.test.ts. Throws ProviderError. */
export interface Ai {
  readonly provider: AiProvider
  generate(asked: AiAsked): Promise<AiAnswer>
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
  open(account: AiAccount): Ai
}
