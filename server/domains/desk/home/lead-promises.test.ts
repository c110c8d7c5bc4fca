import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { idFloor, newId } from '#core/ids.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { recordResponse } from '#domains/crm/deals/responses.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { followEvents, react } from '#test/support/reactions.ts'
import { writesIn } from '#test/support/todays-work.ts'
import { raiseLeadPromises } from './raise-lead-promises.ts'
import { unansweredLeads } from './unanswered-leads.ts'

let app: TestApp
/** By so many minutes the clock of the job is ahead. */
let aheadMinutes = 0
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ alone: true }) // counts what plans read of tables that no other test fills
  jobs = await openJobContext(app)
  // It follows what happens from now on.
  await react(app, 'clear-lead-promises')
})
beforeEach(() => {
  aheadMinutes = 0
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

interface Row {
  readonly kind: string
  readonly contact: { readonly id: string; readonly name: string } | null
  readonly lead: { readonly id: string; readonly email: string | null; readonly has_conversation: boolean } | null
  readonly owner: { readonly id: string } | null
}
interface Notice {
  readonly id: string
  readonly kind: string
  readonly facts: { readonly count: number; readonly name: string; readonly lead_id: string }
}

const hours = 60
/** Friday, 17:00, to Monday, 9:00. */
const weekend = 64 * hours

const workspace = async () => {
  const owner = await app.given.organization()
  const { text: key } = await app.given.key(owner.orgId)
  const ok = async (type: string, body: object, as: Someone = owner) => {
    const answer = await app.call(type, body, as)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  return {
    owner,
    ok,
    async lead(name: string, more: object = {}): Promise<{ leadId: string; contactId: string }> {
      const { status, body } = await app.post({ name, email: `${newId()}@example.com`, source: 'website', ...more }, key)
      assert.equal(status, 200, JSON.stringify(body))
      return { leadId: String(body.lead_id), contactId: String(body.contact_id) }
    },
    async replies(as: Someone = owner, scope = 'mine') {
      const { replies } = (await ok('show-home', { scope, sections: ['replies'] }, as)) as never as {
        replies: { count: number; late: number; rows: Row[] }
      }
      return { ...replies, names: replies.rows.map(({ kind, contact }) => `${kind} ${contact?.name}`) }
    },
    async notices(as: Someone = owner): Promise<Notice[]> {
      const { notices } = (await ok('list-notices', { limit: 100 }, as)) as never as { notices: Notice[] }
      return notices.filter(({ kind }) => kind === 'leads_late' || kind === 'leads_due_soon')
    },
    answer: (contactId: string) =>
      app.database.inOrg(owner.orgId, (db) =>
        recordResponse(db, owner.orgId, { contactId, personId: owner.personId, byKind: 'message' }),
      ),
  }
}

/** A lead that came so many minutes ago: what was received is immutable, so it has the id and the time of one that came earlier. */
const ago = async (leadId: string, minutes: number): Promise<string> => {
  const at = new Date(Date.now() - minutes * 60_000)
  const id = `${idFloor(at).slice(0, 14)}${newId().slice(14)}`
  await asOwner(app.target, (db) =>
    db.query('update foyer.leads set id = $1, received_at = $2 where id = $3', [id, at, leadId]),
  )
  return id
}

const minute = (): Promise<void> =>
  raiseLeadPromises.run({}, { ...jobs.context, now: () => new Date(Date.now() + aheadMinutes * 60_000) })

const said = (notices: readonly Notice[]) => notices.map(({ kind, facts }) => [kind, facts.count, facts.name])

test('a lead of Friday evening that no member answers is on Home at once, and on Monday late, with one notice that says so', async () => {
  const { owner, lead, replies, notices, answer } = await workspace()
  const { leadId, contactId } = await lead('Maya', { note: 'A kitchen, please.' })
  const friday = await replies()
  assert.deepEqual([friday.names, friday.count, friday.late], [['lead Maya'], 1, 0])
  assert.deepEqual([friday.rows[0]?.lead?.id, friday.rows[0]?.lead?.has_conversation], [leadId, false])
  await minute()
  assert.deepEqual(await notices(), [], 'there is time')

  aheadMinutes = 50
  for (let n = 0; n < 2; n++) await minute()
  assert.deepEqual(said(await notices()), [['leads_due_soon', 1, 'Maya']])

  aheadMinutes = weekend
  await minute()
  const [told, ...others] = await notices()
  assert.deepEqual([told?.kind, told?.facts, others], ['leads_late', { count: 1, name: 'Maya', lead_id: leadId }, []])
  await minute()
  assert.deepEqual(
    (await notices()).map(({ id }) => id),
    [told?.id],
    'it is said once',
  )
  await ago(leadId, weekend)
  const monday = await replies()
  assert.deepEqual([monday.names, monday.count, monday.late], [['lead Maya'], 1, 1])

  await answer(contactId)
  assert.equal((await replies()).count, 0)
  await followEvents(app, owner.orgId, 'clear-lead-promises')
  assert.deepEqual(await notices(), [])
})

test('a notice goes with the wait: a lead that is qualified, not a fit, made a deal or deleted waits no longer', async () => {
  aheadMinutes = 2 * hours
  const ends: Record<string, [action: string, input: (leadId: string) => object]> = {
    qualified: ['update-lead', (leadId) => ({ leadId, state: 'qualified' })],
    'not a fit': ['update-lead', (leadId) => ({ leadId, state: 'not_fit', reason: 'Too far' })],
    'a deal': ['create-deal', (leadId) => ({ leadId })],
    deleted: ['delete-records', (leadId) => ({ kind: 'lead', ids: [leadId] })],
  }
  for (const [how, [action, input]] of Object.entries(ends)) {
    const { owner, ok, lead, replies, notices } = await workspace()
    const { leadId } = await lead(how)
    await minute()
    assert.deepEqual(said(await notices()), [['leads_late', 1, how]])
    await ok(action, input(leadId))
    await followEvents(app, owner.orgId, 'clear-lead-promises')
    assert.deepEqual(await notices(), [], how)
    const { names } = await replies()
    assert.ok(!names.includes(`lead ${how}`), how)
  }
})

test('a person is in the list once: who has written or has a deal waits there, and of several leads the first counts', async () => {
  const { owner, ok, lead, replies } = await workspace()
  const email = 'both@example.com'
  const first = await lead('Noor', { email })
  await lead('Noor', { email, source: 'fair' })
  assert.deepEqual((await replies()).names, ['lead Noor'])
  assert.equal((await replies()).rows[0]?.lead?.id, first.leadId)

  await app.database.inOrg(owner.orgId, (db) =>
    recordMessage(db, owner.orgId, {
      ...{ channel: 'whatsapp', direction: 'in', kind: 'text', contactId: first.contactId, body: 'Hello?' },
    }),
  )
  assert.deepEqual((await replies()).names, ['conversation Noor'])
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await ok('update-chat-session', { projectId: first.contactId, action: 'snooze', until })
  assert.deepEqual((await replies()).names, [], 'who was put off is put off')

  const other = await lead('Rao', { email: 'rao@example.com' })
  await lead('Rao', { email: 'rao@example.com', source: 'fair' })
  await ok('create-deal', { leadId: other.leadId })
  assert.deepEqual((await replies()).names, ['deal Rao'])
})

test('my leads and those without an owner are my work; each member has a notice of their own, and admins of those without an owner', async () => {
  const { owner, ok, lead, replies, notices } = await workspace()
  const noor = await app.given.person(owner.orgId, 'member')
  const [free, hers] = [await lead('Free'), await lead('Hers')]
  await ok('update-lead', { leadId: hers.leadId, ownerId: noor.personId })
  await ago(free.leadId, 2 * hours)
  await ago(hers.leadId, 3 * hours)
  assert.deepEqual((await replies()).names, ['lead Free'])
  assert.deepEqual((await replies(noor)).names, ['lead Hers', 'lead Free'])
  assert.deepEqual((await replies(owner, 'all')).names, ['lead Hers', 'lead Free'])
  await minute()
  assert.deepEqual(said(await notices(owner)), [['leads_late', 1, 'Free']])
  assert.deepEqual(said(await notices(noor)), [['leads_late', 1, 'Hers']])
})

test('rows of a file wait for no answer, unless the upload says so, and another workspace sees none of it', async () => {
  const { owner, lead, replies, notices } = await workspace()
  const { leadId } = await lead('Uploaded')
  await asOwner(app.target, (db) => db.query(`update foyer.leads set via = 'upload' where id = $1`, [leadId]))
  const old = await ago(leadId, weekend)
  await minute()
  assert.deepEqual([(await replies()).count, await notices()], [0, []])
  await asOwner(app.target, (db) => db.query('update foyer.leads set waits = true where id = $1', [old]))
  await minute()
  assert.deepEqual([(await replies()).names, said(await notices())], [['lead Uploaded'], [['leads_late', 1, 'Uploaded']]])
  const stranger = await workspace()
  assert.deepEqual([(await stranger.replies(stranger.owner, 'all')).count, await stranger.notices()], [0, []])
  assert.notEqual(owner.orgId, stranger.owner.orgId)
})

/** Leads of one workspace that came so long ago, one a second. */
const fill = (orgId: string, { leads, minutes, via = 'api', ownerId = null }: Filling) =>
  asOwner(app.target, async (db) => {
    await db.query('set search_path = foyer, directory')
    await db.query(
      `with made as (
         insert into contacts (org_id, id, full_name)
         select $1, uuidv7(make_interval(mins => -$2::int, secs => n)), 'Client ' || n from generate_series(1, $3::int) n returning id)
       insert into leads (org_id, id, contact_id, source, via, owner_id, full_name, received_at)
       select $1, id, id, 'website', $4, $5, 'Old', now() - make_interval(mins => $2::int) from made`,
      [orgId, minutes, leads, via, ownerId],
    )
    await db.query('analyze leads, contacts')
  })
interface Filling {
  readonly leads: number
  readonly minutes: number
  readonly via?: string
  readonly ownerId?: string | null
}

test('a thousand old leads are one notice, which later ones join without a word; messages stay on Home beside them', async () => {
  const { owner, lead, replies, notices } = await workspace()
  await fill(owner.orgId, { leads: 1_000, minutes: 10 * 24 * hours })
  await minute()
  const [told, ...others] = await notices()
  assert.deepEqual([told?.kind, told?.facts.count, others], ['leads_late', 100, []])
  await lead('Late')
  aheadMinutes = 2 * hours
  await minute()
  assert.deepEqual(
    (await notices()).map(({ id }) => id),
    [told?.id],
  )
  for (const name of ['Ann', 'Ben', 'Cem', 'Dia', 'Eve']) await writesIn(app, owner.orgId, name, { minutes: 5, text: 'Hello' })
  const { names, count } = await replies()
  assert.deepEqual([names.length, count], [8, 100])
  assert.deepEqual(names.filter((name) => name.startsWith('conversation')).length, 4)
})

test('ten leads at once are one notice with their number, which falls as they are answered', async () => {
  const { owner, lead, notices, answer } = await workspace()
  const made = []
  for (let n = 0; n < 10; n++) made.push(await lead(`Client ${n}`))
  for (const [n, { leadId }] of made.entries()) await ago(leadId, 90 - n)
  await minute()
  assert.deepEqual(said(await notices()), [['leads_late', 10, 'Client 0']])
  const [first] = await notices()
  for (const { contactId } of made.slice(0, 3)) await answer(contactId)
  await followEvents(app, owner.orgId, 'clear-lead-promises')
  const [corrected] = await notices()
  assert.deepEqual([corrected?.id, corrected?.facts.count, corrected?.facts.name], [first?.id, 7, 'Client 3'])
  await lead('One more')
  aheadMinutes = 70
  await minute()
  const [again] = await notices()
  assert.equal(again?.facts.count, 8)
  assert.notEqual(again?.id, first?.id, 'what is late anew is told anew')
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('leads that wait are read from their index, whatever lies beside them: a file, a colleague’s leads, another workspace', async () => {
  const { owner, lead, replies, notices } = await workspace()
  const noor = await app.given.person(owner.orgId, 'member')
  const stranger = await workspace()
  const minutes = 20 * 24 * hours
  await fill(owner.orgId, { leads: 20_000, minutes, via: 'upload' })
  await fill(owner.orgId, { leads: 20_000, minutes, ownerId: noor.personId })
  await fill(stranger.owner.orgId, { leads: 20_000, minutes })
  await ago((await lead('Mine')).leadId, 2 * hours)
  assert.deepEqual((await replies()).names, ['lead Mine'])
  const range = { from: idFloor(new Date(Date.now() - 31 * 86_400_000)), before: idFloor(new Date()) }
  for (const memberId of [owner.personId, null]) {
    const rows = await app.database.inOrg(owner.orgId, async (db) => {
      const statement = unansweredLeads(owner.orgId, { memberId, ...range })
      const found = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (analyze, format json) ${statement}`.execute(db)
      return nodesOf(found.rows[0]?.['QUERY PLAN'][0]?.Plan as Plan)
    })
    const ofLeads = rows.filter((node) => node['Relation Name'] === 'leads')
    assert.ok(ofLeads.length >= 2)
    for (const node of ofLeads) {
      assert.equal(node['Index Name'], 'leads_waiting')
      assert.ok(node['Actual Rows'] * node['Actual Loops'] <= 1_000, `${node['Actual Rows']} × ${node['Actual Loops']}`)
      assert.equal(node['Rows Removed by Filter'] ?? 0, 0)
    }
  }
  await minute()
  assert.deepEqual(said(await notices()), [['leads_late', 1, 'Mine']])
  assert.equal((await notices(noor))[0]?.facts.count, 100)
})
