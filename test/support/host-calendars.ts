import assert from 'node:assert/strict'
import { makeHttp } from '#core/outbound/http.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { openCredentials } from '#domains/connections/connections/credentials.ts'
import type { Calendars } from '#ports/calendars.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { googleCalendars } from '../../server/providers/google/calendar.ts'
import { type Someone, startApp, type TestApp } from './app.ts'
import { connecting } from './connecting.ts'
import { consentAt } from './consent.ts'
import { until } from './until.ts'

const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })

/** A server at the sandbox with its worker, for tests about hosts who have calendars of their own. */
export const startHosts = async (env: Record<string, string> = {}): Promise<{ app: TestApp; stop(): Promise<void> }> => {
  const app = await startApp({ env: { SANDBOX: 'on', ...env }, alone: true })
  const worker = await app.startWorker()
  return {
    app,
    stop: async () => {
      await worker.stop()
      await app.stop()
    },
  }
}

export interface ListedMailbox {
  readonly id: string
  readonly email: string
  readonly synced_at: string | null
  readonly is_own: boolean
}
export const mailboxesOf = async (app: TestApp, who: Someone): Promise<ListedMailbox[]> =>
  (await app.call('list-mailboxes', {}, who)).body.mailboxes as unknown as ListedMailbox[]

/** Connects a member's Google calendar at the sandbox, and waits for its first copy; needs a worker. */
export const connectCalendar = async (app: TestApp, who: Someone, account?: string): Promise<ListedMailbox> => {
  const { body } = await app.call('connect-mailbox', { provider: 'google', wants: ['calendar'] }, who)
  const back = await consentAt(String(body.authorizeUrl), account === undefined ? {} : { account })
  const answer = await app.call('integration-callback', Object.fromEntries(back.searchParams), who)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return until('the calendar', async () => (await mailboxesOf(app, who)).find((each) => each.is_own && each.synced_at))
}

/** What a host's own programs sign in with at Google. */
export const hostToken = async (app: TestApp, who: Someone): Promise<string> => {
  const [mailbox] = await mailboxesOf(app, who)
  const row = await app.database.inOrg(who.orgId, (db) => findConnection(db, who.orgId, mailbox?.id ?? ''))
  assert.ok(row)
  return openCredentials(connecting.vault, row).accessToken ?? ''
}

/** The host's calendar as the host has it at Google: their own client. */
export const hostCalendars = async (app: TestApp, who: Someone): Promise<Calendars> => {
  const accessToken = await hostToken(app, who)
  return googleCalendars({
    ...{ base: `${app.url}/sandbox/google`, now: () => new Date(), accessToken: async () => accessToken },
    http: { send: (request) => way.send({ ...request, maxBytes: request.maxBytes ?? 1_048_576, redirects: 0 }) },
  })
}

/** A host of a workspace of their own with a Google calendar at the sandbox, which is copied, and their own client for it. */
export const givenHost = async (
  app: TestApp,
  account?: string,
): Promise<{ owner: Someone; mailbox: ListedMailbox; google: Calendars }> => {
  const owner = await app.given.organization()
  const mailbox = await connectCalendar(app, owner, account)
  return { owner, mailbox, google: await hostCalendars(app, owner) }
}

/** An event that the host has of their own. */
export const ownEvent = (id: string, start: Date, more: { title?: string; minutes?: number; isBusy?: boolean } = {}) => ({
  ...{ id, title: more.title ?? 'Dentist', start, end: new Date(start.getTime() + (more.minutes ?? 30) * 60_000), zone: 'UTC' },
  ...{ description: '', location: 'Main street 1', attendees: [{ email: 'guest@example.com' }] },
  ...{ isBusy: more.isBusy ?? true, wantsRoom: false, tags: null },
})

/** Reads the host's calendars again, as the poll does in time. */
export const readAgain = async (app: TestApp, who: Someone): Promise<void> => {
  const [mailbox] = await mailboxesOf(app, who)
  assert.equal((await app.call('sync-mailbox', { mailboxId: mailbox?.id }, who)).status, 200)
}
