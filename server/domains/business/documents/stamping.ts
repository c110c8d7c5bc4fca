import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Paper, SealOrder } from '#ports/paper.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { Timestamp, Timestamps } from '#ports/timestamps.ts'
import type { Sealing } from './sealing.ts'

/** How long a preferred authority is waited for, from the last signature on. */
const preferredMs = 15 * 60_000

/** How a seal was stamped: not asked for, by an authority, or without one that was preferred. */
const Stamping = z.discriminatedUnion('timestamp', [
  z.object({ timestamp: z.enum(['none', 'missing']) }),
  z.object({ timestamp: z.literal('stamped'), stamped_at: z.iso.datetime(), authority: z.string() }),
])
export type Stamping = z.output<typeof Stamping>

/** As the event of the seal says it. */
export const stampingOf = (facts: unknown): Stamping | null => Stamping.safeParse(facts).data ?? null

/** A seal waits for its timestamp authority: nothing is wrong with the document. */
export class AuthorityAway extends Error {}

export const authorityMissing = 'A timestamp is required, and no timestamp authority is set.'

/** What a workspace's seals are stamped by; null where nothing is. */
export const authorityOf = ({ timestampUrl }: Pick<Sealing, 'timestampUrl'>, timestamps: Timestamps): string | null =>
  timestampUrl ?? timestamps.usual()

/** Asks the authority for a token that nothing is done with: why there is none, in words; null where it answers well. */
export const authorityProblem = async (timestamps: Timestamps, url: string | null): Promise<string | null> => {
  try {
    await timestamps.stamp(randomBytes(32), url)
    return null
  } catch (error) {
    if (error instanceof ProviderError) return error.reason
    throw error
  }
}

/** Why what is required cannot be had now, in words; null where it can or need not. */
export const requiredProblem = async (sealing: Sealing, timestamps: Timestamps): Promise<string | null> => {
  if (sealing.timestamp !== 'required') return null
  if (authorityOf(sealing, timestamps) === null) return authorityMissing
  const problem = await authorityProblem(timestamps, sealing.timestampUrl)
  return problem && `A timestamp is required. ${problem}`
}

/**
 * Seals a file as the workspace decided: `required` waits for its authority (`AuthorityAway`), `preferred` for a quarter of an hour after
 * `since`; then the seal has none, and says so.
 */
export const sealStamped = async (
  { paper, timestamps }: { readonly paper: Paper; readonly timestamps: Timestamps },
  pdf: Buffer,
  {
    order,
    sealing,
    since,
    workspace,
  }: { order: Omit<SealOrder, 'timestamp'>; sealing: Sealing; since: Date; workspace: string },
): Promise<{ readonly sealed: Buffer; readonly stamping: Stamping }> => {
  const plain = async (timestamp: 'none' | 'missing') => ({
    sealed: await paper.seal(pdf, { ...order, timestamp: null }, workspace),
    stamping: { timestamp },
  })
  if (sealing.timestamp === 'none') return plain('none')
  const isPreferred = sealing.timestamp === 'preferred'
  if (isPreferred && authorityOf(sealing, timestamps) === null) return plain('missing')
  let stamp: Timestamp | undefined
  try {
    const sealed = await paper.seal(
      pdf,
      {
        ...order,
        timestamp: async (digest) => {
          stamp = await timestamps.stamp(digest, sealing.timestampUrl)
          return stamp.token
        },
      },
      workspace,
    )
    if (!stamp) throw new Error('a seal with a timestamp that no authority gave')
    return { sealed, stamping: { timestamp: 'stamped', stamped_at: stamp.at.toISOString(), authority: stamp.authority } }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const endsAt = since.getTime() + preferredMs
    if (isPreferred && order.at.getTime() >= endsAt) return plain('missing')
    const then = isPreferred ? ' Without an answer until then, it is sealed without a timestamp at' : ''
    const until = isPreferred ? ` ${new Date(endsAt).toISOString().slice(11, 16)} UTC.` : ''
    throw new AuthorityAway(`Waiting for the timestamp authority. ${error.reason}${then}${until}`, { cause: error })
  }
}
