import type { JobContext } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { openQueue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { makeTogether } from '#core/together.ts'
import { makeVault } from '#core/vault.ts'
import { foyer } from '#domains/catalogue.ts'
import { type MailRow, queueMail } from '#domains/platform/mail-out/mails.ts'
import { sendMail } from '#domains/platform/mail-out/send-mail.ts'
import type { Mail } from '#ports/mail.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import type { TestApp } from '../support/app.ts'

type Queued = Parameters<typeof queueMail>[2]

/** The outbox of an app in a test: what rooms do with it, and its job run by hand at a time of one's choice. */
export interface Outbox {
  queue(orgId: string, to: string, changes?: Partial<Pick<Queued, 'toName' | 'personId' | 'brand'>>): Promise<string>
  row(orgId: string, id: string): Promise<MailRow>
  /** Runs the job as a worker would at `at`, over `mail`. */
  send(orgId: string, id: string, mail: Mail, at: Date): Promise<void>
  context(mail: Mail, at: Date): JobContext
  /** The row, once it has come to a state. */
  until(orgId: string, id: string, state: string, seconds?: number): Promise<MailRow>
  close(): Promise<void>
}

export const resetLink = 'https://foyer.example.com/set-password#token=abc-DEF_123'

export const openOutbox = async (app: TestApp): Promise<Outbox> => {
  const log = makeLog({ level: 'silent' })
  const queue = await openQueue(app.database.pool, { log, signs: null })
  const vault = makeVault(Buffer.alloc(32, 7)) // as startApp has it
  const { inOrg, db } = app.database

  const row: Outbox['row'] = (orgId, id) =>
    inOrg(orgId, (trx) => trx.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const context: Outbox['context'] = (mail, at) => ({
    ports: { mail } as JobContext['ports'],
    log,
    now: () => at,
    newId,
    vault,
    within: foyer.within,
    together: makeTogether(inOrg),
    settings: {
      publicUrl: app.url,
      uploadMaxBytes: 0,
      uploadsMost: { files: 1, bytes: 1 },
      retention: { eventsDays: 0, auditDays: 0 },
      allowedOriginDomain: undefined,
      allowedTargets: [],
      hasSandbox: false,
      strangers: { openOfRecipient: 5, mailsADayOfRecipient: 10, bookingsAnHourOfNetwork: 60 },
      workflows: usualCaps,
      crmStallMs: 600_000,
      crmGiveUpMs: 3_600_000,
      aiFirstTextMs: 20_000,
      aiAnswerMs: 120_000,
      mailPollMs: 60_000,
      mailFirstDays: 90,
      calendarPollMs: 300_000,
    },
    inOrg,
    db,
    jobId: newId(),
    signal: new AbortController().signal,
    emitIn: recordEvent,
    enqueueIn: (trx, job, data, start) => queue.send(trx, job, data, start),
  })
  return {
    row,
    context,
    queue: (orgId, to, changes = {}) =>
      inOrg(orgId, (trx) =>
        queueMail({ db: trx, enqueue: (job, data) => queue.send(trx, job, data), vault, newId, now: () => new Date() }, orgId, {
          to,
          template: 'reset-password',
          facts: { language: 'en', link: resetLink, hours: '1' },
          ...changes,
        }),
      ),
    send: (orgId, mailId, mail, at) => sendMail.run({ orgId, mailId }, context(mail, at)),
    async until(orgId, id, state, seconds = 10) {
      for (const end = Date.now() + seconds * 1_000; ; ) {
        const found = await row(orgId, id)
        if (found.state === state) return found
        if (Date.now() > end) throw new Error(`the mail is ${found.state}, not ${state}: ${found.last_error ?? 'no error'}`)
        await new Promise((done) => setTimeout(done, 50))
      }
    },
    close: () => queue.stop(),
  }
}
