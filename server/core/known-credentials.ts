interface Entry<Credential> {
  known: Credential | null
  readAtMs: number
  reading: Promise<Credential | null> | undefined
}

/** After this long an entry is read again behind the request that uses it … */
const staleMs = 400
/** … and after this long before it: what was revoked or switched off is refused everywhere within a second, also when no hint came. */
const oldMs = 900
const maxEntries = 20_000

/**
 * Credentials that were seen lately, by their text: 0.1 µs for one that is known, one look-up for one that is not.
 * Unknown ones are remembered too, so that guessing costs the database one question a second at the most.
 */
export const makeKnownCredentials = <Credential>(parts: {
  look(text: string): Promise<Credential | null>
  /** What has not the form of one is not looked up. */
  couldBe(text: string): boolean
  /** Its id, by which `onChange` names it. */
  idOf(credential: Credential): string
  /** Calls with the id of one that changed; `*`: any. */
  onChange(watch: (id: string) => void): void
}) => {
  const entries = new Map<string, Entry<Credential>>()

  parts.onChange((id) => {
    for (const entry of entries.values())
      if (id === '*' || (entry.known && parts.idOf(entry.known) === id)) entry.readAtMs = Number.NEGATIVE_INFINITY
  })

  /** The credential behind a text, null when there is none. Waits only when what is known is too old. */
  const find = (text: string): Credential | null | Promise<Credential | null> => {
    const nowMs = performance.now()
    let entry = entries.get(text)
    if (entry === undefined) {
      if (!parts.couldBe(text)) return null
      if (entries.size >= maxEntries) entries.clear()
      entry = { known: null, readAtMs: Number.NEGATIVE_INFINITY, reading: undefined }
      entries.set(text, entry)
    }
    const ageMs = nowMs - entry.readAtMs
    if (ageMs > oldMs) return read(text, entry)
    if (ageMs > staleMs && entry.reading === undefined) read(text, entry).catch(() => {})
    return entry.known
  }

  const read = (text: string, entry: Entry<Credential>): Promise<Credential | null> => {
    // The age counts from the question, not from the answer: what changed in between is not known yet.
    const askedAtMs = performance.now()
    entry.reading ??= parts
      .look(text)
      .then((known) => {
        entry.readAtMs = askedAtMs
        entry.known = known
        return known
      })
      .finally(() => {
        entry.reading = undefined
      })
    return entry.reading
  }

  return { find }
}
