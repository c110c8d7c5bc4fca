import type { Db } from '#core/context.ts'
import type { SecurityChange } from '../mail-out/mail-facts.ts'
import { type Queueing, queueMail } from '../mail-out/mails.ts'
import type { Whence } from './sessions.ts'
import { languageOfPerson, type Person } from './users.ts'

/** Emails a user what changed on their account; the change may not be their own. */
export const notifyOfChange = async (
  context: Queueing & { readonly settings: { readonly publicUrl: string } },
  orgId: string,
  person: Pick<Person, 'id' | 'email' | 'name' | 'language'>,
  what: SecurityChange,
  whence: Whence | null,
): Promise<void> => {
  await queueMail(context, orgId, {
    to: person.email,
    toName: person.name,
    personId: person.id,
    template: 'security-notice',
    facts: {
      ...{ what, language: languageOfPerson(person) },
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
