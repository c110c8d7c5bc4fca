import { Button, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconHistory, IconPlus, IconSend, IconSparkles } from '#icons'
import { Drawer } from '#web/ui/drawer.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import iconClasses from '#web/ui/icon-button.module.css'
import { useAbout } from './about.ts'
import { useConversation } from './api.ts'
import classes from './ask.module.css'
import { AskTrouble } from './ask-trouble.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationTurns } from './conversation-turns.tsx'
import { strings } from './strings.ts'
import { useAsking } from './use-asking.ts'

const longestQuestion = 20_000

/** Ask Foyer, from every page. What was asked stays there when the panel is closed, and goes on when it is opened again. */
export const AskPanel = ({ opened, onClose }: { opened: boolean; onClose(): void }) => {
  const [conversationId, setConversationId] = useState<string | null>(null)
  const [isPast, setIsPast] = useState(false)
  const { data, error } = useConversation(conversationId)
  const { asking, error: askError, ask, stop } = useAsking(conversationId, setConversationId)
  const [text, setText] = useState('')
  const about = useAbout()
  /** A question without an answer goes back to where it was written, unless one has written on. */
  const send = async (message: string): Promise<void> => {
    setText('')
    if (!(await ask(message, about))) setText((now) => (now.trim() === '' ? message : now))
  }
  const begin = (id: string | null): void => {
    setConversationId(id)
    setIsPast(false)
  }
  const shown = conversationId === null ? null : (data ?? null)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="28rem"
      padding={0}
      closeButtonProps={{ 'aria-label': strings.close }}
      classNames={{ body: classes.body ?? '', header: classes.head ?? '', content: classes.content ?? '' }}
      title={
        <span className={classes.title}>
          <IconSparkles size={18} stroke={1.7} aria-hidden /> {strings.title}
        </span>
      }
    >
      <div className={classes.bar}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconHistory size={16} aria-hidden />}
          aria-expanded={isPast}
          disabled={asking !== null}
          onClick={() => setIsPast(!isPast)}
        >
          {isPast ? strings.back : strings.history}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={asking !== null}
          onClick={() => begin(null)}
        >
          {strings.fresh}
        </Button>
      </div>
      {isPast ? (
        <ConversationList onOpen={begin} onRemoved={(id) => id === conversationId && setConversationId(null)} />
      ) : (
        <>
          <Scroller key={conversationId} follows={`${asking?.text.length ?? ''} ${shown?.turns.length ?? ''}`}>
            {shown === null && !asking && <Beginning onAsk={(message) => void send(message)} />}
            <ErrorNote error={error} />
            <ConversationTurns shown={shown} asking={asking} onFollow={onClose} />
            <AskTrouble error={askError} onFollow={onClose} />
          </Scroller>
          <Composer
            hasAbout={about !== undefined}
            isAsking={asking !== null}
            text={text}
            onText={setText}
            onAsk={(message) => void send(message)}
            onStop={stop}
          />
        </>
      )}
    </Drawer>
  )
}

/** Follows the answer to its end, unless one has scrolled up to read. */
const Scroller = ({ follows, children }: { follows: string; children: React.ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has grown
  useEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [follows])
  return (
    <section
      ref={box}
      className={classes.scroller}
      aria-label={strings.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 60
      }}
    >
      {children}
    </section>
  )
}

const Beginning = ({ onAsk }: { onAsk(message: string): void }) => (
  <Empty icon={<IconSparkles size={24} stroke={1.5} />} title={strings.emptyTitle} text={strings.emptyText}>
    <div className={classes.examples}>
      {[strings.waiting, strings.overdue, strings.week].map((example) => (
        <Button key={example} variant="default" size="compact-sm" onClick={() => onAsk(example)}>
          {example}
        </Button>
      ))}
    </div>
  </Empty>
)

const Composer = ({
  hasAbout,
  isAsking,
  text,
  onText,
  onAsk,
  onStop,
}: {
  hasAbout: boolean
  isAsking: boolean
  text: string
  onText(text: string): void
  onAsk(message: string): void
  onStop(): void
}) => {
  const submit = (): void => {
    if (!isAsking && text.trim() !== '') onAsk(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <div className={classes.composer}>
      <Textarea
        aria-label={strings.field}
        placeholder={hasAbout ? strings.placeholderAbout : strings.placeholder}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={longestQuestion}
        value={text}
        data-autofocus
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isAsking ? (
        <Button variant="default" onClick={onStop}>
          {strings.stop}
        </Button>
      ) : (
        <button
          type="button"
          className={iconClasses.iconButton}
          aria-label={strings.send}
          disabled={text.trim() === ''}
          onClick={submit}
        >
          <IconSend size={18} stroke={1.7} aria-hidden />
        </button>
      )}
    </div>
  )
}
