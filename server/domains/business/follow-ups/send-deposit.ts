import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { lockInvoice } from '../invoices/invoices.ts'
import { issueAndMail } from '../invoices/issuing.ts'
import { askPerson } from './follow-ups.ts'
import { sendDepositJob } from './job-references.ts'

export const sendDeposit = job({
  ...sendDepositJob,
  summary: 'Issue and send the deposit invoice of a signed document or an accepted proposal',
  retry: { times: 8, delaySeconds: 5 },
  expireSeconds: 60,

  async run({ orgId, invoiceId, mailId, of }, context) {
    const { inOrg, enqueueIn, now } = context
    const issue = (): Promise<void> =>
      inOrg(orgId, async (db) => {
        const draft = await lockInvoice(db, orgId, invoiceId)
        // Sent by this job before, by a person, or removed: there is nothing left to do.
        if (draft?.state !== 'draft') return
        await issueAndMail(draft, {
          ...{ ...context, db, at: now(), mailId, source: 'system', personId: null },
          enqueue: (order, data, start) => enqueueIn(db, order, data, start),
        })
      })
    try {
      await issue()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // The draft stays, and a person decides.
      await inOrg(orgId, (db) =>
        askPerson(db, { orgId, ...of }, 'send', `Send the deposit invoice: ${error.message.replace(/\.$/, '')}`),
      )
    }
  },
})
