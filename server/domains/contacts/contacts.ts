import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#db/tables.ts'
import { findByWords, searchQuery } from '#domains/leads/leads.ts'

type Db = Kysely<Tables>

const listed = [
  'id',
  'full_name',
  'email',
  'phone',
  'company',
  'job_title',
  'linkedin_url',
  'subscription',
  'opted_in_at',
  'created_at',
  'updated_at',
] as const

/** A contact as it is sent. */
export const Contact = z.object({
  id: z.uuid(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable().describe('E.164'),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
  linkedin_url: z.string().nullable(),
  subscription: z.enum(['none', 'subscribed', 'unsubscribed']).describe('Marketing permission; no lead ever changes it'),
  opted_in_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** Newest first, by keyset. */
export const listContacts = async (
  db: Db,
  orgId: string,
  filter: { search?: string | undefined; cursor?: string | undefined; limit: number },
) => {
  const query = db.selectFrom('contacts').select(listed).where('org_id', '=', orgId).orderBy('id', 'desc')
  if (filter.search) {
    const words = searchQuery(orgId, filter.search)
    const ids = words === null ? [] : await findByWords(db, 'contact', words, { cursor: filter.cursor, limit: filter.limit })
    return ids.length === 0 ? [] : query.where('id', 'in', ids).execute()
  }
  return (filter.cursor ? query.where('id', '<', filter.cursor) : query).limit(filter.limit).execute()
}

export const findContact = (db: Db, orgId: string, contactId: string) =>
  db.selectFrom('contacts').select(listed).where('org_id', '=', orgId).where('id', '=', contactId).executeTakeFirst()

export const sentContact = (row: NonNullable<Awaited<ReturnType<typeof findContact>>>): z.output<typeof Contact> => ({
  ...row,
  subscription: row.subscription as 'none',
  opted_in_at: row.opted_in_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
