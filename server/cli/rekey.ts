import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Config } from '#config'
import { openVault } from '#core/foyer-key.ts'
import type { Vault } from '#core/vault.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/connect.ts'
import { instanceSince } from '#db/instance.ts'
import type { Tables } from '#db/tables.ts'
import { sealOfCredential } from '#domains/automation/workflows/http-credentials.ts'
import { sealOf as sealOfWorkflowHook } from '#domains/automation/workflows/workflow-hooks.ts'
import { sealOf as sealOfSealKey } from '#domains/business/documents/seal-problems.ts'
import { sealOf as sealOfSignLink } from '#domains/business/documents/signers.ts'
import { sealOf as sealOfPayLink } from '#domains/business/invoices/invoices.ts'
import { sealOf as sealOfProposalLink } from '#domains/business/proposals/proposal-links.ts'
import { purposeOf as purposeOfCredentials } from '#domains/connections/connections/credentials.ts'
import { sealOf as sealOfClient } from '#domains/connections/connections/oauth-clients.ts'
import { sealOf as sealOfFlow } from '#domains/connections/connections/oauth-flows.ts'
import { purposeOf as purposeOfSecret } from '#domains/connections/webhooks/secrets.ts'
import { sealOf as sealOfValues } from '#domains/conversations/whatsapp/hidden-values.ts'
import { sealOf as sealOfLeadSource } from '#domains/crm/lead-sources/lead-sources.ts'
import { tokenSealOf } from '#domains/crm/meta-leads/pages.ts'
import { sealOf as sealOfProspect } from '#domains/crm/prospecting/prospects.ts'
import { sealOf as sealOfBooking } from '#domains/meetings/booking/bookings.ts'
import { sealOf as sealOfMail } from '#domains/platform/mail-out/mails.ts'
import { sealOfPushKey } from '#domains/platform/notification-delivery/push-keys.ts'
import { sealOfSubscription } from '#domains/platform/notification-delivery/push-subscriptions.ts'
import { sealedAs } from '#domains/platform/users/signing-keys.ts'
import { sealOf as sealOfTotp } from '#domains/platform/users/totp.ts'
import { BadCommand, type Command } from './command.ts'
import { keptKey, keyFile } from './kept-key.ts'
import { withDatabase } from './target-database.ts'

/** A place where something sealed stands. `path` is the member of a jsonb column. */
export interface SealedPlace {
  readonly table: string
  readonly column: string
  readonly path?: string
  /** What tells one row from the other, beside org_id in a tenant's table. */
  readonly key: string
  readonly isTenant: boolean
  purpose(key: string, orgId: string): string
}

/** Everything that is sealed at rest. A test compares this with the columns that there are. */
export const sealedPlaces: readonly SealedPlace[] = [
  {
    table: 'directory.signing_keys',
    column: 'sealed_private',
    key: 'kid',
    isTenant: false,
    purpose: sealedAs,
  },
  { table: 'directory.totp', column: 'sealed_secret', key: 'person_id', isTenant: false, purpose: sealOfTotp },
  { table: 'directory.push_keys', column: 'sealed_private', key: 'id', isTenant: false, purpose: sealOfPushKey },
  { table: 'messages', column: 'values_sealed', key: 'id', isTenant: true, purpose: sealOfValues },
  { table: 'push_subscriptions', column: 'sealed', key: 'id', isTenant: true, purpose: sealOfSubscription },
  { table: 'workflow_hooks', column: 'secret_sealed', key: 'workflow_id', isTenant: true, purpose: sealOfWorkflowHook },
  { table: 'workflow_hooks', column: 'old_secret_sealed', key: 'workflow_id', isTenant: true, purpose: sealOfWorkflowHook },
  { table: 'lead_sources', column: 'secret_sealed', key: 'id', isTenant: true, purpose: sealOfLeadSource },
  { table: 'meta_pages', column: 'token_sealed', key: 'source_id', isTenant: true, purpose: tokenSealOf },
  { table: 'oauth_flows', column: 'verifier_sealed', key: 'id', isTenant: true, purpose: sealOfFlow },
  { table: 'oauth_clients', column: 'secret_sealed', key: 'id', isTenant: true, purpose: sealOfClient },
  { table: 'workflow_credentials', column: 'secret_sealed', key: 'id', isTenant: true, purpose: sealOfCredential },
  { table: 'mails', column: 'sealed', key: 'id', isTenant: true, purpose: sealOfMail },
  {
    table: 'webhook_endpoints',
    column: 'secret_sealed',
    key: 'id',
    isTenant: true,
    purpose: (id, orgId) => purposeOfSecret(orgId, id),
  },
  {
    table: 'webhook_endpoints',
    column: 'old_secret_sealed',
    key: 'id',
    isTenant: true,
    purpose: (id, orgId) => purposeOfSecret(orgId, id),
  },
  { table: 'invoices', column: 'pay_token_sealed', key: 'id', isTenant: true, purpose: sealOfPayLink },
  { table: 'document_signers', column: 'token_sealed', key: 'id', isTenant: true, purpose: sealOfSignLink },
  { table: 'proposals', column: 'token_sealed', key: 'id', isTenant: true, purpose: sealOfProposalLink },
  { table: 'seal_identities', column: 'key_sealed', key: 'id', isTenant: true, purpose: sealOfSealKey },
  { table: 'prospects', column: 'person_sealed', key: 'their_id', isTenant: true, purpose: sealOfProspect },
  { table: 'bookings', column: 'tokens_sealed', key: 'id', isTenant: true, purpose: sealOfBooking },
  { table: 'connections', column: 'credentials', key: 'id', isTenant: true, purpose: purposeOfCredentials },
  { table: 'idempotency', column: 'answer', path: 'sealed', key: 'id', isTenant: true, purpose: (id) => `answer ${id}` },
]

