import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconAddressBook,
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconChecks,
  IconClock,
  IconDownload,
  IconFile,
  IconHelpCircle,
  IconMapPin,
  IconMoodPlus,
  IconNote,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { memo } from 'react'
import { downloadAddress } from '#web/gateway.ts'
import { absoluteTime, timeOfDay } from '#web/i18n/format.ts'
import { type ChatMessage, useReact, useResend } from './api.ts'
import classes from './inbox.module.css'
import { channelName } from './names.ts'
import { discard, tryAgain, type Unsent } from './sending.ts'
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
  message: ChatMessage
  projectId: string
  /** Whoever speaks begins here: their name is said once. */
  isFirstOfRun: boolean
  showsChannel: boolean
  onAnswer(message: ChatMessage): void
}) {
  const isOurs = message.direction !== 'in'
  return (
    <li
      className={classes.message}
      data-direction={message.direction}
      data-first={isFirstOfRun || undefined}
      id={`m-${message.id}`}
    >
      {isFirstOfRun && (message.author || message.via || showsChannel || message.is_unverified) && (
        <span className={classes.author}>
          {message.direction === 'note' ? (
            <>
              <IconNote size={13} aria-hidden />{' '}
              {message.is_unverified ? strings.noteByForm : strings.noteBy(message.author ?? strings.you)}
              {message.is_unverified && <NotVerified />}
            </>
          ) : (
            <>
              {message.author && <bdi>{message.author}</bdi>}
              {message.via === 'business_app' && <span>{strings.businessApp}</span>}
              {showsChannel && <span className={classes.way}>{channelName(message.comment_type)}</span>}
              {message.is_unverified && <NotVerified />}
            </>
          )}
        </span>
      )}
      <div className={classes.bubbleLine}>
        <div className={classes.bubble}>
          {message.reply_to && (
            <a className={classes.quote} href={`#m-${message.reply_to.id}`}>
              <span className="hidden-visually">{strings.replyTo} </span>
              <bdi>{message.reply_to.text ?? strings.replyToGone}</bdi>
            </a>
          )}
          {message.template && <span className={classes.kind}>{strings.template(message.template.name)}</span>}
          {message.referral && <CameBy referral={message.referral} />}
          {message.attachments.map((attachment) => (
            <Attachment key={attachment.index} message={message} attachment={attachment} />
          ))}
          {message.location && <Place location={message.location} />}
          {(message.contacts ?? []).map((contact, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no id, and never move
            <ContactCard key={n} contact={contact} />
          ))}
          {isUnknown(message) && <span className={classes.kind}>{strings.kinds.unsupported}</span>}
          {message.form && <Answers form={message.form} />}
          {message.comment_text && !message.form && !(message.location && message.comment_text === message.location.name) && (
            <p className={classes.text} dir="auto">
              {message.comment_text}
            </p>
          )}
          <span className={classes.foot}>
            <time dateTime={message.at} title={absoluteTime(message.at)} className="numbers">
              {timeOfDay(message.at)}
            </time>
            {isOurs && message.state && <State state={message.state} />}
          </span>
        </div>
        {message.direction === 'in' && message.comment_type === 'whatsapp' && (
          <span className={classes.react}>
            <React messageId={message.id} projectId={projectId} />
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
      {(message.state === 'failed' || message.state === 'uncertain') && <Trouble message={message} projectId={projectId} />}
    </li>
  )
})

/** Of words whose sender has proven nothing: a form, the chat of a website. */
const NotVerified = () => (
  <span className={classes.way} title={strings.notVerifiedText}>
    {strings.notVerified}
  </span>
)

const stateWords: Readonly<Record<string, string>> = strings.states

const State = ({ state }: { state: string }) => {
  const Icon =
    { queued: IconClock, sending: IconClock, sent: IconCheck, failed: IconAlertTriangle, uncertain: IconHelpCircle }[state] ??
    IconChecks
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={14} stroke={2} aria-hidden /> {stateWords[state] ?? state}
    </span>
  )
}

const Trouble = ({ message, projectId }: { message: ChatMessage; projectId: string }) => {
  const resend = useResend(projectId)
  return (
    <div className={classes.trouble}>
      <p>{message.state === 'uncertain' ? strings.uncertainText : message.error}</p>
      <Button size="compact-xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate(message.id)}>
        {strings.resend}
      </Button>
    </div>
  )
}

/** What was written here and is not acknowledged yet. */
export const UnsentBubble = ({ unsent, onTemplate }: { unsent: Unsent; onTemplate(): void }) => (
  <li className={classes.message} data-direction={unsent.given.note ? 'note' : 'out'} data-first>
    <div className={classes.bubble} data-unsent>
      <p className={classes.text} dir="auto">
        {unsent.text}
      </p>
      <span className={classes.foot}>
        <time dateTime={unsent.at} className="numbers">
          {timeOfDay(unsent.at)}
        </time>
        <span className={classes.state} data-state={unsent.state === 'refused' ? 'failed' : 'queued'}>
          {unsent.state === 'refused' ? <IconAlertTriangle size={14} aria-hidden /> : <IconClock size={14} aria-hidden />}{' '}
          {unsent.state === 'refused'
            ? strings.notSent
            : unsent.state === 'waiting'
              ? strings.states.queued
              : strings.states.sending}
        </span>
      </span>
    </div>
    {unsent.state !== 'sending' && (
      <div className={classes.trouble} role="status">
        <p>{unsent.state === 'waiting' ? strings.notReached : unsent.error}</p>
        {unsent.code === 'window_closed' && (
          <Button size="compact-xs" onClick={onTemplate}>
            {strings.templateInstead}
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => tryAgain(unsent.id)}>
          {unsent.state === 'waiting' ? strings.sendNow : strings.resend}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => discard(unsent.id)}>
          {strings.discard}
        </Button>
      </div>
    )}
  </li>
)

