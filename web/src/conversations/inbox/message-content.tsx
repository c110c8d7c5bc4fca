import { IconAddressBook, IconDownload, IconFile, IconMapPin, IconSpeakerphone } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import type { Attachment as AttachmentShape, FormResponse, Location, Message, Referral, SharedContact } from '#web/wire.ts'
import classes from './bubble.module.css'
import { strings } from './strings.ts'

const kindWords: Readonly<Record<string, string>> = strings.kinds

/** Nothing of it can be shown, so that is what is shown. */
export const isUnknown = (message: Message): boolean =>
  message.kind === 'unsupported' ||
  (!message.comment_text &&
    message.attachments.length === 0 &&
    !message.location &&
    !message.form &&
    (message.contacts ?? []).length === 0 &&
    !message.template)

export const Attachment = ({ message, attachment }: { message: Message; attachment: AttachmentShape }) => {
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

export const Place = ({ location }: { location: Location }) => (
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
export const FromAd = ({ referral }: { referral: Referral }) => (
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

/** The answers of a form, field by field. */
export const Answers = ({ form }: { form: FormResponse }) => (
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

export const ContactCard = ({ contact }: { contact: SharedContact }) => (
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
