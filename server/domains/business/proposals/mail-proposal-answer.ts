import type { Db, JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { findMailBrand } from '#domains/platform/business-identity/mail-brands.ts'
import { findMail, queueMail } from '#domains/platform/mail-out/mails.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { findMember, findPerson, languageOfPerson } from '#domains/platform/users/users.ts'
import type { MailAttachment } from '#ports/mail.ts'
import { formatMoney } from '#shapes/money.ts'
import { put } from '#shapes/texts.ts'
import { acceptedPaper } from './acceptance-papers.ts'
import { type Acceptance, acceptanceOf, findAcceptance } from './acceptances.ts'
import type { ProposalContent } from './contents.ts'
import { mailProposalAnswerJob } from './job-references.ts'
import { offerAddress, proposalTokenOf } from './proposal-links.ts'
import { clientMail, sayDay } from './proposal-mails.ts'
import { findProposal, findVersion, type ProposalRow } from './proposals.ts'
import { proposalWords } from './strings.ts'

export const mailProposalAnswer = job({
  ...mailProposalAnswerJob,
  summary: 'Email what was accepted to both sides, or to the sender that a proposal was declined',
  retry: { times: 8, delaySeconds: 5 },
  expireSeconds: 180,

  async run({ orgId, proposalId, clientMailId, senderMailId }, context) {
    const { inOrg, ports } = context
    const found = await inOrg(orgId, (db) => findAnswer(db, orgId, proposalId))
    if (!found) return
    const { proposal, answer, organization } = found
    // No transaction is open meanwhile: a long one takes a second to set.
    const attachments = answer ? [await paperOf(ports, found, answer)] : []
    await inOrg(orgId, async (db) => {
      const mailing = { ...context, db, enqueue: (order, data) => context.enqueueIn(db, order, data) } satisfies Mailing
      if (answer && !(await findMail(db, orgId, clientMailId)))
        await queueClientMail(mailing, proposal, { answer, organization, attachments, mailId: clientMailId })
      if (!(await findMail(db, orgId, senderMailId)))
        await queueSenderMail(mailing, proposal, { answer, organization, attachments, mailId: senderMailId })
    })
  },
})

interface Answer {
  readonly acceptance: Acceptance
  readonly content: ProposalContent
}

type Mailing = Parameters<typeof queueMail>[0] & Pick<JobContext, 'settings'>

interface Telling {
  readonly answer: Answer | null
  readonly organization: string
  readonly attachments: readonly MailAttachment[]
  readonly mailId: string
}

/** How a proposal was answered; nothing where it is open again since, with another version. */
const findAnswer = async (db: Db, orgId: string, proposalId: string) => {
  const proposal = await findProposal(db, orgId, proposalId)
  if (proposal?.status !== 'accepted' && proposal?.status !== 'declined') return null
  const accepted = await findAcceptance(db, orgId, proposalId)
  const content = accepted && (await findVersion(db, orgId, proposalId, accepted.version))?.content
  const organization = (await findOrganization(db, orgId))?.name ?? ''
  const answer: Answer | null = accepted && content ? { acceptance: acceptanceOf(accepted, content), content } : null
  return { proposal, organization, answer }
}

const paperOf = async (
  ports: JobContext['ports'],
  { proposal, organization }: { readonly proposal: ProposalRow; readonly organization: string },
  { acceptance, content }: Answer,
): Promise<MailAttachment> => {
  const paper = acceptedPaper(content, acceptance, { organization, clientName: proposal.client_name })
  const { pdf } = await ports.documents.setContract(paper, proposal.org_id)
  return { name: `proposal-${proposal.id.slice(-12)}.pdf`, type: 'application/pdf', bytes: pdf }
}

const queueClientMail = async (
  mailing: Mailing,
  proposal: ProposalRow,
  { answer, organization, attachments, mailId }: Telling & { readonly answer: Answer },
): Promise<void> => {
  const { acceptance, content } = answer
  const words = proposalWords(content.locale)
  const token = proposalTokenOf(mailing.vault, proposal)
  if (token === null) throw new Error('a proposal that was accepted has no link')
  const values = {
    ...{ title: content.title, name: acceptance.name, day: sayDay(new Date(acceptance.at), content.locale) },
    amount: formatMoney(acceptance.total_minor, content.currency, content.locale),
  }
  await queueMail(mailing, proposal.org_id, {
    ...{ id: mailId, to: proposal.client_email, toName: proposal.client_name, template: 'proposal-accepted', attachments },
    brand: await findMailBrand(mailing.db, proposal.org_id, content.locale),
    facts: clientMail(content.locale, organization, {
      subject: put(words.doneSubject, values),
      title: put(words.doneTitle, values),
      first: put(acceptance.lines.length === 0 ? words.doneSaysFree : words.doneSays, values),
      second: words.doneAttached,
      ...{ button: words.doneButton, link: offerAddress(mailing.settings.publicUrl, token) },
    }),
  })
}

/** The member who made it; where they left, pages and webhooks alone say it. */
const queueSenderMail = async (
  mailing: Mailing,
  proposal: ProposalRow,
  { answer, organization, attachments, mailId }: Telling,
): Promise<void> => {
  const { db, settings } = mailing
  const { org_id: orgId, made_by: personId } = proposal
  const member = personId === null ? undefined : await findMember(db, orgId, personId)
  const person = member && (await findPerson(db, member.id))
  if (!person) return
  const language = languageOfPerson(person)
  await queueMail(mailing, orgId, {
    ...{ id: mailId, to: person.email, toName: person.name, personId: person.id, template: 'proposal-answered', attachments },
    facts: {
      ...{ language, title: proposal.title, client: proposal.client_name, organization },
      answer: answer ? 'accepted' : 'declined',
      name: answer?.acceptance.name ?? '',
      amount:
        answer && answer.acceptance.lines.length > 0
          ? formatMoney(answer.acceptance.total_minor, answer.content.currency, language)
          : '',
      reason: answer ? '' : (proposal.status_reason ?? ''),
      link: `${settings.publicUrl}/proposals/${proposal.id}`,
    },
  })
}
