import { z } from 'zod'
import type { Db } from '#core/context.ts'

/** What events keep of a contact, and other programs are told. */
export const ContactFacts = z.object({
  id: z.uuid().describe('The contact'),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable().describe('E.164'),
  company: z.string().nullable(),
  title: z.string().nullable(),
  linkedin_url: z.string().nullable(),
  owner_id: z.uuid().nullable().default(null).describe('The member who takes care of them'),
})
export type ContactFacts = z.output<typeof ContactFacts>

/** Why another program is told of a record: said only where an endpoint asked for what CRM syncs bring. */
export const ImportCause = z.literal('import').optional().describe('Only of what a CRM sync created or changed')

/** As its row has them. */
export const contactFactsIn = (row: {
  readonly id: string
  readonly full_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly company: string | null
  readonly job_title: string | null
  readonly linkedin_url: string | null
  readonly owner_id?: string | null
}): ContactFacts => ({
  ...{ id: row.id, name: row.full_name, email: row.email, phone: row.phone },
  ...{ company: row.company, title: row.job_title, linkedin_url: row.linkedin_url, owner_id: row.owner_id ?? null },
})

/** As they stand now. */
export const findContactFacts = async (db: Db, orgId: string, ids: readonly string[]): Promise<ContactFacts[]> =>
  ids.length === 0
    ? []
    : await db
        .selectFrom('contacts')
        .select(['id', 'full_name as name', 'email', 'phone', 'company', 'job_title as title', 'linkedin_url', 'owner_id'])
        .where('org_id', '=', orgId)
        .where('id', 'in', ids)
        .execute()

/** One that is there. */
export const contactFactsOf = async (db: Db, orgId: string, id: string): Promise<ContactFacts> => {
  const [contact] = await findContactFacts(db, orgId, [id])
  if (!contact) throw new Error('a locked contact is missing')
  return contact
}
