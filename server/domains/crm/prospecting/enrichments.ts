import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Db, ExternalCallContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Vault } from '#core/vault.ts'
import { asProviderFailure } from '#domains/connections/connections/provider-failures.ts'
import type { UsableConnection } from '#domains/connections/connections/usable-connections.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { choice, shape } from '#shapes'
import { loseCall, markSent, releaseCall, settleCall } from './calls.ts'
import { prospectingErrors } from './errors.ts'
import { type EnrichmentWish, type PlannedCall, reserveCalls } from './plans.ts'
import { findProspects, openPerson, type ProspectRow } from './prospects.ts'

/** No further call is begun after so long: the caller waits, and gets what is there. */
const beginMs = 45_000
/** How long another caller's question is waited for. */
const elsewhereMs = 20_000
const lookMs = 250

/** What an enrichment is made with. */
type Enriching = Pick<ExternalCallContext, 'org' | 'inOrg' | 'ports' | 'vault' | 'settings' | 'newId' | 'log'> & {
  readonly person: { readonly id: string }
}

/** `asking`: another call is asking now. `unknown`: no answer came, and they may have been paid for. */
export const ProspectState = choice('ProspectState', ['not_asked', 'asking', 'found', 'nothing', 'unknown'])

/** A person as enrichment knows them. Nothing of it is proven. */
export const ProspectPerson = shape('ProspectPerson', {
  id: z.string(),
  state: ProspectState,
  name: z.string().nullable().describe('Masked until something was found'),
  title: z.string().nullable(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  email_status: z.string().nullable().describe('How sure Apollo is: `verified`'),
  phone: z.string().nullable(),
  phone_state: z.enum(['waiting', 'came', 'none']).nullable().describe('Of the mobile number; null where it was not asked for'),
  linkedin_url: z.string().nullable(),
  asked_at: z.iso.datetime().nullable(),
})

export const stateOf = (row: ProspectRow): z.output<typeof ProspectState> =>
  row.call_id !== null ? 'asking' : (row.outcome ?? 'not_asked')

export const shownPerson = (vault: Vault, row: ProspectRow): z.input<typeof ProspectPerson> => {
  const person = openPerson(vault, row)
  return {
    id: row.their_id,
    state: stateOf(row),
    name: person?.name ?? row.shown.name,
    title: person?.title ?? row.shown.title,
    company: person?.company ?? row.shown.company,
    email: person?.email ?? null,
    email_status: person?.emailStatus ?? null,
    phone: person?.phone ?? null,
    phone_state: row.mobile_state,
    linkedin_url: person?.linkedinUrl ?? null,
    asked_at: row.asked_at?.toISOString() ?? null,
  }
}

/** What came of an enrichment. */
export interface Enrichment {
  readonly people: z.input<typeof ProspectPerson>[]
  /** What it did cost, or may have cost where no answer came. */
  readonly credits: number
  /** Why some were not asked for. */
  readonly stopped: { readonly code: string; readonly message: string } | null
}

/**
 * Enriches people: reserved before, settled after, each call on its own. Who is known is not asked for. Throws where nothing was done; once
 * a call was paid for, or may have been, it answers what came of all.
 */
export const enrichPeople = async (
  context: Enriching,
  connection: UsableConnection,
  wish: EnrichmentWish,
): Promise<Enrichment> => {
  const { org, person, inOrg, newId } = context
  const by = { connectionId: connection.connectionId, personId: person.id, newId }
  const { calls, elsewhere } = await inOrg(({ db }) => reserveCalls(db, org.id, wish, by))
  const { credits, stopped } = await makeCalls(context, connection, calls)
  await waitForOthers(context, elsewhere)
  const rows = await inOrg(({ db }) => findProspects(db, org.id, wish.ids))
  const people = wish.ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [shownPerson(context.vault, row)] : []
  })
  return { people, credits, stopped }
}

