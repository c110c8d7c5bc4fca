import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSession } from '#web/session.ts'
import { useCannedReplies } from '../inbox/api.ts'
import { filled, shortcutAt, taken } from '../inbox/canned.ts'
import { CannedList, type Choice, useCanned } from '../inbox/canned-list.tsx'
import { strings } from './strings.ts'

/** The text of an email, with the canned replies that `/` leads to. `name`: whom it is to, for their places in a reply. */
export const LetterField = ({
  value,
  name,
  isFirst,
  onChange,
}: {
  value: string
  name: string | null
  /** The window opens with the cursor in it. */
  isFirst: boolean
  onChange(value: string): void
}) => {
  const { person } = useSession()
  const [caret, setCaret] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const canned = useCanned(shortcutAt(value, caret), useCannedReplies().data?.canned_replies ?? [])
  const take = (choice: Choice): void => {
    const next = taken(value, caret, filled(choice.body, { name, me: person.name }))
    flushSync(() => {
      onChange(next.text)
      setCaret(next.caret)
    })
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || !canned.isOpen || !canned.onKey(event.key, take)) return
    event.preventDefault()
    // Escape closes the list, and not the window as well.
    event.stopPropagation()
  }
  return (
    <div>
      {canned.isOpen && <CannedList canned={canned} isNames={false} onTake={take} />}
      <Textarea
        ref={field}
        label={strings.text}
        description={strings.textHint}
        required
        autosize
        minRows={8}
        maxRows={24}
        data-autofocus={isFirst || undefined}
        dir="auto"
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          setCaret(currentTarget.selectionStart)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        {...(canned.isOpen && {
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
