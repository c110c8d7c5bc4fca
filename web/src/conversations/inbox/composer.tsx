import { Button, CloseButton, Group, SegmentedControl, Textarea } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconSend, IconTemplate } from '#icons'
import { useSession } from '#web/session.ts'
import type { Conversation, Message } from '#web/wire.ts'
import { EmailFileZone, FileList } from '../email-files/file-list.tsx'
import { type StoredFile, useEmailFiles } from '../email-files/use-email-files.ts'
import { useCannedReplies, useColleagues } from './api.ts'
import { filled, mentionAt, mentioned, shortcutAt, taken } from './canned.ts'
import { CannedList, type Choice, useCanned } from './canned-list.tsx'
import classes from './composer.module.css'
import {
  DraftButton,
  type MadeDraft,
  MadeNote,
  type ProposedTemplate,
  SuggestTemplate,
  settleMade,
  useDraftAhead,
} from './made-draft.tsx'
import { channelName, wayOf } from './names.ts'
import { Quote } from './quote.tsx'
import { send } from './sending.ts'
import { strings } from './strings.ts'
import { DemoNote, useIsOpen, WindowNote } from './window-note.tsx'

/** The most that one message can hold; an email holds more. */
const mostCharacters = 4_096
const mostOfEmail = 50_000

/** So long an email waits in which it can be taken back. */
const undoSeconds = 10

interface Draft {
  readonly text: string
  readonly isNote: boolean
  /** Of an email. */
  readonly files?: readonly StoredFile[]
  /** What it answers, from the first letter on: what comes in meanwhile by another way does not change where it goes. */
  readonly target?: Message | null
  /** What a model drafted for it. */
  readonly made?: MadeDraft | null
}
/** A draft is restored when its conversation is opened again. */
const drafts = new Map<string, Draft>()

/** How the keys of the page reach the composer. */
export interface ComposerHandle {
  write(isNote: boolean): void
}

interface ComposerProps {
  conversation: Conversation
  projectId: string
  /** The last message that came in. */
  latest: Message | null
  handle: RefObject<ComposerHandle | null>
  /** The message that the reply answers. */
  answered: Message | null
  /** It is answered, or not after all. */
  onAnswered(): void
  onTemplate(proposed?: ProposedTemplate): void
}

