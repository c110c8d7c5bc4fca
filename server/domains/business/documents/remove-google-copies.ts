import { job } from '#core/jobs/job.ts'
import { inJob } from '#domains/connections/connections/access-tokens.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { asGoogleFailure, openGoogle } from '../templates/google-accounts.ts'
import { findAttempt, markClean } from './contract-attempts.ts'
import { removeGoogleCopiesJob } from './job-references.ts'

const workMs = 60_000

/** After a request that stopped half-way, or whose copy could not be removed. Where access has ended, an admin finds it in Background jobs. */
export const removeGoogleCopies = job({
  ...removeGoogleCopiesJob,
  summary: 'Remove copies of a Google Doc that making a document left behind',
  retry: { times: 12, delaySeconds: 60 },
  expireSeconds: 120,

  async run({ orgId, attemptId }, context) {
    const { inOrg, ports, now, log } = context
    const found = await inOrg(orgId, async (db) => {
      const attempt = await findAttempt(db, orgId, attemptId)
      const isOpen = attempt && !attempt.is_clean && attempt.connection_id !== null
      return isOpen ? { attempt, account: await findConnection(db, orgId, attempt.connection_id as string) } : undefined
    })
    if (!found?.account) return
    const tokens = inJob(context, orgId)
    const docs = openGoogle(found.account, { ports, tokens, until: new Date(now().getTime() + workMs) })
    try {
      const left = await docs.findCopies(attemptId)
      for (const copyId of left) await docs.remove(copyId)
      if (left.length > 0) log.info({ attempt_id: attemptId, copies: left.length }, 'copies of a Google Doc were removed')
    } catch (error) {
      throw asGoogleFailure(error)
    }
    await inOrg(orgId, (db) => markClean(db, orgId, attemptId, true))
  },
})
