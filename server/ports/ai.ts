/** Who writes and thinks for an organization. Gemini is the first to be asked, OpenAI (or what speaks like it) the fallback. */
export const aiProviders = ['gemini', 'openai'] as const
export type AiProvider = (typeof aiProviders)[number]

/** The one that is asked first, and the only one where an answer must come from it. */
export const primaryAi = 'gemini' satisfies AiProvider

/** What is asked of a model. It is given no tools, ever: all that it can do is answer. */
export interface AiAsked {
  /** In the provider's words: `gemini-3.8-flash`. The operator's choice unless said. */
  readonly model?: string
  /** What is to be done. Ours alone: nothing that somebody outside wrote belongs here. */
  readonly system: string
  /** What it is to be done with; what somebody outside wrote stands in blocks of it (`dataBlock`). */
  readonly prompt: string
  /**
   * Asks for one JSON object with these fields, each a text or null; the value says what a field is. A model may answer
   * something else all the same: whoever asked checks it.
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

/** One provider with one organization's key. Each keeps the promises of ai.test.ts. Throws AiTrouble. */
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
  readonly credentials: Readonly<Record<string, string>>
}

export interface AiPort {
  open(account: AiAccount): Ai
}

/** Why there is no answer. `reason` is for people: one line, no secret, no address, nothing of what was asked. */
export class AiTrouble extends Error {
  /**
   * `credentials`: somebody must mend the connection. `model_gone`: the provider has no such model (any more), and another must be
   * named. `refused`: the provider will not answer this. `malformed`: it answered, and that is no answer to what was asked; the next
   * try may be one. The rest passes by itself.
   */
  readonly kind: 'unreachable' | 'busy' | 'broken' | 'credentials' | 'model_gone' | 'refused' | 'malformed'
  readonly reason: string
  readonly retryAfterMs: number | null
  /** The one that is gone. */
  readonly model: string | null

  constructor(
    kind: AiTrouble['kind'],
    reason: string,
    more: { retryAfterMs?: number | null; model?: string; cause?: unknown } = {},
  ) {
    super(reason, { cause: more.cause })
    this.name = 'AiTrouble'
    this.kind = kind
    this.reason = reason
    this.retryAfterMs = more.retryAfterMs ?? null
    this.model = more.model ?? null
  }
}