/** Where one writes: to the person, or a note for colleagues. Where WhatsApp takes no free text any more, a template is offered. */
export const Composer = ({ conversation, projectId, latest, handle, answered, onAnswered, onTemplate }: ComposerProps) => {
  const { draft, write } = useDraft(projectId, latest)
  const isWindowOpen = useIsOpen(conversation.whatsapp_window)
  const target = answered ?? (draft.text === '' ? latest : (draft.target ?? latest))
  const way = target?.comment_type ?? wayOf(conversation)
  const isWhatsApp = way === 'whatsapp' && !draft.isNote
  const isEmail = way === 'email' && !draft.isNote
  const latestDraft = useRef(draft)
  latestDraft.current = draft
  const files = useEmailFiles(draft.files ?? [], (here) => write({ ...latestDraft.current, files: here }))
  const made = useMade(latestDraft, write)
  useDraftAhead({ projectId, upto: latest?.id ?? null, onReady: made.wait })
  const isOfColleague = isEmail && target?.mail?.can_use === false
  handle.current = {
    write: (isNote) => {
      // At once, or what is typed next would be taken for shortcuts. Where the window is closed there is no field until it is a note.
      flushSync(() => write({ ...draft, isNote }))
      document.querySelector<HTMLElement>('[data-composer]')?.focus()
    },
  }

  const text = draft.text.trim()
  const tooLong = text.length - (isEmail ? mostOfEmail : mostCharacters)
  const submit = (): void => {
    if (text === '' || tooLong > 0 || (isEmail && !files.isReady)) return
    const replyTo = answered && isWhatsApp ? { replyTo: answered.id } : {}
    const answering = target && !draft.isNote ? { answering: target.id } : {}
    send(
      {
        projectId,
        message: text,
        ...replyTo,
        ...answering,
        ...(draft.isNote && { note: true }),
        ...(isEmail && { undoSeconds, files: [...files.ids] }),
      },
      text,
    )
    made.sent(text)
    onAnswered()
    if (isEmail) files.clear()
    write({ ...draft, text: '', made: null, ...(isEmail && { files: [] }) })
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
        {conversation.is_demo
          ? !draft.isNote && <DemoNote />
          : isWhatsApp && <WindowNote window={conversation.whatsapp_window} />}
      </div>
      {isOfColleague ? (
        <div className={classes.closed}>
          <p>{strings.colleaguesMail(target?.mail?.owner.name ?? strings.teammates)}</p>
        </div>
      ) : isWhatsApp && !isWindowOpen && !conversation.is_demo ? (
        <WindowClosed onTemplate={() => onTemplate()}>
          {latest && <SuggestTemplate projectId={projectId} onFound={onTemplate} />}
        </WindowClosed>
      ) : (
        <div className={classes.field}>
          {answered && isWhatsApp && <Answered text={answered.comment_text} onNone={onAnswered} />}
          {!draft.isNote && !answered && latest && latest.comment_type !== way && (
            <NewerWay latest={latest} onTake={() => write({ ...draft, target: latest })} />
          )}
          {draft.made && !draft.isNote && <MadeNote made={draft.made} latest={latest?.id ?? null} onDiscard={made.discard} />}
          <EmailFileZone files={isEmail ? files : null}>
            <Field
              draft={draft}
              clientName={conversation.client_name}
              error={tooLong > 0 ? strings.tooLong(tooLong) : undefined}
              isLetter={isEmail}
              isWaiting={isEmail && !files.isReady}
              onWrite={(written) => write({ ...draft, text: written })}
              onSubmit={submit}
            >
              {!draft.isNote && latest && (draft.text === '' || draft.made) && (
                <DraftButton projectId={projectId} upto={latest.id} again={draft.made != null} onMade={made.take} />
              )}
              {isWhatsApp && <TemplateButton onTemplate={() => onTemplate()} />}
            </Field>
            {isEmail && <FileList files={files} size="compact-xs" />}
          </EmailFileZone>
        </div>
      )}
    </section>
  )
}

const Answered = ({ text, onNone }: { text: string | null; onNone: () => void }) => (
  <div className={classes.answered}>
    <Quote text={text} />
    <CloseButton size="sm" aria-label={strings.quoteNone} onClick={onNone} />
  </div>
)

/** Something came in by another way than the one that the reply goes. */
const NewerWay = ({ latest, onTake }: { latest: Message; onTake: () => void }) => (
  <p className={classes.newer} role="status">
    {strings.newerWay(channelName(latest.comment_type))}{' '}
    <Button size="compact-xs" variant="default" onClick={onTake}>
      {strings.replyToNewest}
    </Button>
  </p>
)

const TemplateButton = ({ onTemplate }: { onTemplate: () => void }) => (
  <Button variant="subtle" color="gray" size="xs" leftSection={<IconTemplate size={15} aria-hidden />} onClick={onTemplate}>
    {strings.useTemplate}
  </Button>
)

const WindowClosed = ({ onTemplate, children }: { onTemplate: () => void; children: ReactNode }) => (
  <div className={classes.closed}>
    <p>{strings.windowText}</p>
    <Group gap="xs">
      <Button leftSection={<IconTemplate size={16} aria-hidden />} onClick={onTemplate} data-composer>
        {strings.useTemplate}
      </Button>
      {children}
    </Group>
  </div>
)

/** What becomes of a text that a model drafted: it is sent as it is, edited, or thrown away. */
const useMade = (latestDraft: RefObject<Draft>, write: (next: Draft) => void) => ({
  /** One that was made ahead: it is put where there is nothing, or where an older draft stands that was left as it was. */
  wait(ready: MadeDraft): void {
    const { text, made, isNote } = latestDraft.current
    if (isNote || made?.id === ready.id || text !== (made?.text ?? '')) return
    write({ ...latestDraft.current, text: ready.text, made: ready })
  },
  take(made: MadeDraft): void {
    const { text, made: before } = latestDraft.current
    // What was written meanwhile stays.
    if (text !== '' && text !== before?.text) return
    if (before) settleMade(before, 'discarded')
    write({ ...latestDraft.current, text: made.text, made })
  },
  discard(): void {
    const { made } = latestDraft.current
    if (made) settleMade(made, 'discarded')
    write({ ...latestDraft.current, text: '', made: null })
  },
  sent(text: string): void {
    const { made, isNote } = latestDraft.current
    if (made && !isNote) settleMade(made, text === made.text.trim() ? 'used' : 'edited')
  },
})

