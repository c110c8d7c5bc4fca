import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { PersonAskingContext } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { Email } from '#domains/platform/users/users.ts'
import { clientOfConsent } from '../connections/begin-consent.ts'
import { connectionErrors } from '../connections/errors.ts'
import { beginFlow, callbackPath, isOwnPath } from '../connections/oauth-flows.ts'
import { connectTyped } from './connect-typed.ts'
import { mailboxErrors } from './errors.ts'
import { scopesOf } from './google-scopes.ts'
import { MailboxKind } from './mailboxes.ts'
import { tryLogin } from './try-login.ts'
import { CalendarServerLogin, MailServerLogin } from './typed-logins.ts'

export const connectMailbox = action({
  name: 'connect-mailbox',
  summary: 'Connect your mail and calendar account',
  description:
    'Every member connects their own; it is `personal` until its owner makes it a team mailbox. `google`: redirect the member to `authorizeUrl`; afterwards the browser goes on to `returnTo`. `wants` asks for the calendar, the mail, or both: a calendar without mail is possible, and mail can be added later. `imap`: any server that speaks IMAP, SMTP and CalDAV. Each is signed in to before anything is stored, over TLS only; what was typed is encrypted, and is replaced by connecting the same address again. `find-mail-servers` proposes them.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false },
  limit: { times: 20, seconds: 60 },
  input: z.object({
    provider: z.enum(['google', 'imap']),
    wants: z
      .array(z.enum(['calendar', 'mail']))
      .min(1)
      .max(2)
      .default(['calendar', 'mail'])
      .describe('`google` only'),
    returnTo: z.string().trim().max(500).default('/settings/mailboxes').describe('A path of this app; `google` only'),
    email: Email.optional().describe('The address of the mailbox; `imap` only'),
    imap: MailServerLogin.optional().describe('Where mail is read. Ports 993, or 143 with STARTTLS'),
    smtp: MailServerLogin.optional().describe(
      'Where mail is sent. Ports 465, or 587 with STARTTLS. Without it mail is read only',
    ),
    caldav: CalendarServerLogin.optional().describe(
      'The calendar: an https address of the server, of a principal, or of a calendar',
    ),
  }),
  output: z.union([
    z.object({ authorizeUrl: z.url(), state: z.string() }),
    z.object({
      success: z.literal(true),
      mailbox: z.object({
        id: z.uuid(),
        email: z.string(),
        kind: MailboxKind,
        status: z.literal('connected'),
        synced_at: z.null(),
      }),
    }),
  ]),
  errors: [
    transportErrors.missing_field,
    connectionErrors.provider_not_set_up,
    connectionErrors.return_address_invalid,
    mailboxErrors.mailbox_taken,
    mailboxErrors.mail_login_refused,
    mailboxErrors.mail_server_failed,
  ],
  examples: [
    { title: 'Only the calendar', input: { provider: 'google', wants: ['calendar'] } },
    {
      title: 'Your own server',
      input: {
        provider: 'imap',
        email: 'mira@studio.example',
        imap: { host: 'mail.studio.example', port: 993, user: 'mira@studio.example', password: '…' },
        smtp: { host: 'mail.studio.example', port: 465, user: 'mira@studio.example', password: '…' },
      },
    },
  ],

  async run(input, context) {
    const { provider, email, imap, smtp, caldav } = input
    if (provider === 'google') return { ...(await beginConsent(input, context)) }
    if (email === undefined) throw missing('email')
    if (imap === undefined && (smtp !== undefined || caldav === undefined)) throw missing('imap')
    const login = { email, imap: imap ?? null, smtp: smtp ?? null, caldav: caldav ?? null }
    const { org, person, inOrg, ports, vault, within, newId } = context
    const mailboxId = newId()
    // Under an id of its own: that these were refused says nothing of those that are stored.
    await tryLogin(ports, { orgId: org.id, mailboxId, login })
    return inOrg(async ({ db, enqueue }) => {
      const connecting = { vault, enqueue, within }
      const mailbox = await connectTyped(db, connecting, { orgId: org.id, mailboxId, personId: person.id, login })
      const { id, kind } = mailbox
      return {
        success: true as const,
        mailbox: { id, email: mailbox.email, kind: MailboxKind.parse(kind), status: 'connected' as const, synced_at: null },
      }
    })
  },
})

const missing = (field: string): Failure => new Failure('missing_field', { message: `Missing required field: ${field}`, field })

const beginConsent = async (
  { wants, returnTo }: { readonly wants: readonly ('calendar' | 'mail')[]; readonly returnTo: string },
  { org, person, ports, vault, settings, now, newId, inOrg }: PersonAskingContext,
) => {
  if (!isOwnPath(returnTo, settings.publicUrl))
    throw new Failure(connectionErrors.return_address_invalid, { field: 'returnTo' })
  const provider = 'google'
  const { mode, client } = await inOrg(({ db }) => clientOfConsent({ db, org, ports, vault }, provider))
  const connectionId = newId()
  const oauth = ports.oauth.open({ orgId: org.id, connectionId, provider, mode, client })
  const scopes = [...new Set([...oauth.scopesAlways, ...scopesOf(wants)])]
  const redirectUri = `${settings.publicUrl}${callbackPath}`
  const flow = await inOrg(({ db }) =>
    beginFlow(db, vault, {
      ...{ orgId: org.id, personId: person.id, sessionId: person.sessionId, ownerId: person.id, returnTo },
      ...{ id: newId(), connectionId, provider, mode, redirectUri, scopes, now: now() },
      ...{ clientId: client?.id ?? null, server: null },
    }),
  )
  return { authorizeUrl: await oauth.authorizeUrl({ ...flow, redirectUri, scopes }), state: flow.state }
}
