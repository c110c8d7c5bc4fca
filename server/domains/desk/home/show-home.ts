import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { countOpenSteps, findOpenSteps, HumanStep, humanStepOf } from '#domains/automation/human-steps/human-step-rows.ts'
import { readersClock } from '#domains/meetings/booking/booking-views.ts'
import { choice, Instant, Whose } from '#shapes'
import { addDays, dayOf, dayStart } from '#shapes/wall-clocks.ts'
import { type Calendar, findCalendar } from '../reports/periods.ts'
import { findCharts, HomeCharts } from './charts.ts'
import { Checklist, findChecklist } from './checklist.ts'
import { CallsToReturn, DueTasks, findCallsToReturn, findDueTasks } from './due-tasks.ts'
import { findMoney, HomeMoney } from './money.ts'
import { findNewLeads, NewLeads } from './new-leads.ts'
import { findWaitingReplies, WaitingReplies } from './replies.ts'
import { mostCounted, shownRows } from './scopes.ts'
import { findStandingDeals, StandingDeals } from './standing-deals.ts'
import { findTodaysMeetings, TodaysMeetings } from './todays-meetings.ts'
import { findSince } from './visits.ts'
import { findWaitingDocuments, WaitingDocuments } from './waiting-documents.ts'

const HumanSteps = z.object({ count: z.int().describe('Counted up to 100'), rows: z.array(HumanStep) })

const sections = {
  replies: WaitingReplies,
  leads: NewLeads,
  tasks: DueTasks,
  calls: CallsToReturn,
  deals: StandingDeals,
  meetings: TodaysMeetings,
  money: HomeMoney,
  documents: WaitingDocuments,
  steps: HumanSteps,
  charts: HomeCharts,
  checklist: Checklist,
} as const

type SectionName = keyof typeof sections
const sectionNames = Object.keys(sections) as [SectionName, ...SectionName[]]

export const HomeSection = choice('HomeSection', sectionNames)

export const showHome = action({
  name: 'show-home',
  summary: 'Show what is to be done today',
  description:
    'Who waits for an answer to a message, a request or a lead, by the time that is left; leads since the caller was last here; tasks that are due; calls to return; deals that need a step; the meetings of today; money; documents that wait for signatures; steps of workflows that wait for a person; three charts; and the checklist of a new workspace, or, below admin, of a new member. `scope: "mine"` is what is assigned to the caller, and what waits unassigned; money is the same for all. A section that was not asked for is left out. Each list has its first rows, and counts up to 100.',
  who: 'member',
  transports: ['gateway', 'assistant'],
  effect: 'read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    scope: Whose.default('mine'),
    sections: z.array(HomeSection).min(1).max(sectionNames.length).optional().describe('All where it is left out'),
    since: Instant.optional().describe('Leads since then; where it is left out, since the caller’s last visit'),
  }),
  output: z.object({
    replies: WaitingReplies.optional(),
    leads: NewLeads.optional(),
    tasks: DueTasks.optional(),
    calls: CallsToReturn.optional(),
    deals: StandingDeals.optional(),
    meetings: TodaysMeetings.optional(),
    money: HomeMoney.optional(),
    documents: WaitingDocuments.optional(),
    steps: HumanSteps.optional(),
    charts: HomeCharts.optional(),
    checklist: Checklist.optional(),
  }),
  errors: [],
  examples: [
    { title: 'My day', input: {} },
    { title: 'Who waits, of the whole workspace', input: { scope: 'all', sections: ['replies'] } },
  ],

  async run({ scope, sections: wanted = sectionNames, since }, { db, org, person, now }) {
    const given: Given = {
      ...{ db, orgId: org.id, viewer: person, memberId: scope === 'mine' ? person.id : null, since, now: now() },
      zone: once(async () => (await readersClock(db, org.id, person.id)).zone),
      calendar: once(() => findCalendar(db, org.id)),
    }
    // At once: while the database reads for one, the next is written down here, and what came before is read out.
    const shown = await Promise.all([...new Set(wanted)].map(async (name) => [name, await readers[name](given)] as const))
    return Object.fromEntries(shown) as { [Name in SectionName]?: z.input<(typeof sections)[Name]> }
  },
})

interface Given {
  readonly db: Db
  readonly orgId: string
  readonly viewer: { readonly id: string; readonly role: Role }
  /** Null: of all members. */
  readonly memberId: string | null
  readonly since: string | undefined
  readonly now: Date
  /** That the caller has. */
  readonly zone: () => Promise<string>
  /** That the workspace has. */
  readonly calendar: () => Promise<Calendar>
}

/** Read where the first section asks for it, and kept for the others. */
const once = <Found>(read: () => Promise<Found>): (() => Promise<Found>) => {
  let found: Promise<Found> | undefined
  return () => {
    found ??= read()
    return found
  }
}

/** The first moment after the day that the caller has now. */
const endOfToday = async ({ zone: readZone, now }: Given): Promise<Date> => {
  const zone = await readZone()
  return dayStart(addDays(dayOf(now, zone), 1), zone)
}

const readers: { readonly [Name in SectionName]: (given: Given) => Promise<z.input<(typeof sections)[Name]>> } = {
  replies: ({ db, orgId, memberId, now }) => findWaitingReplies(db, orgId, memberId, now),
  leads: async ({ db, orgId, memberId, viewer, since, now }) =>
    findNewLeads(db, orgId, memberId, since ? new Date(since) : await findSince(db, orgId, viewer.id, now)),
  tasks: async (given) =>
    findDueTasks(given.db, given.orgId, given.memberId, { now: given.now, before: await endOfToday(given) }),
  calls: async (given) =>
    findCallsToReturn(given.db, given.orgId, given.memberId, { now: given.now, before: await endOfToday(given) }),
  deals: ({ db, orgId, memberId, now }) => findStandingDeals(db, orgId, memberId, now),
  meetings: async (given) =>
    findTodaysMeetings(
      given.db,
      given.orgId,
      { hostId: given.memberId, viewerId: given.viewer.id },
      { now: given.now, before: await endOfToday(given) },
    ),
  async money({ db, orgId, now, calendar }) {
    const { zone } = await calendar()
    const today = dayOf(now, zone)
    const monthBegan = dayStart(`${today.slice(0, 7)}-01`, zone)
    return findMoney(db, orgId, { today, inWeek: addDays(today, 7), monthBegan })
  },
  documents: ({ db, orgId, memberId, viewer }) => findWaitingDocuments(db, orgId, memberId, viewer.id),
  async steps({ db, orgId, viewer }) {
    const found = await findOpenSteps(db, orgId, viewer, { limit: shownRows })
    return { count: await countOpenSteps(db, orgId, viewer, mostCounted), rows: found.map(humanStepOf) }
  },
  charts: async ({ db, orgId, memberId, now, calendar }) =>
    findCharts(db, orgId, { calendar: await calendar(), now, memberId }),
  checklist: ({ db, orgId, viewer }) => findChecklist(db, orgId, viewer),
}
