import { Failure } from '#core/errors.ts'
import type { CalendarsPort } from '#ports/calendars.ts'
import type { MailboxesPort } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { mailboxErrors } from './errors.ts'
import { mailLoginOf, type TypedLogin } from './typed-logins.ts'

/** All servers together: a member waits for it. */
const longestMs = 25_000

interface Trying {
  readonly orgId: string
  readonly mailboxId: string
  readonly login: TypedLogin
}

const accountOf = ({ orgId, mailboxId }: Trying) => ({
  ...{ orgId, mailboxId, provider: 'imap', mode: 'live' as const },
  accessToken: () => Promise.reject(new Error('a server that was typed has no tokens')),
})

/** Signs in to each server that was typed, before anything is stored. Throws the failure of the first, in their order, that does not let the member in. */
export const tryLogin = async (
  ports: { readonly mailboxes: MailboxesPort; readonly calendars: CalendarsPort },
  trying: Trying,
): Promise<void> => {
  const mail = mailLoginOf(trying.login)
  const { caldav, email } = trying.login
  const tries = [
    mail && tryMail(ports.mailboxes, trying, { ...mail, smtp: null }, 'imap'),
    mail?.smtp && tryMail(ports.mailboxes, trying, mail, 'smtp'),
    caldav &&
      within('caldav', async () => {
        const owner = { emails: [email], zone: 'UTC' }
        await ports.calendars.open({ ...accountOf(trying), login: caldav, owner }).calendars()
      }),
  ]
  // At once, but told in the order of the form: of one wrong name in two fields the first is marked, not the one that failed sooner.
  for (const each of tries) each?.catch(() => {})
  for (const each of tries) await each
}

const tryMail = async (
  mailboxes: MailboxesPort,
  trying: Trying,
  login: NonNullable<ReturnType<typeof mailLoginOf>>,
  field: 'imap' | 'smtp',
): Promise<void> => {
  const box = mailboxes.open({ ...accountOf(trying), login, ownClientId: null })
  try {
    await within(field, () => (field === 'imap' ? box.checkReading() : box.checkSending()))
  } finally {
    void box.close()
  }
}

const within = async (field: 'imap' | 'smtp' | 'caldav', work: () => Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    const late = new ProviderError('unreachable', 'The server did not answer in time.')
    timer = setTimeout(() => reject(late), longestMs)
  })
  try {
    await Promise.race([work(), tooLate])
  } catch (error) {
    throw asFailure(error, field)
  } finally {
    clearTimeout(timer)
  }
}

const asFailure = (error: unknown, field: string): unknown => {
  if (!(error instanceof ProviderError)) return error
  const definition = error.kind === 'credentials' ? mailboxErrors.mail_login_refused : mailboxErrors.mail_server_failed
  return new Failure(definition, { field, message: error.reason, cause: error })
}
