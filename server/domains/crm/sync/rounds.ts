import { createHash } from 'node:crypto'

/** The CRM does not go on: it gives the same page again, goes round a few pages, or gives pages without end. */
export class StandsStill extends Error {}

/** Pages in a row on which nothing new came, after which a CRM counts as going round in circles. */
export const mostIdlePages = 200
/** Pages in a row that came before: a list that overlaps may give one again. */
const mostRepeated = 3

/** Watches whether a list goes on: by the ids on each page, whatever its cursors say. */
export class Rounds {
  readonly #seen = new Set<string>()
  #repeated = 0
  #idle = 0

  /** Takes note of a page, and throws StandsStill where the list goes on no more. Answers its mark; null for a page without ids. */
  note(ids: readonly string[]): string | null {
    if (ids.length === 0) {
      if (++this.#idle > mostIdlePages) throw new StandsStill('It gives empty pages without end.')
      return null
    }
    this.#idle = 0
    const mark = markOf(ids)
    this.#repeated = this.#seen.has(mark) ? this.#repeated + 1 : 0
    this.#seen.add(mark)
    if (this.#repeated > mostRepeated) throw new StandsStill('It goes round the same pages again and again.')
    return mark
  }
}

const markOf = (ids: readonly string[]): string => {
  const hash = createHash('sha1')
  for (const id of ids) hash.update(`${id}\n`)
  return hash.digest('base64')
}
