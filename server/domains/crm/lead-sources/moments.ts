import type { Enqueue } from '#core/context.ts'
import { moment } from '#core/within.ts'
import type { SourceSettings } from './kinds.ts'

/** A source was made or changed. Who knows its kind refuses settings that cannot work, and does what the kind needs. */
export const sourceSaved = moment<{
  readonly id: string
  readonly settings: SourceSettings
  /** They were given now, not before. */
  readonly isNew: boolean
  readonly isOn: boolean
  readonly now: Date
  readonly enqueue: Enqueue
}>('lead-source.saved')
