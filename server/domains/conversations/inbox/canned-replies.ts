import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'

/** More than these cannot be told apart by a shortcut. */
export const mostCannedReplies = 500

const fits = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

export const Shortcut = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9_-]{1,32}$/)
  .describe('The shortcut typed after `/`: letters, digits, - and _')
export const ReplyTitle = z.string().trim().min(1).max(100).refine(fits, 'is not valid text')
export const ReplyBody = z
  .string()
  .trim()
  .min(1)
  .max(4_096)
  .refine(fits, 'is not valid text')
  .describe('`{name}` and `{first_name}` are the recipient, `{me}` the sender; filled in when the reply is inserted')

/** A reply kept ready. */
export const CannedReply = shape('CannedReply', {
  id: z.uuid(),
  shortcut: z.string(),
  title: z.string(),
  body: z.string(),
  created_by: z.uuid().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** All of them, by their shortcuts. */
export const findCannedReplies = (db: Db, orgId: string) =>
  db.selectFrom('canned_replies').selectAll().where('org_id', '=', orgId).orderBy('shortcut').execute()

/** Two who give the same shortcut at once come one after the other: the organization's row is held until the transaction ends. */
export const lockCannedReplies = async (db: Db, orgId: string) => {
  await db.selectFrom('orgs').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate().execute()
  return db.selectFrom('canned_replies').select(['id', 'shortcut', 'title', 'body']).where('org_id', '=', orgId).execute()
}

export const showCannedReply = ({
  org_id: _org,
  created_at,
  updated_at,
  ...row
}: Selectable<Tables['canned_replies']>): z.output<typeof CannedReply> => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
