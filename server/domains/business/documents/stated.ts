import { type StoredEvent, signedAsKey } from './chain.ts'

/** What was said with a signature and is no fact: it stands beside what is known, where it differs from that. */
export interface Stated {
  /** Null where the signer signed under the name that they were asked by. */
  readonly name: string | null
  /** Null where it is the time of the server, give or take a minute. */
  readonly at: Date | null
}

/** Clocks of browsers differ by seconds. */
const nearMs = 60_000

/** Whether a personal value is the name that a signature was made under. */
export const isSignedAs =
  ({ seq }: Pick<StoredEvent, 'seq'>) =>
  (value: { readonly seq: number; readonly key: string }): boolean =>
    value.seq === seq && value.key === signedAsKey

/** By the event of a signature, the name of its signer, and the name that stands beside the event (`isSignedAs`). */
export const statedWith = (
  { at, facts }: Pick<StoredEvent, 'at' | 'facts'>,
  name: string,
  signedAs: string | null | undefined,
): Stated => {
  const claimed = typeof facts.claimed_at === 'string' ? new Date(facts.claimed_at) : null
  return {
    name: signedAs != null && signedAs !== name ? signedAs : null,
    at: claimed !== null && Math.abs(claimed.getTime() - at.getTime()) >= nearMs ? claimed : null,
  }
}

/** The signature of a signer among the events of a document. */
export const signatureOf = (chain: readonly StoredEvent[], signerId: string): StoredEvent | undefined =>
  chain.find(({ kind, facts }) => kind === 'signed' && facts.signer === signerId)
