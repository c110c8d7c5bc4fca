import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { newToken } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { extension, Reference, shape } from '#shapes'
import { type Queueing, queueMail } from '../mail-out/mails.ts'
import { linkTo } from '../users/links.ts'
import { hashToken } from '../users/sessions.ts'
import { emailKey, languageOfPerson, type Person } from '../users/users.ts'
import { AnyRole } from './memberships.ts'

/** open → accepted, or ended (withdrawn, or replaced by a later one). An open one that is past its time can be sent again. */
const days = 7
const dayMs = 86_400_000

export type InvitationRow = Selectable<Tables['invitations']>

/** An invitation, as the call that sent it answers. */
export const SentInvitation = shape('SentInvitation', {
  id: z.uuid(),
  email: z.string(),
  role: AnyRole,
  expires_at: z.iso.datetime(),
})

export const showSent = (row: InvitationRow): z.output<typeof SentInvitation> => ({
  id: row.id,
  email: row.email,
  role: row.role as Role,
  expires_at: row.expires_at.toISOString(),
})

/** An open invitation, as a list shows it. */
export const Invitation = extension('Invitation', SentInvitation, {
  name: z.string().nullable(),
  invited_by: Reference.nullable(),
  created_at: z.iso.datetime(),
  /** Past its time: it can be sent again, or withdrawn. */
  expired: z.boolean(),
})

/** Open invitations, newest first, below the cursor. */
export const findInvitations = async (
  db: Db,
  orgId: string,
  { cursor, limit, now }: { cursor: string | undefined; limit: number; now: Date },
): Promise<z.output<typeof Invitation>[]> => {
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('directory.people', 'directory.people.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select('directory.people.name as inviter')
    .where('invitations.org_id', '=', orgId)
    .where('accepted_at', 'is', null)
    .where('ended_at', 'is', null)
    .$if(cursor !== undefined, (query) => query.where('invitations.id', '<', cursor as string))
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...showSent(row),
    name: row.name,
    invited_by: row.invited_by && row.inviter !== null ? { id: row.invited_by, name: row.inviter } : null,
    created_at: row.created_at.toISOString(),
    expired: row.expires_at <= now,
  }))
}

/** The open invitation of an id. */
export const findInvitation = (db: Db, orgId: string, id: string): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Makes an invitation in place of the open one of the same address. The members must be held. */
export const makeInvitation = async (
  db: Db,
  given: { orgId: string; id: string; email: string; name: string | null; role: Role; invitedBy: string; now: Date },
): Promise<InvitationRow> => {
  const before = await db
    .updateTable('invitations')
    .set({ ended_at: given.now })
    .where('org_id', '=', given.orgId)
    .where('email_key', '=', emailKey(given.email))
    .where('accepted_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of before) await forgetTokens(db, id)
  return db
    .insertInto('invitations')
    .values({
      org_id: given.orgId,
      id: given.id,
      email: given.email.trim(),
      email_key: emailKey(given.email),
      name: given.name,
      role: given.role,
      invited_by: given.invitedBy,
      created_at: given.now,
      expires_at: endOf(given.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const endOf = (now: Date): Date => new Date(now.getTime() + days * dayMs)

/** Gives an open invitation its whole time again. */
export const prolong = (db: Db, row: InvitationRow, now: Date): Promise<InvitationRow> =>
  db
    .updateTable('invitations')
    .set({ expires_at: endOf(now) })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Ends an open invitation; false when it is open no more. */
export const endInvitation = async (db: Db, orgId: string, id: string, now: Date): Promise<boolean> => {
  const ended = await db
    .updateTable('invitations')
    .set({ ended_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended) await forgetTokens(db, id)
  return ended !== undefined
}

/** Sends an invitation with a new token, in the inviter's language; those sent before count no more. */
export const sendInvitation = async (
  context: Queueing & { readonly settings: { readonly publicUrl: string } },
  row: InvitationRow,
  { organization, inviter }: { readonly organization: string; readonly inviter: Person | undefined },
): Promise<void> => {
  const { db } = context
  await forgetTokens(db, row.id)
  const token = newToken()
  await db
    .insertInto('directory.invitation_tokens')
    .values({ token_hash: hashToken(token), org_id: row.org_id, invitation_id: row.id, expires_at: row.expires_at })
    .execute()
  await queueMail(context, row.org_id, {
    to: row.email,
    toName: row.name,
    template: 'invitation',
    facts: {
      link: linkTo(context.settings.publicUrl, 'accept-invite', token),
      language: languageOfPerson(inviter),
      organization,
      inviter: inviter?.name ?? '',
      role: row.role as Role,
      days: String(days),
    },
  })
}

const forgetTokens = async (db: Db, invitationId: string): Promise<void> => {
  await db.deleteFrom('directory.invitation_tokens').where('invitation_id', '=', invitationId).execute()
}

/** To which invitation of which workspace a token belongs. Runs outside any organization. */
export const findInvitationToken = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('directory.invitation_tokens')
    .select(['org_id', 'invitation_id'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Uses the token of an invitation up. Of several that try at once, one gets it. */
export const spendInvitationToken = async (db: Db, token: string): Promise<boolean> =>
  (await db
    .deleteFrom('directory.invitation_tokens')
    .where('token_hash', '=', hashToken(token))
    .returning('invitation_id')
    .executeTakeFirst()) !== undefined

export const markAccepted = async (db: Db, row: InvitationRow, personId: string, now: Date): Promise<void> => {
  await db
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: personId })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .execute()
}
