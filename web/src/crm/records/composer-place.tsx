import { lazy, Suspense } from 'react'
import classes from './composer.module.css'
import type { RecordOf } from './record-kinds.ts'

/** Of which record, and what can be written there. */
export interface ComposerOf {
  readonly of: RecordOf
  /** Who can be written to and called. */
  readonly contact?: {
    readonly name: string
    readonly phone: string | null
    /** Null: there is no conversation yet. */
    readonly conversationId: string | null
  } | null
  /** What a task is added to. */
  readonly task?: { readonly contactId?: string; readonly dealId?: string }
}

const Composer = lazy(() => import('./composer.tsx').then(({ Composer }) => ({ default: Composer })))

/** The composer once it is there, in a place of its size. */
export const RecordComposer = (record: ComposerOf) => (
  <Suspense fallback={<div className={classes.composer} data-pending />}>
    <Composer key={`${record.of.kind} ${record.of.id}`} {...record} />
  </Suspense>
)
