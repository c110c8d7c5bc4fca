import { ActionIcon, Button, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IconChevronLeft, IconInfoCircle } from '#icons'
import { dayAndTime } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { useShortcuts } from '#web/shell/keyboard.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { useTabTitle } from '#web/ui/page-header.tsx'
import type { Conversation, Message } from '#web/wire.ts'
import { isGone, useAddMessage, useChange, useThread } from './api.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import classes from './conversation-pane.module.css'
import type { InboxSearch } from './inbox-search.ts'
import type { ProposedTemplate } from './made-draft.tsx'
import { channelName, nameOf } from './names.ts'
import { PersonPanel } from './person-panel.tsx'
import { onArrival, useUnsent } from './sending.ts'
import { strings } from './strings.ts'
import { Messages } from './thread.tsx'
import { isSleeping, type OpenMenu, ThreadActions } from './thread-actions.tsx'

const TemplateWindow = laterWindow(() => import('./template-window.tsx').then(({ TemplateWindow }) => TemplateWindow))

/** One conversation: who it is with, what was said, and where to write. */
export const ConversationPane = ({
  projectId,
  search,
  onContact,
}: {
  projectId: string
  search: InboxSearch
  onContact(contactId: string): void
}) => {
  const thread = useThread(projectId)
  const { conversation } = thread
  useArrivals()
  const contactId = conversation?.contact_id
  useEffect(() => {
    if (contactId) onContact(contactId)
  }, [contactId, onContact])
  useTabTitle(conversation ? nameOf(conversation) : strings.title)

  if (thread.error || (!thread.isPending && !conversation))
    return (
      <section className={classes.pane} aria-label={strings.messages}>
        <PaneHead search={search} title={strings.title} />
        <div className={classes.listNote}>
          {isGone(thread.error) || !thread.error ? (
            <Empty title={strings.threadFailed} text={strings.gone}>
              <Button component={Link} to="/inbox" search={search as never} variant="default">
                {strings.backToList}
              </Button>
            </Empty>
          ) : (
            <ErrorNote title={strings.threadFailed} error={thread.error} onRetry={thread.retry} />
          )}
        </div>
      </section>
    )
  if (!conversation)
    return (
      <section className={classes.pane} aria-label={strings.messages}>
        <PaneHead search={search} title={strings.title} />
        <RowsPending rows={5} />
      </section>
    )
  return (
    <Open key={conversation.contact_id} thread={thread} conversation={conversation} projectId={projectId} search={search} />
  )
}

/** What is acknowledged is shown at once. */
const useArrivals = (): void => {
  const addMessage = useAddMessage()
  useEffect(() => onArrival(addMessage))
}

const Open = ({
  thread,
  conversation,
  projectId,
  search,
}: {
  thread: ReturnType<typeof useThread>
  conversation: Conversation
  projectId: string
  search: InboxSearch
}) => {
  const { person } = useSession()
  const unsent = useUnsent(projectId)
  const change = useChange(projectId)
  const composer = useRef<ComposerHandle>(null)
  const [menu, setMenu] = useState<OpenMenu>(null)
  const [choosing, setChoosing] = useState<{ proposed: ProposedTemplate | null } | null>(null)
  const [details, setDetails] = useState(false)
  const [answered, setAnswered] = useState<Message | null>(null)
  const isWide = useMediaQuery('(min-width: 88em)') ?? false
  const latest = thread.messages.findLast(({ direction }) => direction === 'in') ?? null
  const seenTo = thread.messages.at(-1)?.id
  const isMine = conversation.is_claimed && conversation.assigned_to === person.id
  const template = (proposed: ProposedTemplate | null = null): void => setChoosing({ proposed })
  const answer = useCallback((message: Message): void => {
    setAnswered(message)
    composer.current?.write(false)
  }, [])

  useShortcuts({
    r: () => composer.current?.write(false),
    n: () => composer.current?.write(true),
    s: () => setMenu('snooze'),
    a: () => (isMine || conversation.is_claimed ? setMenu('assign') : change.mutate({ action: 'claim', userId: person.id })),
    e: () =>
      change.mutate(
        conversation.session_status === 'closed'
          ? { action: 'reopen', userId: person.id }
          : { action: 'close', userId: person.id, ...(seenTo !== undefined && { seenTo }) },
      ),
  })

  return (
    <>
      <section className={classes.pane} aria-label={nameOf(conversation)}>
        <PaneHead search={search} title={nameOf(conversation)} conversation={conversation}>
          <ThreadActions conversation={conversation} projectId={projectId} seenTo={seenTo} open={menu} onOpen={setMenu} />
          {!isWide && (
            <ActionIcon variant="default" size="lg" aria-label={strings.details} onClick={() => setDetails(true)}>
              <IconInfoCircle size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
        </PaneHead>
        <Messages
          thread={thread}
          conversation={conversation}
          projectId={projectId}
          unsent={unsent}
          onTemplate={template}
          onAnswer={answer}
        />
        <Composer
          key={projectId}
          conversation={conversation}
          projectId={projectId}
          latest={latest}
          handle={composer}
          answered={answered}
          onAnswered={() => setAnswered(null)}
          onTemplate={template}
        />
      </section>
      {isWide ? (
        <aside className={classes.side} aria-label={strings.details}>
          <PersonPanel conversation={conversation} />
        </aside>
      ) : (
        <Drawer
          opened={details}
          onClose={() => setDetails(false)}
          position="right"
          title={strings.details}
          closeButtonProps={{ 'aria-label': strings.closeDetails }}
        >
          <PersonPanel conversation={conversation} />
        </Drawer>
      )}
      <TemplateWindow
        opened={choosing !== null}
        projectId={projectId}
        proposed={choosing?.proposed ?? null}
        onClose={() => setChoosing(null)}
      />
    </>
  )
}

const PaneHead = ({
  search,
  title,
  conversation,
  children,
}: {
  search: InboxSearch
  title: string
  conversation?: Conversation
  children?: React.ReactNode
}) => (
  <header className={classes.paneHead}>
    <Link to="/inbox" search={search} className={classes.back} aria-label={strings.backToList}>
      <IconChevronLeft size={20} stroke={1.8} className="mirrors" aria-hidden />
    </Link>
    <div className={classes.paneTitle}>
      {conversation && <Avatar name={title} />}
      <div style={{ minWidth: 0 }}>
        <Title order={1} className={classes.paneName ?? ''} tabIndex={-1}>
          <bdi>{title}</bdi>
        </Title>
        {conversation && (
          <p className={classes.paneBelow}>
            {[
              conversation.channel && channelName(conversation.channel),
              conversation.session_status === 'closed' && strings.isClosed,
              isSleeping(conversation) &&
                conversation.snoozed_until &&
                strings.snoozedUntil(dayAndTime(conversation.snoozed_until)),
              conversation.business_name,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
    </div>
    {children && <div className={classes.paneActions}>{children}</div>}
  </header>
)
