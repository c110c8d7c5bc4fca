import type { AiProvider } from '#ports/ai.ts'

/** What a token costs, in 10⁻⁹ of a currency. */
export interface AiPrice {
  readonly inputNano: number
  /** Input that its provider has in its cache. */
  readonly cachedNano: number
  readonly outputNano: number
  readonly currency: string
}

export interface KnownModel {
  readonly provider: AiProvider
  readonly title: string
  /** Input and answer together. */
  readonly contextTokens: number
  readonly maxOutputTokens: number
  /** The last of which the day has come holds. */
  readonly prices: readonly (Omit<AiPrice, 'currency'> & { readonly from: string })[]
  /** Of calls with more input than so many tokens; null where all cost the same. */
  readonly long: (Omit<AiPrice, 'currency'> & { readonly overTokens: number }) | null
  /** From this day on its provider answers no more. */
  readonly endsOn: string | null
  readonly successor: string | null
}

const always = '2026-01-01'
const model = (
  known: Omit<KnownModel, 'long' | 'endsOn' | 'successor'> & Partial<Pick<KnownModel, 'long' | 'endsOn' | 'successor'>>,
): KnownModel => ({ long: null, endsOn: null, successor: null, ...known })
const price = (inputNano: number, cachedNano: number, outputNano: number, from = always) => ({
  ...{ from, inputNano, cachedNano, outputNano },
})

/**
 * Models as data, in US dollars: what their providers said in October and November 2026, on ai.google.dev (Gemini API, pricing), in OpenAI's
 * model and pricing pages and on platform.claude.com. Of what is not here an owner says the price (`save-ai-model`).
 */
export const knownModels: Readonly<Record<string, KnownModel>> = {
  'gemini-3.8-flash': model({
    ...{ provider: 'gemini', title: 'Gemini 3.8 Flash', contextTokens: 1_048_576, maxOutputTokens: 65_536 },
    prices: [price(750, 75, 3_750), price(1_500, 150, 7_500, '2027-01-01')],
  }),
  'gemini-3.5-flash-lite': model({
    ...{ provider: 'gemini', title: 'Gemini 3.5 Flash-Lite', contextTokens: 1_048_576, maxOutputTokens: 65_536 },
    prices: [price(300, 30, 2_500)],
  }),
  'gpt-6.1-terra': model({
    ...{ provider: 'openai', title: 'GPT-6.1 Terra', contextTokens: 1_050_000, maxOutputTokens: 128_000 },
    prices: [price(1_000, 50, 5_000)],
    long: { overTokens: 272_000, inputNano: 2_000, cachedNano: 100, outputNano: 7_500 },
  }),
  'gpt-5.6-terra': model({
    ...{ provider: 'openai', title: 'GPT-5.6 Terra', contextTokens: 1_050_000, maxOutputTokens: 128_000 },
    prices: [price(2_000, 200, 12_000)],
  }),
  'gpt-5-mini': model({
    ...{ provider: 'openai', title: 'GPT-5 mini', contextTokens: 400_000, maxOutputTokens: 128_000 },
    prices: [price(250, 25, 2_000)],
    ...{ endsOn: '2026-12-11', successor: 'gpt-6.1-terra' },
  }),
  'claude-sonnet-5-5': model({
    ...{ provider: 'anthropic', title: 'Claude Sonnet 5.5', contextTokens: 1_000_000, maxOutputTokens: 128_000 },
    prices: [price(2_000, 200, 10_000)],
  }),
  'claude-opus-5-5': model({
    ...{ provider: 'anthropic', title: 'Claude Opus 5.5', contextTokens: 1_000_000, maxOutputTokens: 128_000 },
    prices: [price(4_000, 400, 20_000)],
  }),
}

/** Servers name models by parts: `compatible/meta-llama/Llama-3.3-70B-Instruct`. It goes into a body, never into an address. */
const compatibleName = /^compatible(\/[\w.:@+-]+)+$/

/** Vendors name theirs in one part. */
const vendorsName = /^(gemini|gpt|claude)-[\w.:@+-]+$/
const vendors: Readonly<Record<string, AiProvider>> = { gemini: 'gemini', gpt: 'openai', claude: 'anthropic' }

/** By the first letters of a model's name. */
export const providerOfModel = (name: string): AiProvider | null =>
  compatibleName.test(name) ? 'compatible' : (vendors[vendorsName.exec(name)?.[1] ?? ''] ?? null)
