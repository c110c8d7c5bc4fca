import { ActionIcon, Button } from '@mantine/core'
import { memo } from 'react'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconChecks,
  IconClock,
  IconHelpCircle,
  IconInfoCircle,
  IconNote,
} from '#icons'
import { absoluteTime, timeOfDay } from '#web/i18n/format.ts'
import { serverReason } from '#web/i18n/server-messages.ts'
import { byWorkflow } from '#web/ui/by-workflow.ts'
import type { Message } from '#web/wire.ts'
import { useResend } from './api.ts'
import classes from './bubble.module.css'
import { MailHead, MailNext } from './mail-head.tsx'
import { MailSharing } from './mail-sharing.tsx'
import { Answers, Attachment, ContactCard, FromAd, isUnknown, Place } from './message-content.tsx'
import { channelName } from './names.ts'
import { Quote } from './quote.tsx'
import { ReactMenu } from './reactions.tsx'
import { strings } from './strings.ts'

/**
 * One message: whose it is by its side, what it is by its look and in words, and how far ours has come. Drawn again only when
 * something of it changed: a long conversation has hundreds.
 */
export const Bubble = memo(function Bubble({
  message,
  projectId,
  isFirstOfRun,
  showsChannel,
  onAnswer,
}: {
  message: Message
  projectId: string
  /** The first message of a run by one author: it shows the name. */
  isFirstOfRun: boolean
  showsChannel: boolean
  onAnswer(message: Message): void
}) {
  const isOurs = message.direction !== 'in'
  const state = stateOf(message)
  const author = message.author ?? (message.workflow === null ? null : byWorkflow(message.workflow))
  return (
    <li
      className={classes.message}
      data-direction={message.direction}
      data-first={isFirstOfRun || undefined}
      id={`m-${message.id}`}
    >
      {isFirstOfRun && (author || message.via || showsChannel || message.is_unverified) && (
        <Author message={message} author={author} showsChannel={showsChannel} />
      )}
      <div className={classes.bubbleLine}>
        <div className={classes.bubble}>
          {message.reply_to && <Quote text={message.reply_to.text} href={`#m-${message.reply_to.id}`} />}
          {message.template && <span className={classes.kind}>{strings.template(message.template.name)}</span>}
          {message.mail && <MailHead mail={message.mail} />}
          {message.referral && <FromAd referral={message.referral} />}
          {message.attachments.map((attachment) => (
            <Attachment key={attachment.index} message={message} attachment={attachment} />
          ))}
          {message.location && <Place location={message.location} />}
          {(message.contacts ?? []).map((contact, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no id, and never move
            <ContactCard key={n} contact={contact} />
          ))}
          {!message.mail && isUnknown(message) && <span className={classes.kind}>{strings.kinds.unsupported}</span>}
          {message.form && <Answers form={message.form} />}
          {message.comment_text && !message.form && !(message.location && message.comment_text === message.location.name) && (
            <p className={classes.text} dir="auto">
              {message.comment_text}
            </p>
          )}
          <span className={classes.foot}>
            {message.mail?.sharing && <MailSharing sharing={message.mail.sharing} />}
            <time dateTime={message.at} title={absoluteTime(message.at)} className="numbers">
              {timeOfDay(message.at)}
            </time>
            {isOurs && state && <State state={isDemo(message) ? 'demo' : state} />}
          </span>
        </div>
        {message.direction === 'in' && message.comment_type === 'whatsapp' && (
          <span className={classes.react}>
            <ReactMenu messageId={message.id} projectId={projectId} />
            <ActionIcon variant="subtle" color="gray" aria-label={strings.quote} onClick={() => onAnswer(message)}>
              <IconArrowBackUp size={16} stroke={1.7} className="mirrors" aria-hidden />
            </ActionIcon>
          </span>
        )}
      </div>
      {message.reactions.length > 0 && (
        <span className={classes.reactions}>
          {message.reactions.map(({ emoji, author }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a reaction has no id
            <span key={n} role="img" aria-label={strings.reactionBy(emoji, author ?? strings.they)} title={author ?? undefined}>
              {emoji}
            </span>
          ))}
        </span>
      )}
      {(state === 'failed' || state === 'uncertain') &&
        !isDemo(message) &&
        (message.mail ? (
          <MailNext mail={message.mail} error={message.error} />
        ) : (
          <Trouble message={message} projectId={projectId} />
        ))}
      {message.mail?.state === 'queued' && <MailNext mail={message.mail} error={null} />}
    </li>
  )
})

/** Whose it is, by which way. */
const Author = ({ message, author, showsChannel }: { message: Message; author: string | null; showsChannel: boolean }) => (
  <span className={classes.author}>
    {message.direction === 'note' ? (
      <>
        <IconNote size={13} aria-hidden /> {message.is_unverified ? strings.noteByForm : strings.noteBy(author ?? strings.you)}
        {message.is_unverified && <NotVerified />}
      </>
    ) : (
      <>
        {author && <bdi>{author}</bdi>}
        {message.via === 'business_app' && <span>{strings.businessApp}</span>}
        {showsChannel && <span className={classes.way}>{channelName(message.comment_type)}</span>}
        {message.is_unverified && <NotVerified />}
      </>
    )}
  </span>
)

/** Of words whose sender has proven nothing: a form, the chat of a website. */
const NotVerified = () => (
  <span className={classes.way} title={strings.notVerifiedText}>
    {strings.notVerified}
  </span>
)

/** A mail says more: that its sender was stopped on the way. */
const stateOf = ({ state, mail }: Message): string | null => (mail?.state === 'uncertain' ? mail.state : state)

/** Written to a contact of the demo: it went to no one, and cannot be sent. */
const isDemo = ({ error_code }: Message): boolean => error_code === 'demo_data'

const stateWords: Readonly<Record<string, string>> = { ...strings.states, demo: strings.demoState }

const State = ({ state }: { state: string }) => {
  const Icon =
    {
      queued: IconClock,
      sending: IconClock,
      sent: IconCheck,
      failed: IconAlertTriangle,
      uncertain: IconHelpCircle,
      demo: IconInfoCircle,
    }[state] ?? IconChecks
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={14} stroke={2} aria-hidden /> {stateWords[state] ?? state}
    </span>
  )
}

const Trouble = ({ message, projectId }: { message: Message; projectId: string }) => {
  const resend = useResend(projectId)
  return (
    <div className={classes.trouble}>
      <p>{message.state === 'uncertain' ? strings.uncertainText : serverReason(message.error ?? '')}</p>
      {/* A code is not sent again: it is over. */}
      {!message.template?.hidden && (
        <Button size="compact-xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate(message.id)}>
          {strings.resend}
        </Button>
      )}
    </div>
  )
}
