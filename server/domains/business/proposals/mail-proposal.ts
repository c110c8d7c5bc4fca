import { job } from '#core/jobs/job.ts'
import { findMailBrand } from '#domains/platform/business-identity/mail-brands.ts'
import { findMail, queueMail } from '#domains/platform/mail-out/mails.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { put } from '#shapes/texts.ts'
import { mailProposalJob } from './job-references.ts'
import { offerAddress, proposalTokenOf } from './proposal-links.ts'
import { clientMail, sayDay } from './proposal-mails.ts'
import { isOpen, lockProposal } from './proposals.ts'
import { proposalWords } from './strings.ts'

export const mailProposal = job({
  ...mailProposalJob,
  summary: 'Email a proposal to its client',
  retry: { times: 8, delaySeconds: 5 },
  expireSeconds: 60,

  async run({ orgId, proposalId, version, mailId }, { inOrg, enqueueIn, vault, now, newId, settings }) {
    await inOrg(orgId, async (db) => {
      const proposal = await lockProposal(db, orgId, proposalId)
      // A version that was replaced in the meantime has an email of its own.
      if (!proposal || proposal.version !== version || !isOpen(proposal, proposal.at) || (await findMail(db, orgId, mailId)))
        return
      const token = proposalTokenOf(vault, proposal)
      if (token === null || proposal.ends_at === null) throw new Error('a proposal that was sent has no link')
      const sender = (await findOrganization(db, orgId))?.name ?? ''
      const words = proposalWords(proposal.locale)
      const values = { sender, title: proposal.title, day: sayDay(proposal.ends_at, proposal.locale) }
      await queueMail({ db, enqueue: (order, data) => enqueueIn(db, order, data), vault, newId, now }, orgId, {
        ...{ id: mailId, to: proposal.client_email, toName: proposal.client_name, template: 'proposal' },
        brand: await findMailBrand(db, orgId, proposal.locale),
        facts: clientMail(proposal.locale, sender, {
          subject: put(words.askSubject, values),
          title: put(words.askTitle, values),
          first: put(words.askSays, values),
          second: put(words.askEnds, values),
          ...{ button: words.askButton, link: offerAddress(settings.publicUrl, token) },
        }),
      })
    })
  },
})
