import { Button, Group, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { IconAlertTriangle, IconChevronLeft, IconDownload, IconSend, IconTrash } from '#icons'
import { splitTextQuote } from '#shapes/mime/quotes.ts'
import { CallError, downloadAddress } from '#web/gateway.ts'
import { dayAndTime } from '#web/i18n/format.ts'
import { serverReason } from '#web/i18n/server-messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Note } from '#web/ui/note.tsx'
import { useTabTitle } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say } from '#web/ui/say.tsx'
import type { EmailDetail, EmailPerson } from '#web/wire.ts'
import { useMail, useMailboxes, useMailChange } from './api.ts'
import type { Draft } from './drafts.ts'
import classes from './mail.module.css'
import { MailFrame } from './mail-frame.tsx'
import type { MailSearch } from './mail-search.ts'
import { addressesOf, answerTo, forwardOf } from './quoting.ts'
import { strings } from './strings.ts'

/** One mail: whom it is from, what it says, and what can be done with it. To open it is to read it. */
export const MailPane = ({
  id,
  userEmail,
  search,
  onWrite,
  onTakenBack,
}: {
  id: string
  userEmail: string
  search: MailSearch
  onWrite(draft: Draft): void
  /** What it said is this draft now. */
  onTakenBack(draftId: string): void
}) => {
  const { data, error, refetch } = useMail(userEmail, id)
  const { mutate: mark } = useMailChange('mark-email-read')
  const mail = data?.mail
  const isUnread = mail?.unread === true
  const isMarked = useRef(false)
  useEffect(() => {
    // Once, when it is opened: what the member does afterwards counts.
    if (!isUnread || isMarked.current) return
    isMarked.current = true
    mark({ id, userEmail })
  }, [isUnread, id, userEmail, mark])
  useTabTitle(mail ? mail.subject || strings.noSubject : strings.title)
  return (
    <section className={classes.pane} aria-label={mail?.subject || strings.noSubject}>
      <header className={classes.paneHead}>
        <Link to="/mail" search={search} className={classes.back} aria-label={strings.back}>
          <IconChevronLeft size={20} stroke={1.8} className="mirrors" aria-hidden />
        </Link>
        <Title order={1} className={classes.paneName ?? ''} tabIndex={-1}>
          <bdi>{mail ? mail.subject || strings.noSubject : strings.title}</bdi>
        </Title>
        {mail && <Deeds mail={mail} userEmail={userEmail} onWrite={onWrite} />}
      </header>
      {error && !mail ? (
        error instanceof CallError && error.status === 404 ? (
          <Empty title={strings.openFailed} text={strings.gone} />
        ) : (
          <ErrorNote title={strings.openFailed} error={error} onRetry={() => void refetch()} />
        )
      ) : mail ? (
        <Content mail={mail} userEmail={userEmail} onTakenBack={onTakenBack} />
      ) : (
        <RowsPending rows={5} />
      )}
    </section>
  )
}

