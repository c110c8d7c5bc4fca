import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { creditsOfCompany, type EnrichedCompany } from '#ports/prospects.ts'
import { companyGroup } from '../companies/company-groups.ts'
import { lockSubject, proposeFacts, readFactValue } from '../companies/facts.ts'
import { findCreditBudget, lockCredits } from './budgets.ts'
import { endCall } from './calls.ts'
import { prospectingErrors } from './errors.ts'
import { leaseOf, type PlannedCall } from './plans.ts'
import { askedAgainAfterDays } from './prospects.ts'

/** Longer than the one call of an enrichment takes. */
const leaseSeconds = 120

/** What the vendor was asked about a company lately. */
interface Earlier {
  readonly state: 'reserved' | 'sent' | 'settled' | 'unknown'
  readonly madeAt: Date
}

/** The last call within the time in which none is repeated; undefined where there was none. */
const findEarlier = async (db: Db, orgId: string, companyId: string): Promise<Earlier | undefined> => {
  const row = await db
    .selectFrom('prospect_calls')
    .select(['state', 'made_at'])
    .where('org_id', '=', orgId)
    .where('company_id', 'in', companyGroup(orgId, companyId))
    .where('state', '<>', 'released')
    .where('made_at', '>', sql<Date>`now() - make_interval(days => ${askedAgainAfterDays}::int)`)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { state: row.state as Earlier['state'], madeAt: row.made_at }
}

interface Reservation {
  /** Null: nothing is to be asked. */
  readonly call: PlannedCall | null
  readonly earlier: Earlier | undefined
}

/** Writes down a call about a company before it is made. Who was asked lately is not asked again; without an answer, where a person says so. */
export const reserveCompanyCall = async (
  db: Db,
  orgId: string,
  { companyId, again }: { readonly companyId: string; readonly again: boolean },
  by: { readonly connectionId: string; readonly personId: string; readonly id: string },
): Promise<Reservation> => {
  await lockCredits(db, orgId)
  const earlier = await findEarlier(db, orgId, companyId)
  if (earlier && !(earlier.state === 'unknown' && again)) return { call: null, earlier }
  const budget = await findCreditBudget(db, orgId)
  if (creditsOfCompany > budget.left)
    throw new Failure(prospectingErrors.prospecting_budget_exhausted, {
      message: `This may cost ${creditsOfCompany} credits; ${budget.left} of ${budget.limit} are left this month.`,
      facts: { credits: creditsOfCompany, left: budget.left, resets_at: budget.resetsAt.toISOString() },
    })
  const call = { id: by.id, ids: [], withMobiles: false, reserved: creditsOfCompany }
  await db
    .insertInto('prospect_calls')
    .values({
      ...{ org_id: orgId, id: by.id, connection_id: by.connectionId, person_id: by.personId, company_id: companyId },
      ...{ people: 0, with_mobiles: false, reserved: call.reserved, lease_until: leaseOf(leaseSeconds) },
    })
    .execute()
  return { call, earlier }
}

/** Books what the call did cost, and keeps what it brought: blanks are filled, and beside what a person said it is proposed. */
export const settleCompanyCall = async (
  db: Db,
  orgId: string,
  companyId: string,
  { id }: PlannedCall,
  company: EnrichedCompany | null,
): Promise<number> => {
  const credits = company === null ? 0 : creditsOfCompany
  if (!(await endCall(db, orgId, id, ['sent', 'unknown'], { state: 'settled', credits, reason: null }))) return 0
  const subject = company === null ? undefined : await lockSubject(db, orgId, { kind: 'company', id: companyId })
  if (company !== null && subject)
    await proposeFacts(db, orgId, subject, factsIn(company), { source: 'apollo', model: 'Apollo' })
  return credits
}

/** As they may be kept: what a stranger wrote is one line of bounded length. */
export const factsIn = (company: EnrichedCompany) => {
  const read = (field: string, text: string | null): string | null => (text === null ? null : readFactValue(field, text))
  return {
    industry: read('industry', company.industry),
    description: read('description', company.description),
    founded: read('founded', company.foundedYear === null ? null : String(company.foundedYear)),
    employees: read('employees', company.employees === null ? null : String(company.employees)),
  }
}
