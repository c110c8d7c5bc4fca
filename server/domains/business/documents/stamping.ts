import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type LongTerm, LongTermMissing } from '#ports/long-term.ts'
import { type LongTermProblem, longTermFaults, type Paper, type SealIdentity, type SealOrder } from '#ports/paper.ts'
import { ProviderError, type ProviderErrorKind } from '#ports/provider-error.ts'
import type { Timestamp, Timestamps } from '#ports/timestamps.ts'
import type { SealCode } from './document-facts.ts'
import { saysMissing } from './long-term-strings.ts'
import { checkValidity } from './seal-problems.ts'
import type { Sealing } from './sealing.ts'

/** How long a preferred authority is waited for, from the last signature on. */
const preferredMs = 15 * 60_000

/** Whether the data for long-term validation is behind the seal; nothing where it was not asked for. */
const longTermFacts = {
  long_term: z.enum(['complete', 'missing']).optional(),
  long_term_fault: z.enum(longTermFaults).optional(),
  long_term_certificate: z.string().nullable().optional(),
}

/** How a seal was stamped: not asked for, by an authority, or without one that was preferred. */
const Stamping = z.discriminatedUnion('timestamp', [
  z.object({ timestamp: z.enum(['none', 'missing']), ...longTermFacts }),
  z.object({ timestamp: z.literal('stamped'), stamped_at: z.iso.datetime(), authority: z.string(), ...longTermFacts }),
])
export type Stamping = z.output<typeof Stamping>

/** As the event of the seal says it. */
export const stampingOf = (facts: unknown): Stamping | null => Stamping.safeParse(facts).data ?? null

/** What the event of the seal says of data for long-term validation. */
export const longTermOf = (
  stamping: Stamping | null,
): { readonly state: 'none' | 'missing' | 'complete'; readonly problem: LongTermProblem | null } => {
  const { long_term: state = 'none', long_term_fault: fault, long_term_certificate: certificate = null } = stamping ?? {}
  return { state, problem: fault ? { fault, certificate } : null }
}

/** A seal waits for its timestamp authority, or for a revocation list: nothing is wrong with the document. */
export class AuthorityAway extends Error {
  readonly code: z.output<typeof SealCode>
  constructor(code: z.output<typeof SealCode>, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
  }
}

export const authorityMissing = 'A timestamp is required, and no timestamp authority is set.'

/** What a workspace's seals are stamped by; null where nothing is. */
export const authorityOf = ({ timestampUrl }: Pick<Sealing, 'timestampUrl'>, timestamps: Timestamps): string | null =>
  timestampUrl ?? timestamps.usual()

/** Asks the authority for a token that nothing is done with; why there is none, in words, where it does not answer well. */
export const tryAuthority = async (timestamps: Timestamps, url: string | null): Promise<Timestamp | string> => {
  try {
    return await timestamps.stamp(randomBytes(32), url)
  } catch (error) {
    if (error instanceof ProviderError) return error.reason
    throw error
  }
}

/** What of the data for long-term validation cannot be had, for what seals now and a timestamp like this one; null where all can. */
export const longTermLack = async (
  longTerm: LongTerm,
  identity: Pick<SealIdentity, 'chain' | 'crl'> | null,
  { token }: Timestamp,
  { timestampUrl }: Pick<Sealing, 'timestampUrl'>,
): Promise<LongTermProblem | null> => {
  try {
    const { chain = [], crl = null } = identity ?? {}
    await longTerm.gather({ chain, crl, token, isOperators: timestampUrl === null })
    return null
  } catch (error) {
    if (error instanceof LongTermMissing) return error.problem
    throw error
  }
}

/** Why what is required cannot be had now, in words; null where it can or need not. */
export const requiredProblem = async (sealing: Sealing, timestamps: Timestamps): Promise<string | null> => {
  if (sealing.timestamp !== 'required') return null
  if (authorityOf(sealing, timestamps) === null) return authorityMissing
  const tried = await tryAuthority(timestamps, sealing.timestampUrl)
  return typeof tried === 'string' ? `A timestamp is required. ${tried}` : null
}

interface Means {
  readonly paper: Paper
  readonly timestamps: Timestamps
  readonly longTerm: LongTerm
}

interface Sealable {
  readonly order: Omit<SealOrder, 'timestamp' | 'longTerm'>
  readonly sealing: Sealing
  readonly since: Date
  readonly workspace: string
}

interface Stamped {
  readonly sealed: Buffer
  readonly stamping: Stamping
}

