import { job } from '#core/jobs/job.ts'
import { queueMail } from '../mail-out/mails.ts'
import { linkTo, makeLinkOnce } from '../users/links.ts'
import { resetLinkHours, sealOfReset, sendResetLinkJob } from '../users/password-resets.ts'
import { findPersonByEmail, firstOrganization, languageOfPerson } from '../users/users.ts'

export const sendResetLink = job({
  ...sendResetLinkJob,
  summary: 'Send a password reset link, if the email address has an account',
  retry: { times: 5, delaySeconds: 10 },

  async run({ sealedEmail }, { db: outside, inOrg, enqueueIn, vault, newId, now, jobId, settings }) {
    const person = await findPersonByEmail(outside, vault.open(sealedEmail, sealOfReset))
    const orgId = person && (await firstOrganization(outside, person))
    if (!person || !orgId) return
    await inOrg(orgId, async (db) => {
      const token = await makeLinkOnce(db, {
        purpose: 'reset-password',
        personId: person.id,
        hours: resetLinkHours,
        now: now(),
        jobId,
      })
      if (token === null) return
      await queueMail({ db, enqueue: (order, data) => enqueueIn(db, order, data), vault, newId, now }, orgId, {
        to: person.email,
        toName: person.name,
        personId: person.id,
        template: 'reset-password',
        facts: {
          language: languageOfPerson(person),
          link: linkTo(settings.publicUrl, 'set-password', token),
          hours: String(resetLinkHours),
        },
      })
    })
  },
})
