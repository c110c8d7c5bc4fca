import type { Selectable } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import type { AiProvider } from '#ports/ai.ts'
import { type AiPrice, type KnownModel, knownModels, providerOfModel } from './known-models.ts'
import type { ListedRow } from './listed-models.ts'

/** A model as a workspace uses it: what Foyer knows, and over that what the workspace says. */
export interface AiModel {
  readonly model: string
  readonly provider: AiProvider
  readonly title: string
  readonly contextTokens: number
  readonly maxOutputTokens: number
  /** Null where neither knows it. */
  readonly price: AiPrice | null
  readonly long: KnownModel['long']
  readonly endsOn: string | null
  readonly successor: string | null
  readonly isEnabled: boolean
  /** Foyer, its provider's list or the workspace names it; else it is taken at the word of who asks for it. */
  readonly isKnown: boolean
}

type Row = Selectable<Tables['ai_models']>

/** What the workspace says of a model, and what its provider does. */
interface Told {
  readonly row: Row | undefined
  readonly listed: ListedRow | undefined
}

/** Of a model that is not known: what every current one can do at least. */
const least = { contextTokens: 128_000, maxOutputTokens: 8_192 }

const modelOf = (name: string, provider: AiProvider, { row, listed }: Told, day: string): AiModel => {
  const known = knownModels[name]
  const { contextTokens, maxOutputTokens } = known ?? least
  return {
    ...{ model: name, provider, title: known?.title ?? listed?.title ?? name },
    contextTokens: row?.context_tokens ?? listed?.context_tokens ?? contextTokens,
    maxOutputTokens: row?.max_output_tokens ?? listed?.max_output_tokens ?? maxOutputTokens,
    price: priceOf(row, known, day),
    // A price of the workspace's own is for all lengths.
    long: row?.input_nano == null ? (known?.long ?? null) : null,
    // What its provider said yesterday is newer than what Foyer knows.
    endsOn: listed?.ends_on ?? known?.endsOn ?? null,
    successor: known?.successor ?? null,
    isEnabled: row?.is_enabled ?? true,
    isKnown: Boolean(known ?? row ?? listed),
  }
}

const priceOf = (row: Row | undefined, known: KnownModel | undefined, day: string): AiPrice | null => {
  const { input_nano: input, cached_nano: cached, output_nano: output } = row ?? {}
  if (input != null && output != null)
    return { inputNano: input, cachedNano: cached ?? input, outputNano: output, currency: 'USD' }
  const holds = known?.prices.filter(({ from }) => from <= day).at(-1)
  return holds
    ? { inputNano: holds.inputNano, cachedNano: holds.cachedNano, outputNano: holds.outputNano, currency: 'USD' }
    : null
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** Those of names that a provider has, as the workspace uses them. */
const modelsOf = (
  names: readonly string[],
  { rows, listed }: { readonly rows: readonly Row[]; readonly listed: readonly ListedRow[] },
  now: Date,
): readonly AiModel[] =>
  names.flatMap((name) => {
    const provider = providerOfModel(name)
    const told = { row: rows.find(({ model }) => model === name), listed: listed.find(({ model }) => model === name) }
    return provider ? [modelOf(name, provider, told, dayOf(now))] : []
  })

/** All that Foyer or the workspace knows, by provider and name. */
export const findModels = async (db: Db, orgId: string, now: Date): Promise<readonly AiModel[]> => {
  const [rows, listed] = await Promise.all([
    db.selectFrom('ai_models').selectAll().where('org_id', '=', orgId).execute(),
    db.selectFrom('ai_listed_models').selectAll().where('org_id', '=', orgId).execute(),
  ])
  const names = [...new Set([...Object.keys(knownModels), ...[...rows, ...listed].map(({ model }) => model)])]
  return modelsOf(names, { rows, listed }, now).toSorted(
    (a, b) => a.provider.localeCompare(b.provider) || a.model.localeCompare(b.model),
  )
}

/** Several by their names, in one trip; one that is not known is taken at its provider's word. */
export const findModelsNamed = async (
  db: Db,
  orgId: string,
  given: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, AiModel>> => {
  const names = given.filter((name) => providerOfModel(name))
  if (names.length === 0) return new Map()
  const [rows, listed] = await Promise.all([
    db.selectFrom('ai_models').selectAll().where('org_id', '=', orgId).where('model', 'in', names).execute(),
    db.selectFrom('ai_listed_models').selectAll().where('org_id', '=', orgId).where('model', 'in', names).execute(),
  ])
  return new Map(modelsOf(names, { rows, listed }, now).map((model) => [model.model, model]))
}

/** A model by its name; null where its first letters are those of no provider. */
export const findModel = async (db: Db, orgId: string, name: string, now: Date): Promise<AiModel | null> =>
  (await findModelsNamed(db, orgId, [name], now)).get(name) ?? null

interface Tokens {
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
}

/** The price of a token where so much goes in; null where it is not known. */
export const priceFor = ({ price, long }: Pick<AiModel, 'price' | 'long'>, inputTokens: number): AiPrice | null =>
  price && long && inputTokens > long.overTokens ? { ...price, ...long } : price

/** In 10⁻⁹ of the currency; nought where no price is known. */
export const costOf = (price: AiPrice | null, { inputTokens, cachedTokens, outputTokens }: Tokens): number =>
  price === null
    ? 0
    : (inputTokens - cachedTokens) * price.inputNano + cachedTokens * price.cachedNano + outputTokens * price.outputNano

/**
 * The most that a call can have used whose provider did not tell: all that went in, and a token for each byte that came. Of an answer that
 * was lost (`receivedBytes` is null) all that it may have been: the longest one, thoughts included.
 */
export const usedTokens = (most: Omit<Tokens, 'cachedTokens'>, receivedBytes: number | null): Tokens => ({
  ...{ inputTokens: most.inputTokens, cachedTokens: 0 },
  outputTokens: Math.min(receivedBytes ?? most.outputTokens, most.outputTokens),
})

/** A price as rows keep it. */
export const columnsOfPrice = (price: AiPrice | null) => ({
  ...{ input_nano: price?.inputNano ?? null, cached_nano: price?.cachedNano ?? null },
  ...{ output_nano: price?.outputNano ?? null, currency: price?.currency ?? null },
})

/** The price that a row keeps. */
export const priceOfRow = (row: {
  readonly input_nano: number | null
  readonly cached_nano: number | null
  readonly output_nano: number | null
  readonly currency: string | null
}): AiPrice | null => {
  const { input_nano: inputNano, cached_nano: cachedNano, output_nano: outputNano, currency } = row
  if (inputNano === null || cachedNano === null || outputNano === null || currency === null) return null
  return { inputNano, cachedNano, outputNano, currency }
}

/** As it is answered. */
export const shownPrice = (price: AiPrice | null) =>
  price && {
    ...{ input_nano: price.inputNano, cached_nano: price.cachedNano, output_nano: price.outputNano },
    currency: price.currency,
  }
