import { lazy, Suspense, useState } from 'react'
import classes from './composer.module.css'
import { type RecordDraft, type Tab, tabsOf, useRecordDraft } from './drafts.ts'
import type { RecordOf } from './record-kinds.ts'
import { strings } from './strings.ts'

/** Of which record, and what can be written there. */
export interface ComposerOf {
  readonly of: RecordOf
  /** Who can be written to and called. */
  readonly contact?: {
    readonly name: string
    readonly phone: string | null
    /** Where an email goes, while there is no conversation. */
    readonly email?: string | null
    /** Null: there is no conversation yet. */
    readonly conversationId: string | null
  } | null
  /** What a task is added to. */
  readonly task?: { readonly contactId?: string; readonly dealId?: string; readonly companyId?: string }
}

const load = () => import('./composer.tsx').then(({ Composer }) => ({ default: Composer }))
const Composer = lazy(load)

/** The composer, fetched when it is first used, or at once where something was begun. */
export const RecordComposer = (record: ComposerOf) => <Place key={`${record.of.kind} ${record.of.id}`} {...record} />

const Place = (record: ComposerOf) => {
  const begun = useRecordDraft(record.of)
  const [isUsed, setUsed] = useState(false)
  const [hadDraft] = useState(() => Object.values(begun.draft.texts).some(Boolean))
  if (!isUsed && !hadDraft) return <StandIn record={record} begun={begun} onUse={() => setUsed(true)} />
  return (
    <Suspense fallback={<StandIn record={record} begun={begun} onUse={() => {}} isFocused={isUsed} />}>
      <Composer {...record} begun={begun} isFocused={isUsed} />
    </Suspense>
  )
}

/** What stands in its place and looks the same: what is typed here is kept, and goes on there. */
const StandIn = ({
  record,
  begun: { draft, write },
  onUse,
  isFocused = false,
}: {
  record: ComposerOf
  begun: RecordDraft
  onUse: () => void
  isFocused?: boolean
}) => {
  const use = (tab: Tab): void => {
    write({ tab })
    onUse()
  }
  return (
    <section className={classes.composer} aria-label={strings.composer} onPointerEnter={() => void load()}>
      <fieldset className={classes.tabs} aria-label={strings.composer}>
        {tabsOf(record).map((tab) => (
          <button key={tab} type="button" aria-pressed={tab === 'note'} onClick={() => use(tab)}>
            {strings[tab]}
          </button>
        ))}
      </fieldset>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it is the field that had the focus
        autoFocus={isFocused}
        className={classes.field}
        aria-label={strings.note}
        placeholder={strings.notePlaceholder}
        dir="auto"
        rows={2}
        value={draft.texts.note ?? ''}
        onFocus={isFocused ? undefined : () => use('note')}
        onChange={({ currentTarget }) => write({ tab: 'note', texts: { ...draft.texts, note: currentTarget.value } })}
      />
      <div className={classes.foot}>
        <span className={classes.hint}>{strings.noteHint}</span>
      </div>
    </section>
  )
}
