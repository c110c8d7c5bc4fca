import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Db } from '#core/context.ts'
import { idFloor, newId } from '#core/ids.ts'
import { addDays, dayOf, dayStart } from '#shapes/wall-clocks.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

/*
 * What members did, counted by the report and by a plain reading of what was stored: messages, calls, tasks and notes, of two members and of
 * none, around the borders of days, with what does not count beside them.
 */

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC']
/** Days on which clocks change somewhere, and borders of months. */
const edges = ['2026-03-29', '2026-11-01', '2026-04-05', '2026-02-28']

const kinds = ['message', 'call', 'task', 'note'] as const
type Kind = (typeof kinds)[number]
const figureOf = { message: 'messages', call: 'calls', task: 'tasks', note: 'notes' } as const

interface Deed {
  readonly kind: Kind
  /** Days from the edge, and ms from the beginning of that day. */
  readonly day: number
  readonly ms: number
  /** Which member; null: a key, a workflow, or a client. */
  readonly by: 0 | 1 | null
  /** `not`: a message that came in, a call that was not put through, a task that is open, a note that was deleted. */
  readonly counts: boolean
}

const deeds: fc.Arbitrary<Deed[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    day: fc.integer({ min: -5, max: 3 }),
    ms: fc.constantFrom(0, 1, 43_200_000, 82_799_999),
    by: fc.constantFrom(0 as const, 0 as const, 1 as const, null),
    counts: fc.constantFrom(true, true, true, false),
  }),
  { minLength: 4, maxLength: 24 },
)

interface Place {
  readonly orgId: string
  readonly contactId: string
  readonly people: readonly [string, string]
}

/** Stores one; answers its id. */
const store = async (db: Db, { orgId, contactId, people }: Place, deed: Deed, at: Date): Promise<string> => {
  // The time of calls and notes is in their ids.
  const id = `${idFloor(at).slice(0, 19)}${newId().slice(19)}`
  const person = deed.by === null ? null : people[deed.by]
  switch (deed.kind) {
    case 'message':
      await db
        .insertInto('messages')
        .values({
          ...{
            org_id: orgId,
            id,
            contact_id: contactId,
            channel: 'web_chat',
            kind: 'text',
            body: 'Hello',
            person_id: person,
            at,
          },
          ...(deed.counts ? { direction: 'out', state: 'sent' } : { direction: 'in' }),
        })
        .execute()
      break
    case 'call':
      await db
        .insertInto('calls')
        .values({
          ...{ org_id: orgId, id, connection_id: newId(), provider_call_id: id, direction: 'out', contact_id: contactId },
          ...{ person_id: person, from_number: '+4930123456', to_number: '+4930654321', started_at: at },
          ...(deed.counts ? { state: 'completed', answered_at: at, duration_s: 90 } : { state: 'no_answer' }),
        })
        .execute()
      break
    case 'task':
      await db
        .insertInto('tasks')
        .values({
          ...{ org_id: orgId, id, contact_id: contactId, kind: 'next_action', title: 'Call', cause: '{"person_id": null}' },
          ...(deed.counts && { done_at: at, done_by: person }),
        })
        .execute()
      break
    case 'note':
      await db
        .insertInto('notes')
        .values({
          ...{ org_id: orgId, id, kind: 'contact', record_id: contactId, body: 'Likes oak', author_id: person },
          ...(!deed.counts && { deleted_at: at }),
        })
        .execute()
  }
  return id
}

const answer = async (type: string, input: object, as: Someone) => {
  const { status, body } = await app.call(type, input, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body as Record<string, unknown>
}

interface Figure {
  readonly figure: string
  readonly value: number
  readonly before: number
}

test('the activity of members is what was stored of it: by member, by day, and beside the days before', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), fc.constantFrom(...edges), deeds, async (zone, edge, given) => {
      const owner = await app.given.organization()
      const other = await app.given.person(owner.orgId, 'member')
      const people = [owner.personId, other.personId] as const
      const contactId = newId()
      const stored: { kind: Kind; id: string; by: string | null; day: string }[] = []
      await app.database.inOrg(owner.orgId, async (db) => {
        await db.updateTable('orgs').set({ time_zone: zone }).where('org_id', '=', owner.orgId).execute()
        await db.insertInto('contacts').values({ org_id: owner.orgId, id: contactId, full_name: 'Maya' }).execute()
        for (const deed of given) {
          const at = new Date(dayStart(addDays(edge, deed.day), zone).getTime() + deed.ms)
          const id = await store(db, { orgId: owner.orgId, contactId, people }, deed, at)
          if (deed.counts && deed.by !== null)
            stored.push({ kind: deed.kind, id, by: people[deed.by] as string, day: dayOf(at, zone) })
        }
      })
      const period = { report: 'activity', period: 'custom', from: addDays(edge, -1), to: addDays(edge, 1) }
      const days = [-1, 0, 1].map((n) => addDays(edge, n))
      const earlier = [-4, -3, -2].map((n) => addDays(edge, n))
      const plainly = (kind: Kind, of: readonly string[], by?: string | null) =>
        stored.filter((each) => each.kind === kind && of.includes(each.day) && (by === undefined || each.by === by))
      const report = await answer('show-report', period, owner)
      const figures = report.figures as unknown as Figure[]
      const series = report.series as unknown as { figure: string; values: number[] }[]
      const [{ rows }] = report.groups as unknown as [{ rows: { key: string | null; figures: Figure[] }[] }]
      for (const kind of kinds) {
        const figure = figureOf[kind]
        const whole = figures.find((each) => each.figure === figure)
        assert.equal(whole?.value, plainly(kind, days).length, figure)
        assert.equal(whole?.before, plainly(kind, earlier).length, `${figure} before`)
        assert.deepEqual(
          series.find((each) => each.figure === figure)?.values,
          days.map((day) => plainly(kind, [day]).length),
          `${figure} by day`,
        )
        for (const by of people) {
          const row = rows.find(({ key }) => key === by)?.figures.find((each) => each.figure === figure)
          assert.equal(row?.value ?? 0, plainly(kind, days, by).length, `${figure} of a member`)
          assert.equal(row?.before ?? 0, plainly(kind, earlier, by).length, `${figure} of a member before`)
        }
        const listed = await answer('list-report-records', { ...period, figure, limit: 100 }, owner)
        assert.deepEqual(
          (listed.records as unknown as { id: string }[]).map(({ id }) => id).sort(),
          plainly(kind, days)
            .map(({ id }) => id)
            .sort(),
          `the list behind ${figure}`,
        )
      }
    }),
    { numRuns: 12 },
  )
})