const useDraft = (projectId: string, latest: Message | null): { draft: Draft; write: (next: Draft) => void } => {
  const [draft, setDraft] = useState<Draft>(() => drafts.get(projectId) ?? { text: '', isNote: false })
  const write = (next: Draft): void => {
    const pinned = { ...next, target: next.text === '' ? null : (next.target ?? latest) }
    drafts.set(projectId, pinned)
    setDraft(pinned)
  }
  return { draft, write }
}

/** The text itself, with the canned replies and colleagues that its shortcuts lead to. `children`: beside the button that sends. */
const Field = ({
  draft,
  clientName,
  error,
  isLetter,
  isWaiting,
  onWrite,
  onSubmit,
  children,
}: {
  draft: Draft
  clientName: string | null
  error: string | undefined
  /** Of several paragraphs: Enter begins a line, and with Ctrl it is sent. */
  isLetter: boolean
  /** Files are on their way, or are too much. */
  isWaiting: boolean
  onWrite: (text: string) => void
  onSubmit: () => void
  children: ReactNode
}) => {
  const [caret, setCaret] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const { canned, filledBy } = useShortcuts(draft, caret, clientName)
  const take = (choice: Choice): void => {
    const next = filledBy(choice)
    flushSync(() => {
      onWrite(next.text)
      setCaret(next.caret)
    })
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
  }
  const submit = (): void => {
    onSubmit()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (canned.isOpen && canned.onKey(event.key, take)) {
      event.preventDefault()
      // Escape closes the list, and does not leave the field as well.
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter' && (isLetter ? event.ctrlKey || event.metaKey : !event.shiftKey && !isTouch())) {
      event.preventDefault()
      submit()
    }
  }
  return (
    <>
      {canned.isOpen && <CannedList canned={canned} isNames={draft.isNote} onTake={take} />}
      <Textarea
        ref={field}
        aria-label={draft.isNote ? strings.writeNote : strings.reply}
        description={undefined}
        placeholder={draft.isNote ? strings.notePlaceholder : strings.replyPlaceholder}
        autosize
        minRows={2}
        maxRows={9}
        dir="auto"
        data-composer
        value={draft.text}
        error={error}
        onChange={({ currentTarget }) => {
          onWrite(currentTarget.value)
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
        <span className={classes.hint}>{isLetter ? strings.sendLetterHint : strings.sendHint}</span>
        {children}
        <Button
          size="xs"
          rightSection={<IconSend size={15} className="mirrors" aria-hidden />}
          disabled={draft.text.trim() === '' || error !== undefined || isWaiting}
          onClick={submit}
        >
          {draft.isNote ? strings.addNote : strings.send}
        </Button>
      </div>
    </>
  )
}

/** In a reply `/` leads to canned replies, in a note `@` to colleagues. */
const useShortcuts = (draft: Draft, caret: number, clientName: string | null) => {
  const { person } = useSession()
  const replies = useCanned(draft.isNote ? null : shortcutAt(draft.text, caret), useCannedReplies().data?.canned_replies ?? [])
  const colleagues = useCanned(draft.isNote ? mentionAt(draft.text, caret) : null, useColleagues(draft.isNote, person.id))
  return {
    canned: draft.isNote ? { ...colleagues, isOpen: colleagues.isOpen && colleagues.found.length > 0 } : replies,
    filledBy: (choice: Choice): { text: string; caret: number } =>
      draft.isNote
        ? mentioned(draft.text, caret, choice.title)
        : taken(draft.text, caret, filled(choice.body, { name: clientName, me: person.name })),
  }
}

/** A keyboard on glass has no Shift to hold: there Enter begins a new line. */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches
