import { Failure } from '#core/errors.ts'
import { type CallingContext, withTokenOf } from '#domains/connections/connections/access-tokens.ts'
import { ConnectionMode, type ConnectionRow, findConnection } from '#domains/connections/connections/connections.ts'
import { openCredentials } from '#domains/connections/connections/credentials.ts'
import { endConsent } from '#domains/connections/connections/end-consent.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { needsConsent } from '#domains/connections/connections/tokens.ts'
import { isResting } from '#domains/connections/connections/usable-connections.ts'
import type { Crm, CrmAccount } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { Secret } from '#ports/secret.ts'
import { isCrm } from './crm-providers.ts'

/**
 * Asks the CRM of a connection. For actions (`inAction`) and jobs (`inJob`); no transaction may be open. Each call gets a token that is
 * good, however long the work takes: one that ends in the middle is renewed once, and that call alone is repeated.
 *
 * Throws the failures `connection_not_found` (there is none, or it was disconnected, also in the middle of the work),
 * `connection_needs_consent`, `provider_credentials` (the key is refused), `provider_unreachable` (no token can be had now, with the
 * seconds to wait) and `sandbox_is_off`. Everything else of the CRM is thrown as the ProviderError that it is.
 */
export const withCrm = async <T>(context: CallingContext, connectionId: string, work: (crm: Crm) => Promise<T>): Promise<T> => {
  await usableRow(context, connectionId)
  return work(openCrm(context, connectionId))
}

/** The same for many calls, over hours: what the vendor's code learned of the account is kept as long as its token is the same. */
export const openCrm = (context: CallingContext, connectionId: string): Crm => {
  const opened: Opened = { by: '', crm: null }
  return {
    ...askedOneByOne((ask) => asked(context, connectionId, ask, opened)),
    left: async () => (await opened.crm?.left()) ?? null,
  }
}

/** The account as it was opened last, and with what. */
interface Opened {
  by: string
  crm: Crm | null
}

const usableRow = async ({ orgId, inOrg }: CallingContext, connectionId: string): Promise<ConnectionRow> => {
  const row = await inOrg((db) => findConnection(db, orgId, connectionId))
  if (!row || row.status === 'disconnected' || row.owner_id !== null || !isCrm(row))
    throw new Failure(connectionErrors.connection_not_found)
  if (isResting(row)) throw new Failure('sandbox_is_off')
  if (row.status === 'needs_reauth') throw needsConsent(row.last_error)
  return row
}

/** One call, with the credentials of now: they may have been replaced since the last one. */
const asked = async <T>(
  context: CallingContext,
  connectionId: string,
  ask: (crm: Crm) => Promise<T>,
  opened: Opened,
): Promise<T> => {
  const row = await usableRow(context, connectionId)
  const { apiKey, apiBase = null } = openCredentials(context.vault, row)
  const open = (auth: CrmAccount['auth']): Crm => {
    const by = `${auth.token.reveal()} ${apiBase}`
    if (opened.crm !== null && opened.by === by) return opened.crm
    opened.by = by
    opened.crm = context.ports.crm.open({
      ...{
        orgId: row.org_id,
        connectionId: row.id,
        provider: row.provider,
        mode: ConnectionMode.parse(row.mode),
        auth,
        apiBase,
      },
    })
    return opened.crm
  }
  if (row.kind === 'key') return named(() => ask(open({ kind: 'key', token: new Secret(apiKey ?? '') })))
  let last = ''
  try {
    return await withTokenOf(context, row, (token) => {
      last = token
      return ask(open({ kind: 'oauth', token: new Secret(token) }))
    })
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'dead')) throw error
    throw await endConsent(context, connectionId, { token: last, reason: error.reason })
  }
}

const named = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'credentials')) throw error
    throw new Failure(connectionErrors.provider_credentials, { cause: error })
  }
}

/** A CRM each of whose calls is made by `through`. */
const askedOneByOne = (through: <T>(ask: (crm: Crm) => Promise<T>) => Promise<T>): Omit<Crm, 'left'> => ({
  whose: () => through((crm) => crm.whose()),
  fields: (entity) => through((crm) => crm.fields(entity)),
  stages: () => through((crm) => crm.stages()),
  owners: () => through((crm) => crm.owners()),
  all: (entity, wish) => through((crm) => crm.all(entity, wish)),
  changed: (entity, wish) => through((crm) => crm.changed(entity, wish)),
  gone: (entity, wish) => through((crm) => crm.gone(entity, wish)),
  count: (entity) => through((crm) => crm.count(entity)),
  ids: (entity, cursor) => through((crm) => crm.ids(entity, cursor)),
  read: (entity, ids, fields) => through((crm) => crm.read(entity, ids, fields)),
  create: (entity, values, links) => through((crm) => crm.create(entity, values, links)),
  update: (entity, id, values, guard) => through((crm) => crm.update(entity, id, values, guard)),
})
