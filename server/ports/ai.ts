import type { GivenCredentials } from './secret.ts'

/**
 * Who writes and thinks for an organization. Gemini is the first to be asked, then OpenAI, then Anthropic, then a server of the
 * organization's own that speaks like OpenAI.
 */
export const aiProviders = ['gemini', 'openai', 'anthropic', 'compatible'] as const
export type AiProvider = (typeof aiProviders)[number]

/** The one that is asked first, and the only one where an answer must come from it. */
export const primaryAi = 'gemini' satisfies AiProvider

/** What is asked of a model. It is given no tools: all that it can do is answer. */
export interface AiAsked {
  /** In the provider's words: `gemini-3.8-flash`. The operator's choice unless said. */
  readonly model?: string
  /** The instructions. Ours alone: untrusted text does not belong here. */
  readonly system: string
  /** The input; untrusted text is in blocks of it (`dataBlock`). */
  readonly prompt: string
  /**
   * Asks for one JSON object, by the provider's own mode: a closed JSON Schema in which every member is required, as some providers take no
   * other. A model may answer something else all the same: the caller validates it.
   */
  readonly schema?: Readonly<Record<string, unknown>>
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

/** One turn of a conversation. */
export type AiTurn =
  | { readonly role: 'user'; readonly text: string }
  | AiAnswerTurn
  /** What came of the calls of the turn before, in their order. */
  | { readonly role: 'tools'; readonly results: readonly AiToolResult[] }

export interface AiAnswerTurn {
  readonly role: 'assistant'
  readonly text: string
  readonly calls?: readonly AiToolCall[]
  /** Given back to the provider that said it; any other one gets plain text. */
  readonly said?: AiSaid
}

/** A turn to the letter, with what its provider signed of its thoughts: some refuse a call that comes back otherwise than they said it. */
export interface AiSaid {
  readonly provider: AiProvider
  /** In the provider's own form, as JSON. */
  readonly content: unknown
}

/** What a model may ask for; it does nothing itself. */
export interface AiTool {
  /** `^[a-z0-9-]{1,64}$`: what all providers take. */
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly input: Readonly<Record<string, unknown>>
}

export interface AiToolCall {
  /** Told apart from the other calls of its turn by this. */
  readonly id: string
  /** As the model wrote it: there may be no such tool. */
  readonly name: string
  /** Null where the model wrote no JSON object. Hostile, like every text of a model. */
  readonly input: Readonly<Record<string, unknown>> | null
}

export interface AiToolResult {
  readonly call: AiToolCall
  readonly text: string
  readonly isError: boolean
}

/** A conversation that is to go on. */
export interface AiTalk {
  readonly model: string
  /** The instructions; null is none. */
  readonly system: string | null
  /** Its last turn is the user's, or that of the tools. */
  readonly turns: readonly AiTurn[]
  readonly tools?: readonly AiTool[]
  /** The longest answer: it is always sent, since it bounds the price. */
  readonly maxOutputTokens: number
  /** Ends the call at its provider. */
  readonly signal: AbortSignal
}

/** `length`: cut at the longest answer. `filtered`: its provider stopped it because of its content. */
export type AiFinish = 'stop' | 'length' | 'filtered'

/**
 * What comes of a conversation, in order: texts, which are never empty and together are the answer; between them what was used so far, each
 * time replacing what was told before; and one end.
 */
export type AiPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: AiUsage }
  | AiEnd

export interface AiEnd {
  readonly kind: 'end'
  readonly finish: AiFinish
  /** As the provider says which one answered. */
  readonly model: string
  /** What the model asks for; where there are some, their results are the next turn. None of an answer that was cut. */
  readonly calls: readonly AiToolCall[]
  readonly said: AiSaid
}

/** A model as its provider lists it; null is what it does not tell. */
export interface ListedModel {
  readonly name: string
  readonly title: string | null
  readonly contextTokens: number | null
  readonly maxOutputTokens: number | null
  /** The day on which its provider shuts it down: `2026-12-11`. */
  readonly endsOn: string | null
}

/** One provider with one organization's key. Each keeps the promises of ai.long.test.ts. Throws ProviderError. */
export interface Ai {
  readonly provider: AiProvider
  generate(asked: AiAsked): Promise<AiAnswer>
  /**
   * Throws before its first text or after it, too; without an end the answer is not whole. What was refused for its content without a word
   * of answer is thrown as `refused`.
   */
  talk(talk: AiTalk): AsyncGenerator<AiPiece, void, void>
  /** The models that its provider offers to this key for conversations. It costs nothing. */
  models(): Promise<readonly ListedModel[]>
  /** A call that changes nothing and costs nothing. */
  test(): Promise<{ readonly account: string; readonly accountId: string | null; readonly isLive: boolean }>
}

/** What is known of a connection when it is used. */
export interface AiAccount {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: AiProvider
  readonly mode: 'live' | 'test' | 'sandbox'
  /** `apiKey`; of a server of one's own `address` and `model` too. */
  readonly credentials: GivenCredentials
}

export interface AiPort {
  /** The operator's choice of a provider's models; of a server of one's own what its connection names. Empty where neither says. */
  usualModel(of: { readonly provider: AiProvider; readonly credentials?: GivenCredentials }): string
  open(account: AiAccount): Ai
}
