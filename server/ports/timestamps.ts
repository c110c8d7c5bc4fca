/** A timestamp authority (RFC 3161): who says, by a signature of its own, that something was there at a time. */

export interface Timestamp {
  /** TimeStampToken, DER. */
  readonly token: Buffer
  /** What the authority says. */
  readonly at: Date
  /** The subject of its certificate. */
  readonly authority: string
}

export interface Timestamps {
  /** Where the operator's authority is; null where there is none. In the sandbox it is simulated, unless the operator names another. */
  readonly usual: () => string | null
  /**
   * Has a digest (SHA-256) stamped: by the operator's authority, or by the one at `url`, which an admin of a workspace named and which is
   * called as a stranger's address is. What comes back was checked: it is over this digest, answers this very request, and is signed by a
   * certificate of a timestamp authority that was valid at its time. Throws `ProviderError`.
   */
  stamp(digest: Buffer, url: string | null): Promise<Timestamp>
}

/** What an answer with its certificates may have: a seal keeps this much room for it. */
export const mostTokenBytes = 24_576
