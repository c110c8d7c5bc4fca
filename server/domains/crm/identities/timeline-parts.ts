import type { RawBuilder } from 'kysely'
import { question } from '#core/within.ts'

/** What can happen with a person or a record. */
export const timelineKinds = [
  'lead',
  'message',
  'call',
  'note',
  'file',
  'payment',
  'invoice',
  'deal',
  'stage',
  'assignment',
  'task',
  'mail',
  'merge',
  'fact',
  'booking',
  'document',
  'proposal',
  'design',
  'workflow',
  'edit',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** Characters of what was said that an entry has. */
export const longestText = 2_000

/** Entries by kind, so that a timeline of some kinds leaves out the others. */
export interface TimelineEntries {
  readonly kinds: readonly TimelineKind[]
  readonly select: RawBuilder<unknown>
}

export const entriesOf = (kind: TimelineKind, select: RawBuilder<unknown>): TimelineEntries => ({
  kinds: [kind],
  select,
})

/**
 * What a module knows to have happened with a person or a record, as parts of the one statement of the timeline. Each of `entries` is a select of
 *
 *     id, at, kind, channel, direction, text, facts, subject_id, cause, cause_id, cause_words, person_id
 *
 * with at most `most` rows that lie before the place where the page begins (`(at, id) < (p.at, p.id)` of `place p`), newest first. It may
 * read `record (kind, id)`, the record whose timeline it is; `merge_group (id)`, the contacts; `these`, the deals that are meant; `lead_ids (id)`;
 * `company_ids (id)`, the company with those merged into it, where it is one; `records (id)`, all of them together; and the `tables` of parts of modules below.
 */
export interface TimelinePart {
  readonly tables?: RawBuilder<unknown>
  readonly entries: readonly TimelineEntries[]
}

export const timelineParts = question<
  {
    readonly most: number
    /** A select of several kinds answers only those that are wanted. */
    readonly isWanted: (kind: TimelineKind) => boolean
  },
  TimelinePart
>('timeline')
