import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useColleagues } from '#web/conversations/inbox/api.ts'
import { mentionAt, mentioned } from '#web/conversations/inbox/canned.ts'
import { CannedList, type Choice, useCanned } from '#web/conversations/inbox/canned-list.tsx'
import { useSession } from '#web/session.ts'
import classes from './composer.module.css'
import { strings } from './strings.ts'

export type Mentioned = readonly { readonly id: string; readonly name: string }[]

/** The text of a note; `@` leads to teammates. Who was chosen once counts as long as the text has the name. */
export const NoteField = ({
  label,
  text,
  mentions,
  isFocused = false,
  wasTyped = false,
  onWrite,
}: {
  label: string
  text: string
  mentions: Mentioned
  isFocused?: boolean
  /** What was begun was typed a moment ago, in the field that stood here until this one was there. */
  wasTyped?: boolean
  onWrite: (text: string, mentions: Mentioned) => void
}) => {
  const { person } = useSession()
  // A field that has the focus at once has the caret behind what was begun.
  const [caret, setCaret] = useState(isFocused ? text.length : 0)
  // A name that stands at the end of what was begun is chosen already.
  const [hasTyped, setTyped] = useState(wasTyped)
  const field = useRef<HTMLTextAreaElement>(null)
  const canned = useCanned(hasTyped ? mentionAt(text, caret) : null, useColleagues(true, person.id))
  const isOpen = canned.isOpen && canned.found.length > 0
  const take = ({ id, title: name }: Choice): void => {
    const next = mentioned(text, caret, name)
    flushSync(() => {
      onWrite(next.text, mentions.some((each) => each.id === id) ? mentions : [...mentions, { id, name }])
      setCaret(next.caret)
    })
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (!isOpen || !canned.onKey(event.key, take)) return
    event.preventDefault()
    // Escape closes the list, and does not leave the field as well.
    event.stopPropagation()
  }
  return (
    <div className={classes.note}>
      {isOpen && <CannedList canned={canned} isNames onTake={take} />}
      <textarea
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed in
        autoFocus={isFocused}
        className={classes.field}
        aria-label={label}
        placeholder={strings.notePlaceholder}
        dir="auto"
        rows={2}
        value={text}
        onChange={({ currentTarget }) => {
          onWrite(currentTarget.value, mentions)
          setCaret(currentTarget.selectionStart)
          setTyped(true)
        }}
        onFocus={({ currentTarget }) => {
          if (isFocused && caret === text.length) currentTarget.setSelectionRange(text.length, text.length)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        {...(isOpen && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-haspopup': 'listbox' as const,
          'aria-controls': canned.id,
          'aria-activedescendant': canned.found[canned.at] ? `${canned.id}-${canned.at}` : undefined,
        })}
      />
    </div>
  )
}
