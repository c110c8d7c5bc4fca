import type { JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Vault } from '#core/vault.ts'
import { ConnectionMode, type ConnectionRow, findConnection } from '#domains/connections/connections/connections.ts'
import { openCredentials } from '#domains/connections/connections/credentials.ts'
import { isResting } from '#domains/connections/connections/usable-connections.ts'
import type { AppOfAccount, LeadAds } from '#ports/lead-ads.ts'
import type { Ports } from '#ports/ports.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { Secret } from '#ports/secret.ts'
import { joinPageReference } from './job-references.ts'
import { changeWorking, findPage, type PageRow, tokenSealOf } from './pages.ts'

/** A page, and Meta with its token. */
export interface OpenPage {
  readonly page: PageRow
  readonly ads: LeadAds
}

/** The app that an account of Meta was connected with. */
export const appOf = (vault: Vault, row: Pick<ConnectionRow, 'id' | 'mode' | 'credentials'>): AppOfAccount => {
  const { clientId, clientSecret = '' } = row.credentials === null ? {} : openCredentials(vault, row)
  return {
    mode: ConnectionMode.parse(row.mode),
    client: clientId === undefined ? null : { id: clientId, secret: clientSecret },
  }
}

const announced = '/functions/v1/meta-leads'

/** Where an app announces leads: the operator's at the plain address, one of a workspace's own by its id, which is no secret. */
export const announcedTo = (app: string | null): `/functions/v1/${string}` =>
  app === null ? announced : `${announced}?app=${encodeURIComponent(app)}`

/** Of ids of apps, and of nothing that a database would refuse to compare with one. */
const appId = /^[\w-]{1,64}$/

/** The app that a notification says it is from; null: the operator's, as for what is no id of an app. */
export const appAt = (url: string): string | null => {
  const asked = new URL(url, 'http://here').searchParams.get('app')
  return asked !== null && appId.test(asked) ? asked : null
}

/** For people: why leads of a page are found by the poll alone. */
export const notAnnounced = ({ reason }: ProviderError): string => `Meta cannot announce leads here. ${reason}`

/** Meta, with a token of a connection. */
export const openAds = (
  { ports, vault }: { readonly ports: Pick<Ports, 'leadAds'>; readonly vault: Vault },
  row: ConnectionRow,
  token: string,
): LeadAds =>
  ports.leadAds.open({
    ...{ orgId: row.org_id, connectionId: row.id, provider: 'meta', token: new Secret(token) },
    ...appOf(vault, row),
  })

/**
 * A page that can be asked now. Null where it cannot: its state says why. Throws `sandbox_is_off`, for which a job waits. No transaction may
 * be open.
 */
export const openPage = (context: JobContext, orgId: string, sourceId: string): Promise<OpenPage | null> =>
  context.inOrg(orgId, async (db) => {
    const page = await findPage(db, orgId, sourceId)
    if (page?.state !== 'working' || page.token_sealed === null) return null
    if (page.rests_until !== null && page.rests_until > context.now()) return null
    const row = await findConnection(db, orgId, page.connection_id)
    if (!row || row.status === 'disconnected') return null
    if (isResting(row)) throw new Failure('sandbox_is_off')
    return { page, ads: openAds(context, row, context.vault.open(page.token_sealed, tokenSealOf(sourceId))) }
  })

/**
 * What an error of Meta means for its page: a limit lets it rest, and a token that is over is asked for anew. Answers whether nothing more
 * is to be asked now; what concerns one lead alone is the caller's.
 */
export const pageStops = async (context: JobContext, page: PageRow, error: unknown): Promise<boolean> => {
  if (!(error instanceof ProviderError)) throw error
  const { org_id: orgId, source_id: sourceId } = page
  const now = context.now()
  if (error.kind === 'dead') {
    await context.inOrg(orgId, async (db) => {
      if (!(await changeWorking(db, page, { state: 'joining', reason: error.reason }))) return
      await context.enqueueIn(db, joinPageReference, { orgId, sourceId, isRefused: true })
    })
    return true
  }
  if (error.kind === 'busy') {
    const until = new Date(now.getTime() + Math.max(error.retryAfterMs ?? 0, 60_000))
    await context.inOrg(orgId, (db) => changeWorking(db, page, { rests_until: until, reason: error.reason }))
    return true
  }
  // What is refused is a matter of the one lead.
  if (error.kind !== 'refused') await context.inOrg(orgId, (db) => changeWorking(db, page, { reason: error.reason }))
  return false
}
