import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { CallButton } from '#web/conversations/voice/call-button.tsx'
import { call } from '#web/gateway.ts'
import { say } from '#web/ui/say.tsx'
import { useCallOnce } from '#web/use-call-once.ts'
import { strings as callStrings } from './call-strings.ts'
import calls from './calls.module.css'
import classes from './composer.module.css'
import { ComposerForm as Form } from './composer-form.tsx'
import type { ComposerOf } from './composer-place.tsx'
import { type Draft, type RecordDraft, type Tab, tabsOf } from './drafts.ts'
import { LogCallForm } from './log-call-form.tsx'
import { NoteField } from './note-field.tsx'
import { strings } from './strings.ts'

const mostOfNote = 10_000
const mostOfMessage = 4_096

/** Where something is written on a record: a note for the team, a message, a task, a call. What is begun is kept in this browser. */
export const Composer = ({
  isFocused,
  begun: { draft, write, clear },
  ...record
}: ComposerOf & { isFocused: boolean; begun: RecordDraft }) => {
  const tabs = tabsOf(record)
  const tab = tabs.includes(draft.tab) ? draft.tab : 'note'
  const parts = { record, draft, write, isFocused, onDone: () => clear(tab) }
  return (
    <section className={classes.composer} aria-label={strings.composer}>
      <fieldset className={classes.tabs} aria-label={strings.composer}>
        {tabs.map((each) => (
          <button key={each} type="button" aria-pressed={each === tab} onClick={() => write({ tab: each })}>
            {strings[each]}
          </button>
        ))}
      </fieldset>
      {tab === 'note' && <NoteForm {...parts} />}
      {tab === 'message' && <MessageForm {...parts} />}
      {tab === 'task' && <TaskForm {...parts} tab="task" />}
      {tab === 'call' && <CallForms {...parts} onLogged={() => clear('log')} />}
    </section>
  )
}

interface Parts {
  readonly record: ComposerOf
  readonly draft: Draft
  readonly write: (changes: Partial<Draft>) => void
  /** It was begun to be typed in. */
  readonly isFocused: boolean
  readonly onDone: () => void
}

const textOf = (draft: Draft, tab: Tab): string => draft.texts[tab] ?? ''
const withText = (draft: Draft, tab: Tab, text: string): Partial<Draft> => ({ texts: { ...draft.texts, [tab]: text } })

const NoteForm = ({ record, draft, write, isFocused, onDone }: Parts) => {
  const queries = useQueryClient()
  const text = textOf(draft, 'note')
  const tooLong = text.trim().length - mostOfNote
  const addOnce = useCallOnce('add-note')
  const adding = useMutation({
    mutationFn: () =>
      addOnce({
        ...{ kind: record.of.kind, recordId: record.of.id, body: text.trim() },
        mentions: draft.mentions.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id),
      }),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ['list-timeline'] }),
  })
  return (
    <Form
      hint={strings.noteHint}
      submit={strings.addNote}
      isReady={text.trim() !== '' && tooLong <= 0}
      isPending={adding.isPending}
      error={adding.error}
      failed={strings.notAdded}
      onSubmit={() => adding.mutate()}
    >
      <NoteField
        label={strings.note}
        text={text}
        mentions={draft.mentions}
        isFocused={isFocused}
        wasTyped={isFocused}
        onWrite={(typed, mentions) => write({ ...withText(draft, 'note', typed), mentions })}
      />
      {tooLong > 0 && (
        <p className={classes.tooLong} role="status">
          {strings.tooLong(tooLong)}
        </p>
      )}
    </Form>
  )
}

