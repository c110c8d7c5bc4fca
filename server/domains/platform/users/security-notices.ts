import type { Db } from '#core/context.ts'
import { type Queueing, queueMail } from '../mail-out/mails.ts'
import type { Whence } from './sessions.ts'

/** What a mail says when something that guards an account was changed. */
const sentences = {
  password_changed: 'Your password was changed.',
  totp_on: 'Two-factor codes were turned on.',
  totp_off: 'Two-factor codes were turned off.',
  recovery_codes_renewed: 'New recovery codes were created.',
  recovery_code_used: 'A recovery code was used to sign in.',
  passkey_added: 'A passkey was added.',
  passkey_removed: 'A passkey was removed.',
} as const

/** Emails a user what changed on their account; the change may not be their own. */
export const notifyOfChange = async (
  context: Queueing & { readonly settings: { readonly publicUrl: string } },
  orgId: string,
  person: { readonly id: string; readonly email: string; readonly name: string },
  what: keyof typeof sentences,
  whence: Whence | null,
): Promise<void> => {
  await queueMail(context, orgId, {
    to: person.email,
    toName: person.name,
    personId: person.id,
    template: 'security-notice',
    facts: {
      what: sentences[what],
      at: context.now().toISOString(),
      where: [whence?.agent?.slice(0, 200), whence?.clientAddress].filter(Boolean).join(', '),
      link: `${context.settings.publicUrl}/settings/profile`,
    },
  })
}

/** Where the session of a caller was opened: what its call can say of itself. */
export const whenceOf = async (db: Db, sessionId: string | null): Promise<Whence | null> => {
  if (sessionId === null) return null
  const session = await db
    .selectFrom('directory.sessions')
    .select(['agent', 'address'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.address ? { agent: session.agent, clientAddress: session.address } : null
}
