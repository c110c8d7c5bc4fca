import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestApp } from '../support/app.ts'
import type { OwnStore } from './stores.ts'

/** What a crowded machine may need. Nothing here waits for a clock: `bury` makes the dead as old as they must be. */
const withinMs = 90_000

/** Workers in processes of their own, to be killed, and what is looked at in the copy of a mailbox meanwhile. */
export const makeMailWorkers = (app: TestApp, store: OwnStore, pollSeconds: number) => {
  const workers: ChildProcess[] = []
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + withinMs; !(await holds()); await sleep(50))
      if (Date.now() > end) assert.fail(`${what}: not within ${withinMs} ms`)
  }
  /** Where each mail is, as one line a mail. */
  const copy = async (mailboxId: string): Promise<string[]> =>
    (
      await store.query(
        `select p.ref, p.is_seen, (select string_agg(f, ' ' order by f collate "C") from unnest(p.folders) f) as folders, m.subject
           from mailbox_places p join mailbox_mails m on m.org_id = p.org_id and m.id = p.mail_id where p.mailbox_id = '${mailboxId}'`,
      )
    ).rows
      .map(({ ref, is_seen, folders, subject }) => `${ref} ${is_seen ? 'read' : 'unread'} ${folders ?? ''} ${subject}`)
      .sort()
  return {
    ...{ until, copy },
    /** A worker that finds the sandbox at the app's address. */
    async start(): Promise<ChildProcess> {
      const env = {
        ...{ SANDBOX: 'on', PORT: new URL(app.url).port, MAIL_POLL_SECONDS: String(pollSeconds) },
        ...{ FOYER_DATA: app.dataDir, FOYER_KEY: Buffer.alloc(32, 7).toString('base64') },
      }
      const file = fileURLToPath(new URL('../mail/worker-process.ts', import.meta.url))
      const child = spawn(process.execPath, [file, JSON.stringify({ target: store.target, env })], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      workers.push(child)
      await Promise.race([
        once(child.stdout as NodeJS.ReadableStream, 'data'),
        once(child, 'exit').then(() => assert.fail('it ended')),
      ])
      return child
    },
    async kill(worker: ChildProcess): Promise<void> {
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    },
    killAll(): void {
      for (const worker of workers) worker.kill('SIGKILL')
    },
    /** What others wait for before they take over from a dead worker: its turn with the mailbox, its ear, and the signs of life of its jobs. */
    async bury(mailboxId: string): Promise<void> {
      const before = `now() - interval '1 second'`
      await store.query(`update mailbox_readings set leased_until = ${before} where id = '${mailboxId}'`)
      await store.query(
        `update mailbox_readings set listen_due_at = ${before} where id = '${mailboxId}' and listener is not null`,
      )
      await store.query(`update jobs.job_common set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
    },
    copied: async (mailboxId: string): Promise<number> =>
      Number((await store.query(`select count(*) from mailbox_places where mailbox_id = '${mailboxId}'`)).rows[0].count),
    async untilEqual(mailboxId: string, original: () => Promise<string[]>): Promise<number> {
      const begun = Date.now()
      for (const end = begun + withinMs; ; await sleep(200)) {
        const [ours, theirs] = await Promise.all([copy(mailboxId), original()])
        if (ours.join('\n') === theirs.join('\n')) return Date.now() - begun
        if (Date.now() > end) assert.deepEqual(ours, theirs)
      }
    },
    /** No mail of an organization is there twice, and no contact. */
    async assertOnce(orgId: string): Promise<void> {
      const { rows } = await store.query(
        `select count(*)::int as n, count(distinct mail_id)::int as mails from messages where org_id = '${orgId}' and channel = 'email'`,
      )
      assert.deepEqual(rows[0].n, rows[0].mails, 'one message a mail and person')
      const { rows: contacts } = await store.query(
        `select count(*)::int as n, count(distinct email)::int as emails from contacts where org_id = '${orgId}'`,
      )
      assert.equal(contacts[0].n, contacts[0].emails)
    },
  }
}
export type MailWorkers = ReturnType<typeof makeMailWorkers>
