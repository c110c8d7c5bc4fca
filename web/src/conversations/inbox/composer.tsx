import { Button, CloseButton, SegmentedControl, Textarea } from '@mantine/core'
import { IconSend, IconTemplate } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSession } from '#web/session.ts'
import type { Conversation, Message } from '#web/wire.ts'
import { useCannedReplies, useColleagues } from './api.ts'
import { filled, mentionAt, mentioned, shortcutAt, taken } from './canned.ts'
import { CannedList, type Choice, useCanned } from './canned-list.tsx'
import classes from './composer.module.css'
import { channelName, wayOf } from './names.ts'
import { send } from './sending.ts'
import { strings } from './strings.ts'
import { useIsOpen, WindowNote } from './window-note.tsx'

/** The most that one message can hold. */
const mostCharacters = 4_096

interface Draft {
  readonly text: string
  readonly isNote: boolean
  /** What it answers, from the first letter on: what comes in meanwhile by another way does not change where it goes. */
  readonly target?: Message | null
}
/** A draft is restored when its conversation is opened again. */
const drafts = new Map<string, Draft>()

/** How the keys of the page reach the composer. */
export interface ComposerHandle {
  write(isNote: boolean): void
}

/** Where one writes: to the person, or a note for colleagues. Where WhatsApp takes no free text any more, a template is offered. */
export const Composer = ({
  conversation,
  projectId,
  latest,
  handle,
  answered,
  onAnswered,
  onTemplate,
}: {
  conversation: Conversation
  projectId: string
  /** The last message that came in. */
  latest: Message | null
  handle: RefObject<ComposerHandle | null>
  /** The message that the reply answers. */
  answered: Message | null
  /** It is answered, or not after all. */
  onAnswered(): void
  onTemplate(): void
}) => {
  const { person } = useSession()
  const [draft, setDraft] = useState<Draft>(() => drafts.get(projectId) ?? { text: '', isNote: false })
  const [caret, setCaret] = useState(0)
  const [field, setField] = useState<HTMLTextAreaElement | null>(null)
  const isWindowOpen = useIsOpen(conversation.whatsapp_window)
  const target = answered ?? (draft.text === '' ? latest : (draft.target ?? latest))
  const way = target?.comment_type ?? wayOf(conversation)
  const isWhatsApp = way === 'whatsapp'
  const isClosed = isWhatsApp && !isWindowOpen && !draft.isNote

  const write = (next: Draft): void => {
    const pinned = { ...next, target: next.text === '' ? null : (next.target ?? latest) }
    drafts.set(projectId, pinned)
    setDraft(pinned)
  }
  handle.current = {
    write: (isNote) => {
      // At once, or what is typed next would be taken for shortcuts. Where the window is closed there is no field until it is a note.
      flushSync(() => write({ ...draft, isNote }))
      document.querySelector<HTMLElement>('[data-composer]')?.focus()
    },
  }

  const text = draft.text.trim()
  const tooLong = text.length - mostCharacters
  const submit = (): void => {
    if (text === '' || tooLong > 0) return
    const replyTo = answered && !draft.isNote && isWhatsApp ? { replyTo: answered.id } : {}
    const answering = target && !draft.isNote ? { answering: target.id } : {}
    send({ projectId, message: text, ...replyTo, ...answering, ...(draft.isNote && { note: true }) }, text)
    onAnswered()
    write({ ...draft, text: '' })
    field?.focus()
  }

  // In a reply `/` leads to replies, in a note `@` to colleagues.
  const replies = useCanned(draft.isNote ? null : shortcutAt(draft.text, caret), useCannedReplies().data?.canned_replies ?? [])
  const colleagues = useCanned(draft.isNote ? mentionAt(draft.text, caret) : null, useColleagues(draft.isNote, person.id))
  const isNaming = draft.isNote && colleagues.found.length > 0
  const canned = draft.isNote ? { ...colleagues, isOpen: colleagues.isOpen && isNaming } : replies
  const take = (reply: Choice): void => {
    const next = draft.isNote
      ? mentioned(draft.text, caret, reply.title)
      : taken(draft.text, caret, filled(reply.body, { name: conversation.client_name, me: person.name }))
    flushSync(() => {
      write({ ...draft, text: next.text })
      setCaret(next.caret)
    })
    field?.focus()
    field?.setSelectionRange(next.caret, next.caret)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (canned.isOpen && canned.onKey(event.key, take)) {
      event.preventDefault()
      // Escape closes the list, and does not leave the field as well.
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter' && !event.shiftKey && !isTouch()) {
      event.preventDefault()
      submit()
    }
  }

  return (
    <section className={classes.composer} aria-label={strings.composer} data-note={draft.isNote || undefined}>
      <div className={classes.composerHead}>
        <SegmentedControl
          size="xs"
          aria-label={strings.mode}
          value={draft.isNote ? 'note' : 'reply'}
          onChange={(mode) => write({ ...draft, isNote: mode === 'note' })}
          data={[
            { value: 'reply', label: strings.replyBy(channelName(way)) },
            { value: 'note', label: strings.writeNote },
          ]}
        />
        {isWhatsApp && !draft.isNote && <WindowNote window={conversation.whatsapp_window} />}
      </div>
      {isClosed ? (
        <div className={classes.closed}>
          <p>{strings.windowText}</p>
          <Button leftSection={<IconTemplate size={16} aria-hidden />} onClick={onTemplate} data-composer>
            {strings.useTemplate}
          </Button>
        </div>
      ) : (
        <div className={classes.field}>
          {canned.isOpen && <CannedList canned={canned} isNames={draft.isNote} onTake={take} />}
          {answered && !draft.isNote && isWhatsApp && (
            <div className={classes.answered}>
              <span className={classes.quote}>
                <span className="hidden-visually">{strings.replyTo} </span>
                <bdi>{answered.comment_text ?? strings.replyToGone}</bdi>
              </span>
              <CloseButton size="sm" aria-label={strings.quoteNone} onClick={onAnswered} />
            </div>
          )}
          {!draft.isNote && !answered && latest && latest.comment_type !== way && (
            <p className={classes.newer} role="status">
              {strings.newerWay(channelName(latest.comment_type))}{' '}
              <Button size="compact-xs" variant="default" onClick={() => write({ ...draft, target: latest })}>
                {strings.replyToNewest}
              </Button>
            </p>
          )}
          <Textarea
            ref={setField}
            aria-label={draft.isNote ? strings.writeNote : strings.reply}
            description={undefined}
            placeholder={draft.isNote ? strings.notePlaceholder : strings.replyPlaceholder}
            autosize
            minRows={2}
            maxRows={9}
            dir="auto"
            data-composer
            value={draft.text}
            error={tooLong > 0 ? strings.tooLong(tooLong) : undefined}
            onChange={({ currentTarget }) => {
              write({ ...draft, text: currentTarget.value })
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
          <div className={classes.composerFoot}>
            <span className={classes.hint}>{strings.sendHint}</span>
            {isWhatsApp && !draft.isNote && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                leftSection={<IconTemplate size={15} aria-hidden />}
                onClick={onTemplate}
              >
                {strings.useTemplate}
              </Button>
            )}
            <Button
              size="xs"
              rightSection={<IconSend size={15} className="mirrors" aria-hidden />}
              disabled={text === '' || tooLong > 0}
              onClick={submit}
            >
              {draft.isNote ? strings.addNote : strings.send}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}

/** A keyboard on glass has no Shift to hold: there Enter begins a new line. */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches
