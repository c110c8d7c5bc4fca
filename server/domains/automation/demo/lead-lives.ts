import type { DemoAnswer } from '#domains/crm/deals/demo-deals.ts'
import type { LeadLife } from '#domains/crm/leads/removals.ts'
import { hourMs, memberAt } from './seeders.ts'

/** In turn, of leads that are older than two days. */
const states = ['contacted', 'qualified', 'contacted', 'not_fit', 'contacted'] as const
/** How long first answers took, as parts of the workspace's target: two of seven are late. */
const waits = [0.15, 0.4, 0.7, 0.25, 1.6, 0.9, 3.2] as const
const reason = 'Below our smallest project'

/** How the leads of the demo stand, and when they were answered. The newest are new; a lead of a deal is the deal's. */
export const livesOf = (
  leads: readonly { readonly id: string; readonly at: Date; readonly email: string | null }[],
  given: {
    readonly now: Date
    readonly members: readonly [string, ...string[]]
    readonly targetMinutes: number
    readonly dealEmails: ReadonlySet<string>
  },
): { readonly lives: ReadonlyMap<string, LeadLife>; readonly answers: readonly DemoAnswer[] } => {
  const { now, targetMinutes, dealEmails } = given
  const lives = new Map<string, LeadLife>()
  const answers: DemoAnswer[] = []
  const withDeal = new Set<string>()
  for (const [n, { id, at, email }] of leads.entries()) {
    const personId = memberAt(given, n)
    const age = now.getTime() - at.getTime()
    const isOfDeal = email !== null && dealEmails.has(email) && !withDeal.has(email)
    if (isOfDeal) withDeal.add(email)
    if (!isOfDeal && age < 48 * hourMs) continue
    const waited = (waits[n % waits.length] ?? 1) * targetMinutes * 60_000
    const state = isOfDeal ? 'deal' : (states[n % states.length] ?? 'contacted')
    const answeredAt = new Date(at.getTime() + Math.min(waited, age / 2))
    lives.set(id, {
      ...{ state, state_reason: state === 'not_fit' ? reason : null, state_at: answeredAt, state_by: personId },
      ...{ owner_id: personId, waits: true },
    })
    if (!isOfDeal) answers.push({ leadId: id, at: answeredAt, personId })
  }
  return { lives, answers }
}