const Deeds = ({ mail, userEmail, onWrite }: { mail: EmailDetail; userEmail: string; onWrite(draft: Draft): void }) => {
  const { mutate: mark } = useMailChange('mark-email-read')
  const { mailboxes } = useMailboxes()
  const own = addressesOf(mailboxes?.find(({ id }) => id === mail.mailbox_id) ?? { email: userEmail, aliases: [] })
  const others = mail.to.length + mail.cc.length > 1
  return (
    <Group gap="xs">
      <Button size="xs" onClick={() => onWrite(answerTo(mail, own, false))}>
        {strings.reply}
      </Button>
      {others && (
        <Button size="xs" variant="default" onClick={() => onWrite(answerTo(mail, own, true))}>
          {strings.replyAll}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => onWrite(forwardOf(mail, userEmail))}>
        {strings.forward}
      </Button>
      {mail.direction === 'in' && !mail.unread && (
        <Button size="xs" variant="default" onClick={() => mark({ id: mail.id, userEmail, read: false })}>
          {strings.markUnread}
        </Button>
      )}
    </Group>
  )
}

interface Shown {
  mail: EmailDetail
  userEmail: string
  onTakenBack(draftId: string): void
}

const Content = ({ mail, userEmail, onTakenBack }: Shown) => {
  const files = mail.attachments.filter(({ is_inline, content_id }) => !is_inline || content_id === null)
  return (
    <>
      <div className={classes.facts}>
        <Sending mail={mail} userEmail={userEmail} onTakenBack={onTakenBack} />
        {mail.broken && (
          <Note
            tone="bad"
            icon={<IconAlertTriangle size={18} />}
            title={mail.broken === 'too_large' ? strings.tooLarge : strings.broken}
          />
        )}
        {mail.seen_error && (
          <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={strings.notMarked}>
            <bdi>{serverReason(mail.seen_error)}</bdi>
          </Note>
        )}
        {mail.copy_state && (
          <Note
            tone="bad"
            icon={<IconAlertTriangle size={18} />}
            title={mail.copy_state === 'waiting' ? strings.copyWaiting : strings.copyFailed}
          >
            {mail.copy_error && <bdi>{serverReason(mail.copy_error)}</bdi>}
          </Note>
        )}
        {mail.gone_at && <Note tone="bad" icon={<IconTrash size={18} />} title={strings.deleted} />}
        <Facts stacked>
          <Fact name={strings.from}>
            {mail.from ? <Person person={mail.from} /> : strings.unknownSender}{' '}
            {mail.direction === 'in' && !mail.is_proven && (
              <span title={strings.notProvenText}>
                <Pill>{strings.notProven}</Pill>
              </span>
            )}
            {mail.kind !== 'person' && <Pill>{strings.kinds[mail.kind]}</Pill>}
          </Fact>
          <People name={strings.to} people={mail.to} />
          <People name={strings.cc} people={mail.cc} />
          <People name={strings.bcc} people={mail.bcc} />
          <Fact name={strings.date}>{dayAndTime(mail.at)}</Fact>
          {mail.loads.length > 0 && (
            <Fact name={strings.opened}>
              {mail.loads.map(({ class: name, words, times, first_at }) => (
                <div key={name}>
                  {strings.load(serverReason(words), times)} · {dayAndTime(first_at)}
                </div>
              ))}
            </Fact>
          )}
        </Facts>
        {files.length > 0 && (
          // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
          <ul className={classes.files} role="list" aria-label={strings.files}>
            {files.map(({ index, name, type, bytes }) => (
              <li key={index}>
                <a
                  className={classes.file}
                  href={downloadAddress('download-email-file', { id: mail.id, userEmail, index: String(index) })}
                  download
                >
                  <IconDownload size={16} stroke={1.6} aria-hidden />
                  <bdi>{strings.file(name ?? type, shownSize(bytes))}</bdi>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {mail.html === null ? <PlainText text={mail.text ?? ''} /> : <MailFrame mail={mail} userEmail={userEmail} />}
    </>
  )
}

/** What a mail quotes is folded; of one that is nothing but a quote it is what there is to read. */
const PlainText = ({ text }: { text: string }) => {
  const { fresh, quoted } = splitTextQuote(text)
  const isFolded = quoted !== null && fresh.trim() !== '' && quoted.trim() !== ''
  return (
    <div className={classes.text} dir="auto">
      {isFolded ? fresh.trimEnd() : text}
      {isFolded && (
        <details className={classes.quoted}>
          <summary>{strings.quotedText}</summary>
          <div>{quoted}</div>
        </details>
      )}
    </div>
  )
}

const People = ({ name, people }: { name: string; people: EmailDetail['to'] }) =>
  people.length > 0 && (
    <Fact name={name}>
      <span className={classes.people}>
        {people.map((person, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one may be named twice
          <Person key={at} person={person} />
        ))}
      </span>
    </Fact>
  )

/** A name is a stranger’s text and may hold anything: the address beside it is never part of it. A long one breaks before its @. */
const Person = ({ person: { name, email } }: { person: EmailPerson }) => {
  const written = name ? `<${email}>` : email
  const at = Math.max(0, written.lastIndexOf('@'))
  return (
    <span>
      {name && (
        <>
          <bdi>{name}</bdi>{' '}
        </>
      )}
      <bdi className={name ? classes.address : undefined}>
        {written.slice(0, at)}
        <wbr />
        {written.slice(at)}
      </bdi>
    </span>
  )
}

/** How far one of ours has come, and what a member can do about it. */
const Sending = ({ mail, userEmail, onTakenBack }: Shown) => {
  const again = useMailChange('resend-email')
  const cancel = useMailChange('cancel-email')
  if (mail.bounced)
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={strings.bounced}>
        <bdi>{mail.bounced}</bdi>
      </Note>
    )
  if (mail.state === null || mail.state === 'sent') return null
  return (
    <Note
      tone={mail.state === 'queued' || mail.state === 'sending' ? 'good' : 'bad'}
      icon={<IconSend size={18} className="mirrors" />}
      title={strings.states[mail.state]}
    >
      {mail.error && <bdi>{serverReason(mail.error)}</bdi>}{' '}
      {(mail.state === 'failed' || mail.state === 'uncertain') && (
        <Button
          size="compact-xs"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate({ id: mail.id, userEmail })}
        >
          {mail.state === 'failed' ? strings.sendAgain : strings.sendAgainUncertain}
        </Button>
      )}
      {mail.state !== 'sending' && mail.state !== 'cancelled' && (
        <Button
          size="compact-xs"
          variant="default"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(
              { id: mail.id, userEmail, asDraft: {} },
              {
                onSuccess: ({ draft }) => {
                  say(strings.takenBack)
                  if (draft) onTakenBack(draft.id)
                },
              },
            )
          }
        >
          {mail.state === 'queued' ? strings.takeBack : strings.backToDraft}
        </Button>
      )}
    </Note>
  )
}

/** Thousands of bytes, as files are named elsewhere. */
const shownSize = (bytes: number): string =>
  bytes < 1_000_000
    ? strings.kilobytes(Math.max(1, Math.round(bytes / 1_000)))
    : strings.megabytes(Math.round(bytes / 100_000) / 10)
