import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconFile, IconMail } from '#icons'
import { call } from '#web/gateway.ts'
import { serverReason } from '#web/i18n/server-messages.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { ThreadEmail } from '#web/wire.ts'
import classes from './bubble.module.css'
import { strings } from './strings.ts'

/** What a mail is about, and where all of it stands. Of a colleague's own mailbox only that there was one. */
export const MailHead = ({ mail }: { mail: ThreadEmail }) => (
  <>
    <span className={mail.visible === 'time' ? classes.kind : classes.subject}>
      <IconMail size={13} aria-hidden />{' '}
      {mail.visible === 'time' ? (
        strings.mailOf(mail.owner.name)
      ) : mail.can_use && mail.mailbox !== null ? (
        <Link to="/mail/$mailId" params={{ mailId: mail.id }} search={{ box: mail.mailbox }} className="text-link">
          <bdi>{mail.subject || strings.mailNoSubject}</bdi>
        </Link>
      ) : (
        <bdi>{mail.subject || strings.mailNoSubject}</bdi>
      )}
    </span>
    {mail.attachments.some(({ is_inline }) => !is_inline) && (
      <span className={classes.kind}>
        <IconFile size={13} aria-hidden /> {strings.mailFiles(mail.attachments.filter(({ is_inline }) => !is_inline).length)}
      </span>
    )}
  </>
)

/** A mail that waits can be taken back; one that failed, or may have left, is sent again by a member. */
export const MailNext = ({ mail, error }: { mail: ThreadEmail; error: string | null }) => {
  const queries = useQueryClient()
  const deed = useMutation({
    mutationFn: async (name: 'cancel-email' | 'resend-email') => {
      const of = { id: mail.id, userEmail: mail.mailbox ?? '' }
      if (name === 'resend-email') return void (await call(name, of))
      await call(name, { ...of, asDraft: {} })
      say(strings.mailTakenBack)
    },
    onError: (failure) => sayFailure(failure),
    onSettled: () => Promise.all(['thread', 'list-email-drafts'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
  if (!mail.can_use) return null
  const isWaiting = mail.state === 'queued'
  return (
    <div className={classes.trouble}>
      {!isWaiting && (
        <p>{mail.state === 'uncertain' ? strings.mailUncertain : (mail.bounced ?? serverReason(error ?? mail.error ?? ''))}</p>
      )}
      <Button
        size="compact-xs"
        variant="default"
        loading={deed.isPending}
        onClick={() => deed.mutate(isWaiting ? 'cancel-email' : 'resend-email')}
      >
        {isWaiting ? strings.mailTakeBack : strings.resend}
      </Button>
    </div>
  )
}
