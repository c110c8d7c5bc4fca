import { z } from 'zod'
import type { StoredEvent } from './chain.ts'

const Signature = z.object({
  signer: z.string(),
  class: z.enum(['link', 'session', 'attested']),
  paper: z.object({ sha256: z.string() }).optional(),
})

/**
 * How and when a signer signed before, where that is not what a caller asks to record: what they send, such as a paper, is not in the evidence.
 * Null where it is the same.
 */
export const signedOtherwise = (
  chain: readonly StoredEvent[],
  signerId: string,
  asked: { readonly class: 'session' | 'attested'; readonly paper: Buffer | null },
): string | null => {
  for (const { kind, said, at } of chain) {
    if (kind !== 'signed') continue
    const signature = Signature.parse((JSON.parse(said) as { facts: unknown }).facts)
    if (signature.signer !== signerId) continue
    const isSame =
      signature.class === asked.class && (signature.paper?.sha256 ?? null) === (asked.paper?.toString('hex') ?? null)
    return isSame ? null : sayHow(signature, at.toISOString())
  }
  throw new Error('a signer who signed, without an event of it')
}

const sayHow = ({ class: how, paper }: z.output<typeof Signature>, at: string): string => {
  if (how === 'link') return `This signer signed by their own link at ${at}. Nothing more was recorded.`
  if (how === 'session') return `This signer signed in the app at ${at}. Nothing more was recorded.`
  return paper
    ? `This signature was recorded at ${at}, on another paper. Nothing more was recorded.`
    : `This signature was recorded at ${at}, without this paper. Nothing more was recorded.`
}