/**
 * Seals a file as the workspace decided: `required` waits for its authority (`AuthorityAway`), `preferred` for a quarter of an hour after
 * `since`; then the seal has none, and says so. Data for long-term validation is waited for as long, where another try may get it; then the seal
 * has none, and says why. With a certificate that is not valid at the time of the order, nothing is sealed (`SealBlocked`).
 */
export const sealStamped = async (means: Means, pdf: Buffer, sealable: Sealable): Promise<Stamped> => {
  const { order, sealing, since } = sealable
  checkValidity(means.paper, order.identity, order.at)
  if (sealing.timestamp === 'none') return sealPlain(means, pdf, sealable, 'none')
  const isPreferred = sealing.timestamp === 'preferred'
  if (isPreferred && authorityOf(sealing, means.timestamps) === null) return sealPlain(means, pdf, sealable, 'missing')
  const endsAt = waitsUntil(since)
  const isLate = order.at >= endsAt
  const until = `${endsAt.toISOString().slice(11, 16)} UTC.`
  try {
    return await sealLongTerm(means, pdf, sealable, (missing) => {
      if (!missing.isPassing || isLate) return
      const says = `Waiting for the data for long-term validation. ${saysMissing(missing.problem)}`
      throw new AuthorityAway(
        'long_term_away',
        `${says} Without it until then, it is sealed with a timestamp alone at ${until}`,
        {
          cause: missing,
        },
      )
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (isPreferred && isLate) return sealPlain(means, pdf, sealable, 'missing')
    const then = isPreferred ? ` Without an answer until then, it is sealed without a timestamp at ${until}` : ''
    const message = `Waiting for the timestamp authority. ${error.reason}${then}`
    throw new AuthorityAway(awayCodes[error.kind] ?? 'authority_unreachable', message, { cause: error })
  }
}

/** Until when what is preferred is waited for. */
export const waitsUntil = (since: Date): Date => new Date(since.getTime() + preferredMs)

const awayCodes: Partial<Record<ProviderErrorKind, z.output<typeof SealCode>>> = {
  unreachable: 'authority_unreachable',
  busy: 'authority_busy',
  broken: 'authority_broken',
  refused: 'authority_refused',
  credentials: 'authority_credentials',
}

const sealPlain = async (
  { paper }: Means,
  pdf: Buffer,
  { order, sealing, workspace }: Sealable,
  timestamp: 'none' | 'missing',
): Promise<Stamped> => ({
  sealed: await paper.seal(pdf, { ...order, timestamp: null }, workspace),
  stamping: { timestamp, ...(sealing.longTerm && missingFacts({ fault: 'no_timestamp', certificate: null })) },
})

/** With its long-term data where that is wanted and can be had; `onMissing` may decide to wait for it. */
const sealLongTerm = async (
  means: Means,
  pdf: Buffer,
  sealable: Sealable,
  onMissing: (missing: LongTermMissing) => void,
): Promise<Stamped> => {
  if (!sealable.sealing.longTerm) return sealWith(means, pdf, sealable, {})
  try {
    return await sealWith(means, pdf, sealable, { long_term: 'complete' })
  } catch (error) {
    if (!(error instanceof LongTermMissing)) throw error
    onMissing(error)
    // A seal that announces the data would say that it was removed: another one is made.
    return sealWith(means, pdf, sealable, missingFacts(error.problem))
  }
}

const missingFacts = ({ fault, certificate }: LongTermProblem) =>
  ({ long_term: 'missing', long_term_fault: fault, long_term_certificate: certificate }) as const

const sealWith = async (
  { paper, timestamps, longTerm }: Means,
  pdf: Buffer,
  { order, sealing, workspace }: Sealable,
  facts: Pick<Stamping, keyof typeof longTermFacts>,
): Promise<Stamped> => {
  let stamp: Timestamp | undefined
  const { chain, crl = null } = order.identity
  const isOperators = sealing.timestampUrl === null
  const sealed = await paper.seal(
    pdf,
    {
      ...order,
      timestamp: async (digest) => {
        stamp = await timestamps.stamp(digest, sealing.timestampUrl)
        return stamp.token
      },
      ...(facts.long_term === 'complete' && { longTerm: (token) => longTerm.gather({ chain, crl, token, isOperators }) }),
    },
    workspace,
  )
  if (!stamp) throw new Error('a seal with a timestamp that no authority gave')
  const { at, authority } = stamp
  return { sealed, stamping: { timestamp: 'stamped', stamped_at: at.toISOString(), authority, ...facts } }
}
