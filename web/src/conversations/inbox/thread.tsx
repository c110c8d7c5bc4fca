import { Button } from '@mantine/core'
import { Fragment, useEffect, useRef, useState } from 'react'
import { IconArrowDown } from '#icons'
import { dayName } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Conversation, Message } from '#web/wire.ts'
import type { useThread } from './api.ts'
import { Bubble } from './bubble.tsx'
import { nameOf } from './names.ts'
import { forget, type Unsent } from './sending.ts'
import { strings } from './strings.ts'
import classes from './thread.module.css'
import { UnsentBubble } from './unsent-bubble.tsx'
import { useStaying } from './use-staying.ts'
import { useFirstUnread, useMarking, useMissed } from './use-unread.ts'

/** The messages, oldest first. A reader at the end stays there; one further up is not moved. */
export const Messages = ({
  thread,
  conversation,
  projectId,
  unsent,
  onTemplate,
  onAnswer,
}: {
  thread: ReturnType<typeof useThread>
  conversation: Conversation
  projectId: string
  unsent: readonly Unsent[]
  onTemplate(): void
  onAnswer(message: Message): void
}) => {
  const { messages } = thread
  const known = new Set(messages.flatMap(({ client_message_id }) => client_message_id ?? []))
  const pending = unsent.filter(({ id }) => !known.has(id))
  useEffect(() => {
    const arrived = unsent.filter(({ id }) => known.has(id)).map(({ id }) => id)
    if (arrived.length > 0) forget(arrived)
  })
  const newest = messages.at(-1)?.id
  const { scroller, isAtEnd, toEnd, onScroll } = useStaying(messages[0]?.id, `${newest} ${pending.at(-1)?.id}`)
  useMarking(conversation, messages, projectId, isAtEnd)
  const firstUnread = useFirstUnread(conversation, messages)
  const missed = useMissed(messages, isAtEnd)
  const nowMs = useClock()
  const ways = new Set(messages.map(({ comment_type }) => comment_type).filter((way) => way !== 'note'))

  return (
    <div className={classes.messagesFrame}>
      <section
        className={classes.messages}
        ref={scroller}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
        tabIndex={0}
        aria-label={strings.messages}
      >
        <div className={classes.begin}>
          {thread.olderError ? (
            <ErrorNote error={thread.olderError} onRetry={thread.loadOlder} />
          ) : thread.hasOlder ? (
            <Older key={messages[0]?.id} isLoading={thread.isLoadingOlder} onLoad={thread.loadOlder} />
          ) : (
            messages.length > 0 && strings.beginning
          )}
        </div>
        <ol className={classes.messageList}>
          {messages.map((message, n) => {
            const before = messages[n - 1]
            const isNewDay = !before || dayOf(before) !== dayOf(message)
            return (
              <Fragment key={message.id}>
                {isNewDay && (
                  <li className={classes.day}>
                    <span>{dayName(message.at, nowMs)}</span>
                  </li>
                )}
                {message.id === firstUnread && (
                  <li className={classes.unreadLine}>
                    <span>{strings.unreadFrom}</span>
                  </li>
                )}
                <Bubble
                  message={message}
                  projectId={projectId}
                  isFirstOfRun={isNewDay || !isSameRun(before, message)}
                  showsChannel={ways.size > 1}
                  onAnswer={onAnswer}
                />
              </Fragment>
            )
          })}
          {pending.map((one) => (
            <UnsentBubble key={one.id} unsent={one} onTemplate={onTemplate} />
          ))}
        </ol>
      </section>
      {!isAtEnd && (
        <div className={classes.toEnd}>
          <Button
            size="xs"
            radius="xl"
            variant={missed > 0 ? 'filled' : 'default'}
            leftSection={<IconArrowDown size={14} aria-hidden />}
            onClick={toEnd}
          >
            {missed > 0 ? strings.newBelow(missed) : strings.toNewest}
          </Button>
        </div>
      )}
      <Announcement messages={messages} conversation={conversation} />
    </div>
  )
}

/** An author who writes again within some minutes is not named again. */
const isSameRun = (before: Message, message: Message): boolean =>
  before.direction === message.direction &&
  before.author_id === message.author_id &&
  before.workflow === message.workflow &&
  before.comment_type === message.comment_type &&
  Date.parse(message.at) - Date.parse(before.at) < runMs

const runMs = 10 * 60_000

const dayOf = ({ at }: Message): string => new Date(at).toDateString()

/** Loads what is older when it comes into view, and has a button for those who do not scroll. */
const Older = ({ isLoading, onLoad }: { isLoading: boolean; onLoad(): void }) => {
  const mark = useRef<HTMLDivElement>(null)
  const load = useRef(onLoad)
  load.current = onLoad
  useEffect(() => {
    const element = mark.current
    if (!element || isLoading) return
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load.current(), {
      root: element.closest('section'),
      rootMargin: '600px 0px 0px',
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [isLoading])
  return (
    <div ref={mark}>
      <Button variant="default" size="xs" loading={isLoading} onClick={onLoad}>
        {isLoading ? strings.loadingOlder : strings.older}
      </Button>
    </div>
  )
}

/** Says a message aloud that came while the conversation was open. */
const Announcement = ({ messages, conversation }: { messages: readonly Message[]; conversation: Conversation }) => {
  const newest = messages.findLast(({ direction }) => direction === 'in')
  const [first] = useState(newest?.id)
  return (
    <div className="hidden-visually" role="status">
      {newest && newest.id !== first && strings.saidNew(nameOf(conversation), newest.comment_text ?? '')}
    </div>
  )
}