const MessageForm = ({ record, draft, write, onDone }: Parts) => {
  const queries = useQueryClient()
  const text = textOf(draft, 'message')
  // The same however often it is tried, and after a reload: it is sent once.
  const begun = useRef(crypto.randomUUID())
  const messageId = draft.messageId ?? begun.current
  const projectId = record.contact?.conversationId ?? null
  const sending = useMutation({
    mutationFn: () => call('reply-chat', { projectId: projectId as string, message: text.trim(), clientMessageId: messageId }),
    onSuccess: () => {
      begun.current = crypto.randomUUID()
      say(strings.sent)
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['list-timeline'] }),
  })
  if (projectId === null)
    return (
      <p className={classes.none}>
        {strings.noConversation}{' '}
        {record.contact?.email != null && (
          <Link to={'/mail' as '/'} search={{ to: record.contact.email } as never} className="text-link">
            {strings.writeEmail}
          </Link>
        )}
      </p>
    )
  return (
    <Form
      hint={strings.messageHint}
      submit={strings.send}
      isReady={text.trim() !== '' && text.trim().length <= mostOfMessage}
      isPending={sending.isPending}
      error={sending.error}
      failed={strings.notSent}
      onSubmit={() => sending.mutate()}
      beside={
        <Link to={'/inbox/$projectId' as '/'} params={{ projectId } as never} className="text-link">
          {strings.openConversation}
        </Link>
      }
    >
      <textarea
        className={classes.field}
        aria-label={strings.message}
        placeholder={strings.messagePlaceholder}
        dir="auto"
        rows={2}
        maxLength={mostOfMessage}
        value={text}
        onChange={({ currentTarget }) => {
          write({ ...withText(draft, 'message', currentTarget.value), messageId: crypto.randomUUID() })
        }}
      />
    </Form>
  )
}

/** A call that is to be made, or one that was. */
const CallForms = ({ onLogged, ...parts }: Parts & { onLogged: () => void }) => {
  const { record, draft, write } = parts
  const choose = (isLogging: boolean, name: string) => (
    <button type="button" aria-pressed={draft.isLogging === isLogging} onClick={() => write({ isLogging })}>
      {name}
    </button>
  )
  return (
    <>
      <fieldset className={calls.ways} aria-label={strings.call}>
        {choose(false, callStrings.planWay)}
        {choose(true, callStrings.logWay)}
      </fieldset>
      {draft.isLogging ? (
        <LogCallForm of={record.task ?? {}} draft={draft} write={write} onDone={onLogged} />
      ) : (
        <TaskForm {...parts} tab="call" />
      )}
    </>
  )
}

const TaskForm = ({ record, draft, write, onDone, tab }: Parts & { tab: 'task' | 'call' }) => {
  const queries = useQueryClient()
  const text = textOf(draft, tab)
  const addOnce = useCallOnce('add-task')
  const adding = useMutation({
    mutationFn: () =>
      addOnce({
        ...record.task,
        ...{ title: text.trim(), kind: tab === 'call' ? 'call_back' : 'next_action' },
        ...(draft.due !== '' && { dueAt: new Date(draft.due).toISOString() }),
      }),
    onSuccess: () => {
      say(strings.taskAdded)
      onDone()
    },
    onSettled: () =>
      Promise.all(
        ['list-timeline', 'list-tasks', 'show-deal', 'show-board'].map((root) =>
          queries.invalidateQueries({ queryKey: [root] }),
        ),
      ),
  })
  return (
    <Form
      hint=""
      submit={tab === 'call' ? strings.planCall : strings.addTask}
      isReady={text.trim() !== ''}
      isPending={adding.isPending}
      error={adding.error}
      failed={strings.taskNotAdded}
      onSubmit={() => adding.mutate()}
    >
      <div className={classes.fields}>
        {tab === 'call' && record.contact && (
          <div className={classes.callNow}>
            <span>{strings.callNow}</span>
            <CallButton contact={record.contact} size="xs" />
          </div>
        )}
        <TextInput
          label={tab === 'call' ? strings.callTitle : strings.taskTitle}
          maxLength={500}
          value={text}
          onChange={({ currentTarget }) => write(withText(draft, tab, currentTarget.value))}
        />
        <TextInput
          type="datetime-local"
          label={strings.taskDue}
          value={draft.due}
          onChange={({ currentTarget }) => write({ due: currentTarget.value })}
        />
      </div>
    </Form>
  )
}
