import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { IconArrowBackUp, IconArrowForwardUp } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { strings } from '../strings.ts'
import { useEditing } from './editing.ts'
import classes from './editor.module.css'
import type { Draft, WorkflowShown } from './use-draft.ts'

const PublishWindow = laterWindow(() => import('./publish-window.tsx').then(({ PublishWindow }) => PublishWindow))

export type EditorView = 'outline' | 'canvas'

const storeName = 'foyer-workflow-view'
/** Below it a canvas shows too little of itself. */
const wide = '(min-width: 64em)'

/** How the steps are shown, as chosen in this browser; on a phone as an outline unless it was chosen. */
export const useView = (): readonly [EditorView, (view: EditorView) => void] => {
  const [view, setView] = useState<EditorView>(() => {
    try {
      const kept = localStorage.getItem(storeName)
      if (kept === 'outline' || kept === 'canvas') return kept
    } catch {}
    return matchMedia(wide).matches ? 'canvas' : 'outline'
  })
  return [
    view,
    (next) => {
      setView(next)
      try {
        localStorage.setItem(storeName, next)
      } catch {}
    },
  ]
}

interface Props {
  readonly shown: WorkflowShown
  readonly draft: Draft
  readonly view: EditorView
  onView(view: EditorView): void
}

/** Above the steps: how they are shown, whether they are saved, undo, and publishing. */
export const EditorBar = ({ shown, draft, view, onView }: Props) => {
  const { mayEdit } = useEditing()
  const mayPublish = isAtLeast(useSession().role, 'admin') && mayEdit
  const [isPublishing, setPublishing] = useState(false)
  const { past, future } = draft.history
  const { version, last_version } = shown.workflow
  const publish = async (): Promise<void> => {
    if (draft.stored.id !== null || (await draft.begin())) setPublishing(true)
  }
  return (
    <div className={classes.bar}>
      <fieldset className={classes.views}>
        <legend className="hidden-visually">{strings.view}</legend>
        {(['outline', 'canvas'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={view === each} onClick={() => onView(each)}>
            {strings[each]}
          </button>
        ))}
      </fieldset>
      {mayEdit && (
        <>
          <ActionIcon variant="subtle" color="gray" aria-label={strings.undo} disabled={past.length === 0} onClick={draft.undo}>
            <IconArrowBackUp size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={strings.redo}
            disabled={future.length === 0}
            onClick={draft.redo}
          >
            <IconArrowForwardUp size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
      <Troubles />
      <span className={classes.saved} role="status" data-state={draft.state}>
        {draft.state === 'unedited' && version === null ? strings.uneditedLatest(last_version) : saveWords[draft.state]}
      </span>
      {mayPublish && (
        <Button
          disabled={draft.stored.id === null && version !== null}
          loading={draft.state === 'saving' && (isPublishing || draft.stored.id === null)}
          onClick={() => void publish()}
        >
          {strings.publish}
        </Button>
      )}
      <PublishWindow opened={isPublishing} shown={shown} draft={draft} onClose={() => setPublishing(false)} />
    </div>
  )
}

const saveWords = {
  saved: strings.saved,
  saving: strings.saving,
  unsaved: strings.unsaved,
  failed: strings.notSaved,
  unedited: strings.unedited,
} as const

/** How many problems there are; goes through the steps that have one. */
const Troubles = () => {
  const { troubles, selected, select } = useEditing()
  if (troubles.length === 0) return null
  const places = [...new Set(troubles.map(({ node }) => node ?? ''))]
  const next = places[(places.indexOf(selected ?? '-') + 1) % places.length] ?? ''
  return (
    <Button
      variant="subtle"
      color={troubles.some(({ level }) => level === 'error') ? 'red' : 'gray'}
      onClick={() => select(next)}
    >
      {strings.troublesOf(troubles.length)}
    </Button>
  )
}