const kindWords: Readonly<Record<string, string>> = strings.kinds

/** Nothing of it can be shown, so that is what is shown. */
const isUnknown = (message: ChatMessage): boolean =>
  message.kind === 'unsupported' ||
  (!message.comment_text &&
    message.attachments.length === 0 &&
    !message.location &&
    !message.form &&
    (message.contacts ?? []).length === 0 &&
    !message.template)

const Attachment = ({ message, attachment }: { message: ChatMessage; attachment: ChatMessage['attachments'][number] }) => {
  const name = attachment.name ?? kindWords[attachment.kind] ?? kindWords.document ?? ''
  if (attachment.state !== 'stored')
    return (
      <span className={classes.file} data-state={attachment.state}>
        <IconFile size={18} stroke={1.6} aria-hidden />
        <span>
          <bdi>{name}</bdi> {attachment.state === 'waiting' ? strings.attachmentWaiting : strings.attachmentGone}
        </span>
      </span>
    )
  const address = downloadAddress('download-attachment', { messageId: message.id, index: String(attachment.index) })
  if (isPicture(attachment.type))
    return (
      <a className={classes.picture} href={address} download aria-label={strings.download(name)}>
        <img src={address} alt={message.comment_text ?? name} loading="lazy" />
      </a>
    )
  return (
    <a className={classes.file} href={address} download>
      <IconDownload size={18} stroke={1.6} aria-hidden />
      <bdi>{name}</bdi>
    </a>
  )
}

/** Kinds that a browser draws and that cannot hold a script. */
const isPicture = (type: string | null): boolean => /^image\/(jpeg|png|webp|gif)$/.test(type ?? '')

const Place = ({ location }: { location: NonNullable<ChatMessage['location']> }) => (
  <span className={classes.place}>
    <IconMapPin size={18} stroke={1.6} aria-hidden />
    <span>
      <bdi>{location.name ?? strings.kinds.location}</bdi>
      {location.address && <bdi className={classes.below}>{location.address}</bdi>}
      <a
        href={`https://www.openstreetmap.org/?mlat=${location.latitude}&mlon=${location.longitude}#map=16/${location.latitude}/${location.longitude}`}
        target="_blank"
        rel="noreferrer"
      >
        {strings.openMap}
      </a>
    </span>
  </span>
)

/** The advertisement or post that they wrote from. */
const CameBy = ({ referral }: { referral: NonNullable<ChatMessage['referral']> }) => (
  <span className={classes.place}>
    <IconSpeakerphone size={18} stroke={1.6} aria-hidden />
    <span>
      {referral.type === 'post' ? strings.fromPost : strings.fromAd}
      {referral.headline && <bdi className={classes.below}>{referral.headline}</bdi>}
      {referral.body && <bdi className={classes.below}>{referral.body}</bdi>}
      {isWebAddress(referral.url) && (
        <a href={referral.url} target="_blank" rel="noreferrer">
          {strings.openAd}
        </a>
      )}
    </span>
  </span>
)

/** Its words are a stranger's: nothing but the web is linked to. */
const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url)

/** What somebody filled in, field by field. */
const Answers = ({ form }: { form: NonNullable<ChatMessage['form']> }) => (
  <dl className={classes.form} aria-label={strings.formAnswers}>
    {form.fields.map(({ name, value }) => (
      <div key={name}>
        <dt>
          <bdi>{name.replaceAll('_', ' ')}</bdi>
        </dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)

const ContactCard = ({ contact }: { contact: NonNullable<ChatMessage['contacts']>[number] }) => (
  <span className={classes.place}>
    <IconAddressBook size={18} stroke={1.6} aria-hidden />
    <span>
      <bdi>{contact.name || strings.kinds.contacts}</bdi>
      {[...contact.phones, ...contact.emails].map((reach) => (
        <bdi key={reach} className={classes.below}>
          {reach}
        </bdi>
      ))}
    </span>
  </span>
)

const emojis = ['👍', '❤️', '😂', '🙏', '🎉', '😮'] as const

const React = ({ messageId, projectId }: { messageId: string; projectId: string }) => {
  const react = useReact(projectId)
  return (
    <Menu position="top" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={strings.react} loading={react.isPending}>
          <IconMoodPlus size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.emojis ?? ''}>
        {emojis.map((emoji) => (
          <Menu.Item key={emoji} aria-label={strings.reactWith(emoji)} onClick={() => react.mutate({ messageId, emoji })}>
            {emoji}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
