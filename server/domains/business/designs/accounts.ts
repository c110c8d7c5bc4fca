import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import {
  ConnectionMode,
  type ConnectionRow,
  ConnectionStatus,
  findConnections,
} from '#domains/connections/connections/connections.ts'
import { sandboxIsOff } from '#domains/connections/connections/settle-sandbox.ts'
import { isResting } from '#domains/connections/connections/usable-connections.ts'
import { shape } from '#shapes'

export const designProvider = 'canva'

/** So long what an account's plan can do is believed. */
const abilitiesMs = 3_600_000

export const DesignAccount = shape('DesignAccount', {
  connection_id: z.uuid(),
  name: z.string().nullable().describe('As Canva names it'),
  status: ConnectionStatus,
  mode: ConnectionMode,
  last_error: z.string().nullable(),
  can_use_templates: z.boolean().describe('Its plan has brand templates'),
  can_autofill: z.boolean().describe('Its plan lets brand templates be filled'),
})

type Abilities = Selectable<Tables['design_accounts']>

/** The workspace's account at Canva, the newest of several that works; undefined without one. */
export const findDesignAccount = async (db: Db, orgId: string): Promise<ConnectionRow | undefined> => {
  const all = (await findConnections(db, orgId)).filter(({ provider }) => provider === designProvider)
  return all.findLast(({ status }) => status === 'connected') ?? all.at(-1)
}

export const findAbilities = (db: Db, orgId: string, connectionId: string): Promise<Abilities | undefined> =>
  db
    .selectFrom('design_accounts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()

export const areStale = (abilities: Abilities | undefined, now: Date): boolean =>
  abilities === undefined || now.getTime() - abilities.asked_at.getTime() > abilitiesMs

export const keepAbilities = async (
  db: Db,
  orgId: string,
  connectionId: string,
  { canUseTemplates, canFillTemplates }: { readonly canUseTemplates: boolean; readonly canFillTemplates: boolean },
  now: Date,
): Promise<void> => {
  const said = { can_use_templates: canUseTemplates, can_fill_templates: canFillTemplates, asked_at: now }
  await db
    .insertInto('design_accounts')
    .values({ org_id: orgId, connection_id: connectionId, ...said })
    .onConflict((conflict) => conflict.columns(['org_id', 'connection_id']).doUpdateSet(said))
    .execute()
}

/** A plan that is not known can do nothing: nothing is offered that would be refused. */
export const shownAccount = (row: ConnectionRow, abilities: Abilities | undefined): z.output<typeof DesignAccount> => ({
  connection_id: row.id,
  name: row.account,
  status: isResting(row) ? 'error' : ConnectionStatus.parse(row.status),
  mode: ConnectionMode.parse(row.mode),
  last_error: isResting(row) ? sandboxIsOff : row.last_error,
  can_use_templates: abilities?.can_use_templates ?? false,
  can_autofill: abilities?.can_fill_templates ?? false,
})
