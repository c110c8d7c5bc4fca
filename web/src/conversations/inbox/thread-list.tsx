import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconBrandWhatsapp, IconMail, IconMessages, IconMoodEmpty, IconWorld } from '#icons'
import { dayAndTime } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SearchBehind } from '#web/ui/search-behind.tsx'
import type { Conversation } from '#web/wire.ts'
import type { useConversations } from './api.ts'
import type { InboxSearch } from './inbox-search.ts'
import { channelName, nameOf } from './names.ts'
import { strings } from './strings.ts'
import classes from './thread-list.module.css'

/** The conversations that fit. The one that is open is marked; the keys j and k go through them. */
export const ThreadList = ({
  list,
  search,
  openContactId,
  openProjectId,
  onShowAll,
}: {
  list: ReturnType<typeof useConversations>
  search: InboxSearch
  openContactId: string | undefined
  openProjectId: string | undefined
  onShowAll(): void
}) => {
  if (list.error)
    return (
      <div className={classes.listNote}>
        <ErrorNote title={strings.loadFailed} error={list.error} onRetry={list.retry} />
      </div>
    )
  if (list.isPending) return <RowsPending rows={6} />
  const behind = <SearchBehind seconds={list.searchBehindSeconds} />
  if (list.rows.length === 0)
    return (
      <>
        {behind}
        <NoneFit search={search} onShowAll={onShowAll} />
      </>
    )
  return (
    <>
      {behind}
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.rows} role="list" aria-label={strings.list}>
        {list.rows.map((conversation) => (
          <Row
            key={conversation.contact_id}
            conversation={conversation}
            search={search}
            isOpen={conversation.contact_id === openContactId || conversation.project_id === openProjectId}
          />
        ))}
      </ul>
      <OlderRows list={{ ...list, rows: list.rows.map(({ contact_id }) => ({ id: contact_id })) }} />
    </>
  )
}

const Row = ({ conversation, search, isOpen }: { conversation: Conversation; search: InboxSearch; isOpen: boolean }) => {
  const { person } = useSession()
  const name = nameOf(conversation)
  const unread = conversation.unread_count
  const isMine = conversation.assigned_to === person.id
  const before = conversation.last_direction === 'out' ? strings.weWrote : ''
  const content = (
    <>
      <span className={classes.rowMark}>
        <Avatar name={name} size="2rem" />
        <ChannelMark channel={conversation.channel} />
      </span>
      <span className={classes.rowText}>
        <span className={classes.rowHead}>
          <bdi className={classes.rowName}>{name}</bdi>
          {conversation.last_message_at && (
            <span className={classes.rowTime}>
              <RelativeTime at={conversation.last_message_at} />
            </span>
          )}
        </span>
        <span className={classes.rowBelow}>
          <span className={classes.rowPreview}>
            {before} {conversation.last_is_unverified && <span className={classes.unverified}>{strings.notVerified}:</span>}{' '}
            <bdi>{conversation.last_message_preview ?? strings.noMessages}</bdi>
          </span>
          <Standing conversation={conversation} isMine={isMine} />
          {unread > 0 && <CountBadge count={unread}>{strings.unreadMessages(unread)}</CountBadge>}
        </span>
      </span>
    </>
  )
  return (
    <li className={classes.rowItem} data-unread={unread > 0 || undefined}>
      <Link
        to="/inbox/$projectId"
        params={{ projectId: conversation.project_id ?? conversation.contact_id }}
        search={search}
        className={classes.row}
        aria-current={isOpen ? 'true' : undefined}
        data-row
        data-project={conversation.project_id ?? conversation.contact_id}
      >
        {content}
      </Link>
    </li>
  )
}

const Standing = ({ conversation, isMine }: { conversation: Conversation; isMine: boolean }) => {
  const parts = [
    conversation.session_status === 'closed' && strings.isClosed,
    conversation.snoozed_until &&
      Date.parse(conversation.snoozed_until) > Date.now() &&
      strings.snoozedUntil(dayAndTime(conversation.snoozed_until)),
    isMine ? strings.withYou : conversation.assigned_name,
  ].filter(Boolean)
  return parts.length > 0 && <span className={classes.rowStanding}>{parts.join(' · ')}</span>
}

export const ChannelMark = ({ channel }: { channel: string | null }) => {
  const Icon = { whatsapp: IconBrandWhatsapp, web_chat: IconWorld, email: IconMail }[channel ?? '']
  if (!Icon || channel === null) return null
  return (
    <span className={classes.channel} role="img" aria-label={channelName(channel)} title={channelName(channel)}>
      <Icon size={13} stroke={2} aria-hidden />
    </span>
  )
}

const NoneFit = ({ search, onShowAll }: { search: InboxSearch; onShowAll(): void }) => {
  const isFiltered = search.q !== undefined || search.channel !== undefined
  if (isFiltered || search.view !== undefined)
    return (
      <div className={classes.listNote}>
        <Empty
          icon={<IconMoodEmpty size={24} stroke={1.6} />}
          title={isFiltered ? strings.noMatch : strings.noneTitle}
          text={isFiltered ? strings.noMatchText : strings.noneText[search.view ?? 'all']}
        >
          <Button variant="default" onClick={onShowAll}>
            {strings.showAll}
          </Button>
        </Empty>
      </div>
    )
  return (
    <div className={classes.listNote}>
      <Empty icon={<IconMessages size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
        <Button component={Link} to="/settings/mailboxes">
          {strings.connectMailbox}
        </Button>
        <Button component={Link} to="/settings/connections" variant="default">
          {strings.connect}
        </Button>
        <Button component={Link} to="/settings/website-chat" variant="default">
          {strings.putOnSite}
        </Button>
      </Empty>
    </div>
  )
}
