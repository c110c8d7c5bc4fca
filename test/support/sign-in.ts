import { makeVault } from '#core/vault.ts'
import { openBody } from '#domains/platform/mail-out/mails.ts'
import { hashPassword } from '#domains/platform/users/passwords.ts'
import type { Someone, TestApp } from './app.ts'
import { type Answer, ask } from './requests.ts'

/** The environment in which `knock` comes from elsewhere each time, so that no limit of an address is in the way. */
export const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' }
let calls = 0

/** An answer, with the session cookie that came along: null when it was taken away. */
export interface Entry extends Answer {
  readonly session: string | null | undefined
  /** What the browser is to keep of the device. */
  readonly device: string | undefined
}

/** Calls an action as somebody who has no token: with a session cookie, or with nothing. */
export const knock = async (
  app: TestApp,
  type: string,
  body: object = {},
  { session, from, device }: { session?: string; from?: string; device?: string | undefined } = {},
): Promise<Entry> => {
  const answer = await ask(`${app.url}/gateway`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Test/1.0',
      'x-forwarded-for': from ?? `198.51.${(++calls >> 8) & 255}.${calls & 255}`,
      cookie: [session !== undefined && `foyer_session=${session}`, device !== undefined && `foyer_device=${device}`]
        .filter(Boolean)
        .join('; '),
    },
    body: JSON.stringify({ type, ...body }),
  })
  const cookie = /foyer_session=([^;]*);[^,]*?Max-Age=(\d+)/.exec(answer.headers.get('set-cookie') ?? '')
  const kept = /foyer_device=([^;]*);/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  return { ...answer, session: cookie ? (cookie[2] === '0' ? null : cookie[1]) : undefined, device: kept }
}

/** Who a session cookie speaks for now. */
export const whoIs = async (app: TestApp, session: string | null | undefined): Promise<Someone & { role: string }> => {
  const { status, body } = await knock(app, 'get-token', {}, { session: session ?? '' })
  if (status !== 200) throw new Error(`get-token answered ${status}: ${JSON.stringify(body)}`)
  const said = body as unknown as {
    token: string
    person: { id: string; email: string }
    organization: { id: string }
    role: string
  }
  return {
    orgId: said.organization.id,
    personId: said.person.id,
    email: said.person.email,
    token: said.token,
    session: session ?? '',
    role: said.role,
  }
}

export const password = 'four unrelated words'
let hashed: Promise<string> | undefined

/** Gives people the password above. */
export const givePassword = async (app: TestApp, ...people: readonly Someone[]): Promise<void> => {
  hashed ??= hashPassword(password, (work) => work())
  await app.database.db
    .updateTable('directory.people')
    .set({ password_hash: await hashed })
    .where(
      'id',
      'in',
      people.map(({ personId }) => personId),
    )
    .execute()
}

/** A mail of the outbox, as its reader will see it. */
export interface Post {
  readonly template: string
  readonly subject: string
  readonly text: string
  /** What stands behind `#token=` in it. */
  readonly token: string | undefined
}

/** The mails to an address, oldest first. Only those that no worker has sent as yet. */
export const postOf = async (app: TestApp, orgId: string, to: string): Promise<Post[]> => {
  const rows = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('mails').selectAll().where('org_id', '=', orgId).where('to_email', '=', to).orderBy('id').execute(),
  )
  return rows.map((row) => {
    const { text } = openBody(vault, row)
    return { template: row.template, subject: row.subject, text, token: /#token=([\w-]+)/.exec(text)?.[1] }
  })
}

/** Of the key that every test app has. */
export const vault = makeVault(Buffer.alloc(32, 7))
