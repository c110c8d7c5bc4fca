import { type Queueing, queueMail } from '../mail-out/mails.ts'
import { endLinks, linkTo, makeLink } from '../users/links.ts'
import { findPerson, languageOfPerson, type Person } from '../users/users.ts'

/** How long a link to set the first password is good. */
export const welcomeHours = 24

/** Sends a link to set the password, in the sender's language where the person has none; one that was sent before counts no more. */
export const sendWelcomeTo = async (
  context: Queueing & { readonly settings: { readonly publicUrl: string } },
  orgId: string,
  person: Pick<Person, 'id' | 'email' | 'name' | 'language'>,
  { organization, senderId }: { readonly organization: string; readonly senderId: string },
): Promise<void> => {
  const { db, now, settings } = context
  await endLinks(db, ['set-password'], person.id)
  const token = await makeLink(db, { purpose: 'set-password', personId: person.id, hours: welcomeHours, now: now() })
  await queueMail(context, orgId, {
    to: person.email,
    toName: person.name,
    personId: person.id,
    template: 'set-password',
    facts: {
      language: languageOfPerson(person.language === null ? await findPerson(db, senderId) : person),
      link: linkTo(settings.publicUrl, 'set-password', token),
      organization,
      hours: String(welcomeHours),
    },
  })
}
