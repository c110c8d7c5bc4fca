import type { RawBuilder } from 'kysely'
import { question } from '#core/within.ts'

/**
 * What a module knows to have happened with a person, as parts of the one statement of the timeline. Each of `entries` is a select of
 *
 *     id, at, kind, channel, direction, text, facts, subject_id, cause, cause_id, cause_words, person_id
 *
 * with at most `most` rows that lie before the place where the page begins (`(at, id) < (p.at, p.id)` of `place p`), newest first. It may
 * read `merge_group (id)`, the person's records; `these`, the deals that are meant; and the `tables` of parts of modules below.
 */
export interface TimelinePart {
  readonly tables?: RawBuilder<unknown>
  readonly entries: readonly RawBuilder<unknown>[]
}

export const timelineParts = question<{ readonly most: number }, TimelinePart>('timeline')
