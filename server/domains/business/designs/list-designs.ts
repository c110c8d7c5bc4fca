import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { Cursor } from '#shapes'
import { DesignAccount, findAbilities, findDesignAccount, shownAccount } from './accounts.ts'
import type { DesignRow } from './designs.ts'
import { Design, showDesigns } from './shown-designs.ts'

export const listDesigns = action({
  name: 'list-designs',
  summary: 'List the designs that are used here',
  description:
    'Those that are linked to a deal or a contact, were made here, or have exports; the newest first. Canva is not asked. `canva` with the action `list` answers all that the account sees.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({
    dealId: z.uuid().optional(),
    contactId: z.uuid().optional(),
    cursor: Cursor.optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({
    designs: z.array(Design),
    next_cursor: z.uuid().nullable(),
    account: DesignAccount.nullable().describe('The workspace’s account at Canva; null where none is connected'),
    can_connect: z.boolean().describe('Foyer has an OAuth client at Canva, or the sandbox plays it'),
  }),
  errors: [],
  examples: [{ title: 'Of a deal', input: { dealId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ dealId, contactId, cursor, limit }, { db, org, ports }) {
    const contactIds = contactId === undefined ? [] : [contactId, ...(await mergeGroupOf(db, org.id, contactId))]
    const isAbout = sql<boolean>`exists (select from design_links l where l.org_id = d.org_id and l.design_id = d.id
      and ${dealId === undefined ? sql`true` : sql`l.deal_id = ${dealId}`}
      and ${contactId === undefined ? sql`true` : sql`l.contact_id = any(${contactIds}::uuid[])`})`
    const wasAskedFor = sql<boolean>`exists (select from design_jobs j where j.org_id = d.org_id and j.design_id = d.id)`
    const isAll = dealId === undefined && contactId === undefined
    const { rows } = await sql<DesignRow>`
      select d.* from designs d
      where d.org_id = ${org.id} and ${cursor === undefined ? sql`true` : sql`d.id < ${cursor}`}
        and (${isAbout}${isAll ? sql` or ${wasAskedFor}` : sql``})
      order by d.id desc limit ${limit + 1}`.execute(db)
    const shown = rows.slice(0, limit)
    const account = await findDesignAccount(db, org.id)
    return {
      designs: await showDesigns(db, org.id, shown),
      next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
      account: account ? shownAccount(account, await findAbilities(db, org.id, account.id)) : null,
      can_connect: ports.oauth.modeOf('canva') !== null,
    }
  },
})
