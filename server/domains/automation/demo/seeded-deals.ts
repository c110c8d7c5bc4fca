import { newIdAt } from '#core/ids.ts'
import { addDemoCompanies } from '#domains/crm/companies/demo-companies.ts'
import { addDemoDeals, addDemoTasks, type DemoDeal } from '#domains/crm/deals/demo-deals.ts'
import { defaultPipeline, findStages, type StageRow } from '#domains/crm/deals/pipelines.ts'
import { rankOnTop } from '#domains/crm/deals/ranks.ts'
import { employDemoContacts } from '#domains/crm/identities/demo-contacts.ts'
import { type DemoDealPlan, demoDeals, demoTasks } from './demo-deals.ts'
import { ago, type DemoPerson, hourMs, memberAt, type Seeding } from './seeders.ts'

/** A company for each contact with a deal. Answers their ids by the address of the contact. */
export const seedCompanies = async (seeding: Seeding): Promise<ReadonlyMap<string, string>> => {
  const { db, orgId, people } = seeding
  const wanted = demoDeals.flatMap(({ email }, n) => {
    const person = people.get(email)
    if (!person?.company) return []
    const [at, domain = ''] = [person.created_at, email.split('@')[1]]
    return [{ person, row: { id: newIdAt(at), name: person.company, domain, owner_id: memberAt(seeding, n), created_at: at } }]
  })
  const made = new Set(
    await addDemoCompanies(
      db,
      orgId,
      wanted.map(({ row }) => row),
    ),
  )
  await employDemoContacts(
    db,
    orgId,
    wanted.map(({ person, row }) => ({ id: person.id, companyId: made.has(row.id) ? row.id : null, ownerId: row.owner_id })),
  )
  return new Map(wanted.flatMap(({ person, row }) => (made.has(row.id) ? [[person.email, row.id] as const] : [])))
}

/** Answers their ids by the address of the contact. */
export const seedDeals = async (
  seeding: Seeding,
  companies: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> => {
  const { db, orgId, people, members } = seeding
  const stages = await findStages(db, orgId, (await defaultPipeline(db, orgId)).id)
  const deals = demoDeals.flatMap((plan, n) => {
    const person = people.get(plan.email)
    const moves = person && stagesOf(plan, stages)
    if (!person || !moves) return []
    return [
      { email: plan.email, deal: dealOf(seeding, { plan, person, stages: moves, companyId: companies.get(plan.email), n }) },
    ]
  })
  await addDemoDeals(
    db,
    orgId,
    deals.map(({ deal }) => deal),
    members[0],
  )
  return new Map(deals.map(({ email, deal }) => [email, deal.row.id]))
}

/** Through which stages of the workspace's pipeline it has gone; null where a stage of its end is missing. */
const stagesOf = ({ stage }: DemoDealPlan, stages: readonly StageRow[]): readonly [StageRow, ...StageRow[]] | null => {
  const open = stages.filter(({ kind }) => kind === 'open')
  const passed = open.slice(0, typeof stage === 'number' ? 1 + Math.min(open.length - 1, Math.floor(stage * open.length)) : 2)
  const end = typeof stage === 'number' ? [] : stages.filter(({ kind }) => kind === stage).slice(0, 1)
  const [first, ...rest] = [...passed, ...end]
  if (!first || (typeof stage !== 'number' && end.length === 0)) return null
  return [first, ...rest]
}

const dealOf = (
  seeding: Seeding,
  given: {
    readonly plan: DemoDealPlan
    readonly person: DemoPerson
    readonly stages: readonly [StageRow, ...StageRow[]]
    readonly companyId: string | undefined
    readonly n: number
  },
): DemoDeal => {
  const { plan, person, stages, companyId = null, n } = given
  const { now, targetMinutes, currency } = seeding
  const ownerId = memberAt(seeding, n)
  const came = person.created_at.getTime()
  const isClosed = typeof plan.stage !== 'number'
  const end = isClosed ? now.getTime() + plan.closesInDays * 24 * hourMs : now.getTime()
  const createdAt = new Date(Math.min(came + hourMs, (came + now.getTime()) / 2))
  // Its way from its first stage to the one of now, in equal steps.
  const at = (step: number) =>
    new Date(
      createdAt.getTime() +
        ((Math.max(end, createdAt.getTime()) - createdAt.getTime()) * step) / (stages.length - (isClosed ? 1 : 0)),
    )
  const moves = stages.map(({ id }, step) => ({ stageId: id, at: at(step) }))
  const last = stages.at(-1) as StageRow
  const since = moves.at(-1)?.at ?? createdAt
  const id = newIdAt(createdAt)
  const answeredAt = new Date(Math.min(came + plan.answer * targetMinutes * 60_000, (came + now.getTime()) / 2))
  return {
    moves,
    row: {
      ...{ id, contact_id: person.id, company_id: companyId, name: plan.name, kind: 'lead', lead_id: person.id },
      ...{ pipeline_id: last.pipeline_id, stage_id: last.id, state: last.kind, rank: rankOnTop(id), stage_since: since },
      ...{ value_minor: plan.value * 100, currency, chance: plan.chance, business_name: person.company },
      ...{ close_on: new Date(now.getTime() + plan.closesInDays * 24 * hourMs).toISOString().slice(0, 10) },
      ...{ assigned_to: ownerId, assigned_at: createdAt, created_at: createdAt, updated_at: since },
      assigned_because: JSON.stringify({ rule: 'person', person_id: ownerId, reason: null }),
      ...{ response_due_at: new Date(came + targetMinutes * 60_000), responded_at: answeredAt, responded_by: ownerId },
      ...(isClosed && { closed_at: since, lost_reason: plan.lostReason ?? null }),
    },
  }
}

/** A next step for each open deal, late ones among them, and some that are done. */
export const seedTasks = async (seeding: Seeding, deals: ReadonlyMap<string, string>): Promise<string[]> => {
  const tasks = demoTasks.flatMap(([email, title, dueInHours, doneHoursAgo], n) => {
    const dealId = deals.get(email)
    if (dealId === undefined) return []
    const personId = memberAt(seeding, n)
    const createdAt = ago(seeding, (doneHoursAgo ?? Math.max(0, -dueInHours)) + 24)
    return [
      {
        ...{ id: newIdAt(createdAt), deal_id: dealId, kind: 'next_action', title, due_at: ago(seeding, -dueInHours) },
        ...{ assigned_to: personId, cause: JSON.stringify({ person_id: personId }), created_at: createdAt },
        ...(doneHoursAgo !== undefined && { done_at: ago(seeding, doneHoursAgo), done_by: personId }),
      },
    ]
  })
  await addDemoTasks(seeding.db, seeding.orgId, tasks)
  return tasks.map(({ id }) => id)
}