export const run: Command = async (args, config) => {
  const { values } = parseArgs({ args: [...args], options: { new: { type: 'boolean', default: false } } })
  if (values.new) {
    makeNewKey(config)
    tell('A new key is in place; the old one is kept next to it. Restart Foyer, then run `npx foyer rekey`.')
    return
  }
  if (runsWithOldKey(config))
    throw new BadCommand(
      'Foyer still runs with the previous key and could not decrypt secrets sealed with the new one. Restart it, then run this again.',
    )
  const vault = openVault(config)
  const { sealed, lost } = await withDatabase(config, (database) => resealAll(database, vault))
  tell(`${sealed.toLocaleString('en')} secrets were re-encrypted.`)
  if (lost > 0)
    throw new BadCommand(
      `${lost.toLocaleString('en')} could not be decrypted with any known key. Add the key that sealed them to FOYER_OLD_KEYS and run this again.`,
    )
  const beside = `${keyFile(config.dataDir)}.old`
  if (!config.FOYER_KEY && existsSync(beside)) rmSync(beside)
  tell(config.FOYER_OLD_KEYS.length > 0 ? 'You can now remove FOYER_OLD_KEYS.' : 'No older key is needed.')
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`)

/** What runs here read its key when it came up. */
export const runsWithOldKey = ({ FOYER_KEY, dataDir }: Pick<Config, 'FOYER_KEY' | 'dataDir'>): boolean => {
  const upSince = FOYER_KEY ? null : instanceSince(dataDir)
  return upSince !== null && existsSync(keyFile(dataDir)) && statSync(keyFile(dataDir)).mtimeMs > upSince
}

/** The old key is laid beside before the new one takes its place: at no moment is a key nowhere. */
const makeNewKey = (config: Config): void => {
  if (config.FOYER_KEY)
    throw new BadCommand(
      'The key comes from FOYER_KEY. Move the current key to FOYER_OLD_KEYS, put a new one (openssl rand -base64 32) into FOYER_KEY, restart Foyer, then run `npx foyer rekey`.',
    )
  const old = keptKey(config)
  if (old === null) throw new BadCommand(`There is no key in ${config.dataDir} yet: the first start creates one.`)
  const file = keyFile(config.dataDir)
  appendFileSync(`${file}.old`, `${old}\n`, { mode: 0o600 })
  const next = path.join(config.dataDir, `.key-${process.pid}`)
  writeFileSync(next, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(next, file)
}

/** Place after place, organization after organization; what is under the key of now stays as it is. */
export const resealAll = async (database: Database, vault: Vault): Promise<{ sealed: number; lost: number }> => {
  const count = { sealed: 0, lost: 0 }
  const orgs = await database.db.selectFrom('directory.slugs').select('org_id').execute()
  for (const place of sealedPlaces)
    if (!place.isTenant) await inTransaction(database.db, (db) => resealIn(db, place, '', vault, count))
    else for (const { org_id } of orgs) await database.inOrg(org_id, (db) => resealIn(db, place, org_id, vault, count))
  return count
}

const resealIn = async (
  db: Kysely<Tables>,
  place: SealedPlace,
  orgId: string,
  vault: Vault,
  count: { sealed: number; lost: number },
): Promise<void> => {
  const [table, column, key] = [sql.table(place.table), sql.ref(place.column), sql.ref(place.key)]
  const value = place.path === undefined ? column : sql`${column} ->> ${sql.lit(place.path)}`
  const mine = place.isTenant ? sql`org_id = ${orgId} and` : sql``
  const { rows } = await sql<{ key: string; sealed: string }>`
    select ${key} as key, ${value} as sealed from ${table} where ${mine} ${value} is not null for update`.execute(db)
  for (const row of rows) {
    let anew: string | null
    try {
      anew = vault.reseal(row.sealed, place.purpose(row.key, orgId))
    } catch {
      count.lost++
      continue
    }
    if (anew === null) continue
    const next = place.path === undefined ? sql`${anew}` : sql`jsonb_build_object(${sql.lit(place.path)}::text, ${anew}::text)`
    await sql`update ${table} set ${column} = ${next} where ${mine} ${key} = ${row.key}`.execute(db)
    count.sealed++
  }
}
