import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import type { StoredEvent } from './chain.ts'
import { documentErrors } from './errors.ts'
import { signatureOf } from './stated.ts'

const Signature = z.object({
  class: z.enum(['link', 'session', 'attested']),
  paper: z.object({ sha256: z.string() }).optional(),
})

/**
 * Refuses to record again, in another way, what a signer signed before: what a caller sends, such as a paper, would not be in the evidence. The
 * same signature is none to refuse.
 */
export const checkSignedBefore = (
  chain: readonly StoredEvent[],
  signerId: string,
  asked: { readonly class: 'session' | 'attested'; readonly paper: Buffer | null },
): void => {
  const event = signatureOf(chain, signerId)
  if (!event) throw new Error('a signer who signed, without an event of it')
  const signature = Signature.parse(event.facts)
  const at = event.at.toISOString()
  const paper = signature.paper?.sha256 ?? null
  if (signature.class === asked.class && paper === (asked.paper?.toString('hex') ?? null)) return
  throw new Failure(documentErrors.already_signed, {
    message:
      signature.class === 'link'
        ? `This signer signed by their own link at ${at}. Nothing more was recorded.`
        : signature.class === 'session'
          ? `This signer signed in the app at ${at}. Nothing more was recorded.`
          : paper
            ? `This signature was recorded at ${at}, on another paper. Nothing more was recorded.`
            : `This signature was recorded at ${at}, without this paper. Nothing more was recorded.`,
  })
}
