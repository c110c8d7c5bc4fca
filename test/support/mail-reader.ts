import { openMailbox } from '#domains/conversations/mail/accounts.ts'
import { fileMailboxAgain } from '#domains/conversations/mail/file-again.ts'
import { readMailbox } from '#domains/conversations/mail/read-mailbox.ts'
import type { TestApp } from './app.ts'
import { openJobContext } from './job-context.ts'

/** The jobs of mailboxes, run when a test says so and to their end. `env`: that of the app. */
export const openMailReader = async (app: TestApp, env: Readonly<Record<string, string>> = {}) => {
  const { context, close } = await openJobContext(app, env)
  return {
    read: (orgId: string, mailboxId: string) => readMailbox.run({ orgId, mailboxId }, context),
    fileAgain: (orgId: string, mailboxId: string) => fileMailboxAgain.run({ orgId, mailboxId }, context),
    /** The account itself, as another mail program has it. */
    account: async (orgId: string, mailboxId: string) => {
      const box = await openMailbox(context, orgId, mailboxId)
      if (!box) throw new Error('the mailbox is not connected')
      return box
    },
    close,
  }
}
export type MailReader = Awaited<ReturnType<typeof openMailReader>>