/** One after the other, until one cannot be made: what was reserved for the others is free again. */
const makeCalls = async (
  context: Enriching,
  connection: UsableConnection,
  calls: readonly PlannedCall[],
): Promise<Pick<Enrichment, 'credits' | 'stopped'>> => {
  const begun = performance.now()
  const left = [...calls]
  let credits = 0
  let isDone = false
  try {
    for (let call = left.shift(); call; call = left.shift()) {
      if (performance.now() - begun > beginMs) {
        left.unshift(call)
        return { credits, stopped: outOfTime }
      }
      const end = await makeCall(context, connection, call)
      credits += end.credits
      isDone ||= end.mayHaveCost
      if (end.trouble && !isDone) throw end.trouble
      if (end.trouble) return { credits, stopped: { code: end.trouble.code, message: end.trouble.message } }
    }
    return { credits, stopped: null }
  } finally {
    for (const { id } of left) await context.inOrg(({ db }) => releaseCall(db, context.org.id, id, 'It was not begun.'))
  }
}

const outOfTime = { code: 'out_of_time', message: 'Apollo is slow: the others were not asked for. Try again for them.' }

interface CallEnd {
  readonly credits: number
  /** It was answered, or it is not known whether it was done. */
  readonly mayHaveCost: boolean
  /** Why no other call is to be made. */
  readonly trouble: Failure | null
}

const makeCall = async (
  { org, inOrg, ports, vault, settings }: Enriching,
  connection: UsableConnection,
  call: PlannedCall,
): Promise<CallEnd> => {
  const secret = call.withMobiles ? randomBytes(16).toString('base64url') : null
  if (!(await inOrg(({ db }) => markSent(db, org.id, call.id, secret))))
    return { credits: 0, mayHaveCost: false, trouble: null }
  const mobilesTo = secret && `${settings.publicUrl}${numbersPath}?call=${org.id}.${call.id}.${secret}`
  try {
    const enriched = await ports.prospects.open(connection).enrich(call.ids, { mobilesTo })
    const credits = await inOrg(({ db }) => settleCall(db, org.id, call, enriched, vault))
    const trouble = enriched.isOutOfCredits ? new Failure(prospectingErrors.prospecting_out_of_credits) : null
    return { credits, mayHaveCost: true, trouble }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const trouble = asEnrichmentFailure(error)
    if (error.kind !== 'uncertain') {
      await inOrg(({ db }) => releaseCall(db, org.id, call.id, error.reason))
      return { credits: 0, mayHaveCost: false, trouble }
    }
    const credits = await inOrg(({ db }) => loseCall(db, org.id, call, error.reason))
    return { credits, mayHaveCost: true, trouble }
  }
}

/** Where mobile numbers are told to: `apollo-numbers.ts`. */
export const numbersPath = '/functions/v1/apollo-numbers'

export const asEnrichmentFailure = (error: ProviderError): Failure =>
  error.code === 'out_of_credits'
    ? new Failure(prospectingErrors.prospecting_out_of_credits, { cause: error })
    : (asProviderFailure(error, {
        message: ({ kind, reason }) =>
          kind === 'uncertain'
            ? 'No answer came for some of these people: they may have been paid for, and are not asked for again unless you say so.'
            : kind === 'refused'
              ? `Apollo refused: ${reason}`
              : undefined,
      }) as Failure)

/** Who is asked for by another call at the same time is asked for once: its answer is this one's too. */
const waitForOthers = async ({ org, inOrg }: Enriching, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const begun = performance.now()
  while ((await inOrg(({ db }) => areAsked(db, org.id, ids))) && performance.now() - begun < elsewhereMs) await delay(lookMs)
}

const areAsked = async (db: Db, orgId: string, ids: readonly string[]): Promise<boolean> => {
  const asked = await db
    .selectFrom('prospects')
    .select('their_id')
    .where('org_id', '=', orgId)
    .where('their_id', 'in', [...ids])
    .where('call_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return asked !== undefined
}
