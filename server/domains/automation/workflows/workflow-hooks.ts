import { createHash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import { newSecret } from '#domains/connections/webhooks/secrets.ts'
import { shape } from '#shapes'

export type HookRow = Selectable<Tables['workflow_hooks']>

/** The address of a workflow as its page shows it. Neither the address nor the secret is in this: both are shown once, when they are made. */
export const WorkflowHook = shape('WorkflowHook', {
  token_hint: z.string().describe('The last four characters of its address'),
  old_token_until: z.iso.datetime().nullable().describe('Until then the address before is answered, too'),
  secret_hint: z.string().describe('The last four characters of its secret'),
  old_secret_until: z.iso.datetime().nullable().describe('Until then the secret before proves a request, too'),
  made_at: z.iso.datetime(),
  rolled_at: z.iso.datetime().nullable(),
  last_request_at: z.iso.datetime().nullable().describe('The last one that was taken'),
  refused: z.int().describe('Requests that did not prove who sent them; they are not stored'),
  refused_at: z.iso.datetime().nullable(),
})

/** 192 bits by chance. */
const tokenBytes = 24
const tokenForm = /^[A-Za-z0-9_-]{32}$/
export const isHookToken = (text: string): boolean => tokenForm.test(text)
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const hookPath = '/hooks/workflows/'
export const hookUrl = (publicUrl: string, token: string): string => `${publicUrl}${hookPath}${token}`
/** What stands behind the path of these addresses; null of any other. */
export const tokenInUrl = (url: string): string | null =>
  url.startsWith(hookPath) ? (url.slice(hookPath.length).split('?', 1)[0] ?? '') : null

/** A secret is sealed for its workflow: in another row it does not open. */
export const sealOf = (workflowId: string): string => `workflow hook ${workflowId}`

export const lockHook = (db: Db, orgId: string, workflowId: string): Promise<HookRow | undefined> =>
  db
    .selectFrom('workflow_hooks')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .forUpdate()
    .executeTakeFirst()

export const showHookOf = async (
  db: Db,
  orgId: string,
  workflowId: string,
  now: Date,
): Promise<z.output<typeof WorkflowHook> | null> => {
  const { rows } = await sql<HookRow & { last_request_at: Date | null }>`
    select h.*, (select q.received_at from workflow_hook_requests q where q.org_id = h.org_id and q.workflow_id = h.workflow_id
      order by q.id desc limit 1) as last_request_at
    from workflow_hooks h where h.org_id = ${orgId} and h.workflow_id = ${workflowId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const ahead = (at: Date | null): string | null => (at && at > now ? at.toISOString() : null)
  return {
    ...{ token_hint: row.token_hint, old_token_until: ahead(row.old_token_until) },
    ...{ secret_hint: row.secret_hint, old_secret_until: ahead(row.old_secret_until) },
    made_at: row.made_at.toISOString(),
    rolled_at: row.rolled_at?.toISOString() ?? null,
    last_request_at: row.last_request_at?.toISOString() ?? null,
    refused: row.refused,
    refused_at: row.refused_at?.toISOString() ?? null,
  }
}

/** What is made anew, and until when the one before holds. */
export interface Rolling {
  readonly address: boolean
  readonly secret: boolean
  /** The sender's own; null: one is made. */
  readonly given: string | null
  readonly now: Date
  readonly overlapUntil: Date
}

/** Makes the address and secret of a workflow, or new ones. Answers those that were made: they are shown here, and never again. */
export const rollHook = async (
  db: Db,
  vault: Vault,
  orgId: string,
  workflowId: string,
  { address, secret, given, now, overlapUntil }: Rolling,
): Promise<{ token: string | null; secret: string | null }> => {
  const held = await lockHook(db, orgId, workflowId)
  const token = !held || address ? randomBytes(tokenBytes).toString('base64url') : null
  const key = !held || secret ? (given ?? newSecret()) : null
  if (token !== null) await moveToken(db, orgId, workflowId, { token, now, overlapUntil })
  const made = {
    ...(token !== null && { token_hint: token.slice(-4), old_token_until: held && overlapUntil > now ? overlapUntil : null }),
    ...(key !== null && {
      secret_sealed: vault.seal(key, sealOf(workflowId)),
      secret_hint: key.slice(-4),
      old_secret_sealed: held && overlapUntil > now ? held.secret_sealed : null,
      old_secret_until: held && overlapUntil > now ? overlapUntil : null,
    }),
  }
  if (held)
    await db
      .updateTable('workflow_hooks')
      .set({ ...made, rolled_at: now })
      .where('org_id', '=', orgId)
      .where('workflow_id', '=', workflowId)
      .execute()
  else
    await db
      .insertInto('workflow_hooks')
      .values({
        org_id: orgId,
        workflow_id: workflowId,
        token_hint: '',
        secret_sealed: '',
        secret_hint: '',
        made_at: now,
        ...made,
      })
      .execute()
  return { token, secret: given === null ? key : null }
}

/** The address of now holds until the overlap is over; older ones no longer. */
const moveToken = async (
  db: Db,
  orgId: string,
  workflowId: string,
  { token, now, overlapUntil }: { readonly token: string } & Pick<Rolling, 'now' | 'overlapUntil'>,
): Promise<void> => {
  await sql`delete from directory.workflow_hooks where org_id = ${orgId} and workflow_id = ${workflowId}
    and (until is not null or ${overlapUntil} <= ${now}::timestamptz)`.execute(db)
  await sql`update directory.workflow_hooks set until = ${overlapUntil} where org_id = ${orgId} and workflow_id = ${workflowId}`.execute(
    db,
  )
  await db
    .insertInto('directory.workflow_hooks')
    .values({ token_hash: hashOfToken(token), org_id: orgId, workflow_id: workflowId })
    .execute()
}

/** A request that did not prove who sent it: counted, and nothing of it is kept. */
export const countRefused = async (db: Db, orgId: string, workflowId: string): Promise<void> => {
  await sql`update workflow_hooks set refused = refused + 1, refused_at = now()
    where org_id = ${orgId} and workflow_id = ${workflowId} and refused < 2000000000`.execute(db)
}
