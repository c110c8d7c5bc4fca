import type { Someone, TestApp } from './app.ts'
import { until } from './until.ts'

/**
 * A stranger writes to a mailbox of the sandbox’s Google, and it is read at once: its first read may be over already, and the next one is
 * a minute away. Answers the email as its inbox lists it.
 */
export const emailArrives = async (
  app: Pick<TestApp, 'call' | 'url'>,
  who: Someone,
  mailboxId: string,
  {
    email = 'mira@sandbox.example',
    ...form
  }: { readonly email?: string; readonly subject: string; readonly [field: string]: string },
): Promise<{ readonly id: string; readonly subject: string }> => {
  const answer = await fetch(`${app.url}/sandbox/google/mail/write`, {
    method: 'POST',
    body: new URLSearchParams({ email, ...form }),
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(await answer.text())
  await app.call('sync-mailbox', { mailboxId }, who)
  return until(`“${form.subject}” came`, async () => {
    const { body } = await app.call('fetch-inbox', { userEmail: email, limit: 50 }, who)
    return (body.emails as unknown as { id: string; subject: string }[]).find(({ subject }) => subject === form.subject)
  })
}
