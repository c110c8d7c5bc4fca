import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

/** The people whose accounts the sandbox has. */
const accounts = { mira: 'mira@sandbox.example', jonas: 'jonas@sandbox.example' }
const userEmail = accounts.mira

interface Listed {
  readonly id: string
  readonly from: string
  readonly subject: string
  readonly unread: boolean
  readonly mail: {
    readonly kind: string
    readonly broken: string | null
    readonly state: string | null
    readonly folders: string[]
  }
}
const deed = async (name: string, form: Record<string, string> = {}): Promise<void> => {
  const answer = await fetch(`${app.url}/sandbox/google/mail/${name}`, {
    method: 'POST',
    body: new URLSearchParams({ email: userEmail, ...form }),
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
}
const write = (form: Record<string, string>): Promise<void> => deed('write', form)

interface Held {
  readonly id: string
  readonly email: string
  readonly labelIds: string[]
  readonly facts: Record<string, string>
}
/** What the mailbox has at Google. */
const atGoogle = async (): Promise<Held[]> => {
  const answer = await fetch(`${app.url}/sandbox/google/mail?email=${userEmail}`, { headers: { accept: 'application/json' } })
  return ((await answer.json()) as { mails: Held[] }).mails
}

const connect = async (owner: Someone, { kind = 'personal', account = 'mira@' } = {}): Promise<string> => {
  const id = await connectGoogle(app, owner, account)
  if (kind === 'team') assert.equal((await app.call('update-mailbox', { mailboxId: id, kind }, owner)).status, 200)
  return id
}
const inboxOf = async (who: Someone, labelId = 'INBOX', email = userEmail): Promise<Listed[]> => {
  const { status, body } = await app.call('fetch-inbox', { userEmail: email, labelId, limit: 100 }, who)
  assert.equal(status, 200, JSON.stringify(body))
  return body.emails as unknown as Listed[]
}
/** The mailbox is read now, and not when it is due. */
const readNow = async (who: Someone, mailboxId: string): Promise<void> => {
  const synced = async () =>
    ((await app.call('list-mail-folders', { userEmail }, who)).body.reading as unknown as { synced_at: string | null })
      .synced_at
  const was = await synced()
  await app.call('sync-mailbox', { mailboxId }, who)
  await until('the mailbox was read', async () => ((await synced()) === was ? undefined : true))
}
interface Listing {
  readonly synced_at: string | null
}
const contactsOf = async (who: Someone, search: string) =>
  (await app.call('list-contacts', { search, limit: 10 }, who)).body.contacts as unknown as { id: string; email: string }[]

test('a mailbox that was never read shows its newest mails at once, and the rest when it was read; a repeat doubles nothing', async () => {
  const owner = await app.given.organization()
  await connect(owner)
  await deed('fill', { count: '60' })
  const first = await inboxOf(owner)
  assert.ok(first.length >= 10, String(first.length))
  await until('all of it', async () => ((await inboxOf(owner)).length === 60 ? true : undefined))
  const [newest] = await inboxOf(owner)
  assert.deepEqual([newest?.subject, newest?.unread, newest?.from], ['Question 1', true, 'client1@example.com'])
})

test('a person who writes to a mailbox of the team becomes a contact with a conversation; circulars, programs and colleagues do not', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const mailboxId = await connect(owner, { kind: 'team' })
  await write({ from: 'lena@client.example', name: 'Lena Client', subject: 'A question', text: 'Is Thursday free?' })
  await write({ kind: 'bulk', from: 'news@letters.example', subject: 'Our news', text: 'News' })
  await write({ kind: 'automatic', from: 'away@client.example', subject: 'Out of office', text: 'Away' })
  await write({ from: 'colleague@sandbox.example', subject: 'Lunch', text: 'Lunch?' })
  await write({ kind: 'junk', from: 'prince@bank.example', subject: 'Millions', text: 'Yours' })
  await write({ kind: 'unended', from: 'broken@client.example', subject: 'Cut off', text: 'It ends he' })
  await readNow(owner, mailboxId)
  for (const search of ['news@letters.example', 'away@client.example', 'colleague@sandbox.example', 'prince@bank.example'])
    assert.deepEqual(await contactsOf(owner, search), [], search)
  const [lena] = await until('the contact', async () => {
    const found = await contactsOf(owner, 'lena@client.example')
    return found.length > 0 ? found : undefined
  })
  const chats = ok(await app.call('fetch-admin-chats', {}, maya)).body.conversations as unknown as Record<string, unknown>[]
  const chat = chats.find(({ contact_id }) => contact_id === lena?.id)
  assert.deepEqual(
    [chat?.channel, chat?.last_message_preview, chat?.client_name, chat?.unread_count, chat?.last_is_unverified],
    ['email', 'Is Thursday free?', 'Lena Client', 1, true],
  )
  const broken = (await inboxOf(owner)).find(({ subject }) => subject === 'Cut off')
  assert.equal(broken?.mail.broken, 'cut_off')
})

test('an out-of-office of someone who is a contact is shown in the conversation and answered by nothing: no mail, no draft, no run, no one waits', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connect(owner, { kind: 'team' })
  await write({ from: 'paul@client.example', name: 'Paul', subject: 'A plan', text: 'Is Thursday free?' })
  await readNow(owner, mailboxId)
  const paul = await until('the contact', async () => (await contactsOf(owner, 'paul@client.example'))[0])
  const chatOf = async () =>
    (ok(await app.call('fetch-admin-chats', {}, owner)).body.conversations as unknown as Record<string, unknown>[]).find(
      ({ contact_id }) => contact_id === paul.id,
    )
  const counts = () =>
    app.database.inOrg(owner.orgId, async (db) => {
      const { rows } = await sql<Record<string, number>>`select
        (select count(*)::int from events where type = 'message.received') as received,
        (select count(*)::int from messages) as messages,
        (select count(*)::int from mailbox_mails where state is not null) as written,
        (select count(*)::int from workflow_runs) as runs,
        (select count(*)::int from reply_drafts) as drafts`.execute(db)
      return rows[0] ?? {}
    })
  const before = await counts()
  const unread = (await chatOf())?.unread_count
  assert.deepEqual([before.received, unread], [1, 1])
  await write({
    kind: 'automatic',
    from: 'paul@client.example',
    name: 'Paul',
    subject: 'Out of office',
    text: 'Back on Monday',
  })
  await readNow(owner, mailboxId)
  await until('it is shown', async () => (await counts()).messages === (before.messages ?? 0) + 1)
  assert.deepEqual(await counts(), { ...before, messages: (before.messages ?? 0) + 1 })
  assert.equal((await chatOf())?.unread_count, unread)
})

test('a personal mailbox is its owner’s alone: colleagues see that there was a mail with a contact, and no more, on no surface', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const admin = await app.given.person(owner.orgId, 'admin')
  const key = await app.given.key(owner.orgId, { scopes: ['leads:write', 'chats:read', 'contacts:read'] })
  await app.post(
    { name: 'Ida Known', email: 'ida@client.example', phone: '+491701112233', company: 'C', source: 's' },
    key.text,
  )
  const ida = await until('the contact', async () => (await contactsOf(owner, 'ida@client.example'))[0])
  const { body } = ok(await app.call('create-deal', { contactId: ida.id, name: 'Ida' }, owner))
  const projectId = String((body.deal as { id?: string } | undefined)?.id ?? body.dealId)
  const mailboxId = await connect(maya)
  const secret = 'Zwetschgendatschi'
  await write({ from: 'ida@client.example', name: 'Ida', subject: `${secret} subject`, text: `${secret} text` })
  await write({ from: 'stranger@nowhere.example', subject: `${secret} unknown`, text: secret })
  await readNow(maya, mailboxId)
  assert.deepEqual(await contactsOf(owner, 'stranger@nowhere.example'), [])

  const historyOf = async (who: Someone) =>
    ok(await app.call('fetch-chat-history', { projectId }, who)).body.history as unknown as {
      comment_text: string | null
      mail: { visible: string; subject: string | null; owner: { id: string } } | null
    }[]
  const [own] = (await historyOf(maya)).filter(({ mail }) => mail)
  assert.deepEqual([own?.comment_text, own?.mail?.visible, own?.mail?.subject], [`${secret} text`, 'all', `${secret} subject`])
  for (const other of [owner, admin]) {
    const [seen] = (await historyOf(other)).filter(({ mail }) => mail)
    assert.deepEqual([seen?.comment_text, seen?.mail?.visible, seen?.mail?.subject], [null, 'time', null])
    assert.equal(seen?.mail?.owner.id, maya.personId)
  }
  const mails = await inboxOf(maya)
  const surfaces: [string, object][] = [
    ['fetch-chat-history', { projectId }],
    ['fetch-admin-chats', {}],
    ['fetch-admin-chats', { search: secret }],
    ['list-timeline', { contactId: ida.id }],
    ['show-contact', { contactId: ida.id }],
    ['search', { query: secret }],
    ['list-audit', {}],
    ['list-mailboxes', {}],
    ['list-notices', {}],
    ...mails.flatMap(({ id }): [string, object][] => [
      ['fetch-email-detail', { id, userEmail }],
      ['show-email', { id, userEmail }],
      ['mark-email-read', { id, userEmail }],
    ]),
    ['fetch-inbox', { userEmail }],
    ['list-mail-folders', { userEmail }],
  ]
  for (const who of [owner, admin])
    for (const [type, input] of surfaces) {
      const answer = await app.call(type, input, who)
      assert.ok(
        !JSON.stringify(answer.body).replaceAll(`"query":"${secret}"`, '').includes(secret),
        `${type} ${JSON.stringify(answer.body)}`,
      )
    }
  const { rows } = await app.database.pool.query<{ kept: string }>(
    'select string_agg(e::text, chr(10)) as kept from foyer.events e',
  )
  assert.ok(!rows[0]?.kept?.includes(secret))

  ok(await app.call('update-mailbox', { mailboxId, shares: 'subject' }, maya))
  const [shared] = (await historyOf(owner)).filter(({ mail }) => mail)
  assert.deepEqual([shared?.comment_text, shared?.mail?.subject], [null, `${secret} subject`])
  ok(await app.call('update-mailbox', { mailboxId, kind: 'team' }, maya))
  await until('all of it', async () =>
    (await historyOf(owner)).some(({ comment_text }) => comment_text === `${secret} text`) ? true : undefined,
  )
  ok(await app.call('update-mailbox', { mailboxId, kind: 'personal', shares: 'time' }, maya))
  await until('no more', async () =>
    (await historyOf(owner)).every(({ comment_text }) => comment_text !== `${secret} text`) ? true : undefined,
  )
  ok(await app.call('disconnect-mailbox', { mailboxId }, maya))
  assert.deepEqual(
    (await historyOf(owner)).filter(({ mail }) => mail),
    [],
  )
})

test('a mail leaves once, with its place in the thread, an answer continues it, and a bounce belongs to it', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connect(owner, { kind: 'team' })
  const trackingId = crypto.randomUUID()
  const wish = {
    to: 'Rosa <rosa@client.example>, omar@client.example',
    subject: 'Grüße',
    body: '<p>Hello <b>both</b></p>',
    userEmail,
  }
  const sent = ok(await app.call('send-email', { ...wish, bcc: 'boss@other.example', trackingId }, owner))
  const id = String(sent.body.messageId)
  const stateOf = async () =>
    (ok(await app.call('show-email', { id, userEmail }, owner)).body.mail as unknown as { state: string }).state
  await until('it was sent', async () => ((await stateOf()) === 'sent' ? true : undefined))
  const left = (await atGoogle()).filter(({ labelIds, facts }) => labelIds.includes('SENT') && facts.subject === 'Grüße')
  assert.equal(left.length, 1)
  assert.equal((await app.call('send-email', { ...wish, trackingId }, owner)).body.code, 'tracking_id_taken')

  await deed('reply', { id: left[0]?.id ?? '', text: 'Yes, gladly.' })
  await deed('bounce', { id: left[0]?.id ?? '' })
  await readNow(owner, mailboxId)
  const answer = await until('the answer', async () =>
    (await inboxOf(owner)).find(({ subject, mail }) => subject === 'Re: Grüße' && mail.kind === 'person'),
  )
  assert.equal((await inboxOf(owner, 'SENT')).filter(({ subject }) => subject === 'Grüße').length, 1)
  const shown = ok(await app.call('show-email', { id, userEmail }, owner)).body.mail as unknown as {
    bounced: string
    bcc: unknown[]
  }
  assert.match(shown.bounced, /rosa@client\.example: 5\.1\.1/)
  assert.equal(shown.bcc.length, 1)
  const again = ok(
    await app.call('send-email', { ...wish, to: 'rosa@client.example', subject: 'Re: Grüße', answers: answer.id }, owner),
  )
  await until('the answer to it left', async () => {
    const { body } = ok(await app.call('show-email', { id: again.body.messageId, userEmail }, owner))
    return (body.mail as unknown as { state: string }).state === 'sent' ? true : undefined
  })
  const source = (await atGoogle()).find(({ labelIds, facts }) => labelIds.includes('SENT') && facts.subject === 'Re: Grüße')
  const raw = await (await fetch(`${app.url}/sandbox/google/mail/${source?.id}/source`)).text()
  assert.match(raw, /^In-Reply-To: <[^>]+>\r?$/m)
  assert.match(raw.replace(/\r?\n[ \t]+/g, ' '), /^References: <[^>]+>(?: <[^>]+>)+\r?$/m)
})

test('an answer that was lost is looked for among what was sent: the mail is there once, and says that it was sent', async () => {
  const owner = await app.given.organization()
  await connect(owner)
  await deed('behave', { losesAnswers: 'on', replacesMessageId: 'on' })
  const { body } = ok(
    await app.call('send-email', { to: 'x@client.example', subject: 'Lost answer', body: 'x', userEmail }, owner),
  )
  await until('it is there', async () =>
    (await atGoogle()).some(({ facts }) => facts.subject === 'Lost answer') ? true : undefined,
  )
  await deed('behave')
  await until('it says so', async () => {
    const shown = ok(await app.call('show-email', { id: body.messageId, userEmail }, owner)).body.mail as unknown as {
      state: string
    }
    return shown.state === 'sent' ? true : undefined
  })
  assert.equal((await atGoogle()).filter(({ facts }) => facts.subject === 'Lost answer').length, 1)
})

test('a mail that may have left does not say that it failed when its consent is withdrawn before it is looked for; connected again, it is found', async () => {
  const owner = await app.given.organization()
  const email = accounts.jonas
  /** Sends one whose answer is lost, and withdraws the consent; undefined where it was looked for and found in between. */
  const losesConsent = async (): Promise<string | undefined> => {
    await connect(owner, { account: 'jonas@' })
    await deed('behave', { email, losesAnswers: 'on' })
    const letter = { to: 'x@client.example', subject: 'Lost with its consent', body: 'x', userEmail: email }
    const id = String(ok(await app.call('send-email', letter, owner)).body.messageId)
    await until('its answer was lost', async () => /uncertain|sent|failed/.test((await shown(id)).state) || undefined)
    const { grants } = (await (await fetch(`${app.url}/sandbox/google/grants`)).json()) as {
      grants: { id: string; accountId: string; endedAt: number | null }[]
    }
    for (const grant of grants.filter(({ accountId, endedAt }) => accountId.startsWith('102') && endedAt === null))
      await fetch(`${app.url}/sandbox/google/grants/${grant.id}/take-back`, { method: 'POST', redirect: 'manual' })
    await deed('behave', { email })
    const end = await until('it was looked for', async () => {
      const mail = await shown(id)
      return mail.state !== 'uncertain' || mail.error?.includes('cannot be looked for') ? mail : undefined
    })
    if (end.state === 'sent') return undefined
    assert.equal(end.state, 'uncertain', JSON.stringify(end))
    return id
  }
  const shown = async (id: string) =>
    ok(await app.call('show-email', { id, userEmail: email }, owner)).body.mail as unknown as {
      state: string
      error: string | null
    }
  let lost: string | undefined
  for (let tries = 0; lost === undefined && tries < 8; tries++) lost = await losesConsent()
  assert.ok(lost, 'of eight one was not found in between')

  await connect(owner, { account: 'jonas@' })
  const id = lost
  await until('it is found when the mailbox is read again', async () => ((await shown(id)).state === 'sent' ? true : undefined))
})

test('the copy follows the mailbox: what is read, moved and deleted there, also after its history was forgotten', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connect(owner)
  for (const n of [1, 2, 3, 4]) await write({ from: 'p@client.example', subject: `Follow ${n}`, text: 'x' })
  await readNow(owner, mailboxId)
  const ids = new Map((await atGoogle()).map(({ id, facts }) => [facts.subject, id]))
  const idOf = (n: number): string => ids.get(`Follow ${n}`) ?? ''
  await deed('read', { id: idOf(1) })
  await deed('archive', { id: idOf(2) })
  await deed('delete', { id: idOf(3) })
  await readNow(owner, mailboxId)
  const follow = async () =>
    (await inboxOf(owner))
      .filter(({ subject }) => subject.startsWith('Follow'))
      .map(({ subject, unread }) => [subject, unread])
      .sort()
  assert.deepEqual(await follow(), [
    ['Follow 1', false],
    ['Follow 4', true],
  ])
  await deed('inbox', { id: idOf(2) })
  await deed('read', { id: idOf(4) })
  await deed('delete', { id: idOf(1) })
  await write({ from: 'p@client.example', subject: 'Follow 5', text: 'x' })
  await deed('expire-history')
  await readNow(owner, mailboxId)
  assert.deepEqual(await follow(), [
    ['Follow 2', true],
    ['Follow 4', false],
    ['Follow 5', true],
  ])

  const [unread] = (await inboxOf(owner)).filter(({ subject }) => subject === 'Follow 5')
  ok(await app.call('mark-email-read', { id: unread?.id, userEmail }, owner))
  ok(await app.call('mark-email-read', { id: unread?.id, userEmail }, owner))
  await until('it is read there', async () =>
    (await atGoogle()).find(({ facts }) => facts.subject === 'Follow 5')?.labelIds.includes('UNREAD') ? undefined : true,
  )
})

test('a mailbox whose reader died is read again when its turn has lapsed, once for all who asked meanwhile', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connect(owner)
  const setLease = (untilMs: number) =>
    app.database.inOrg(owner.orgId, (db) =>
      db
        .updateTable('mailbox_readings')
        .set({ leased_until: new Date(Date.now() + untilMs), is_wanted: false })
        .where('id', '=', mailboxId)
        .execute(),
    )
  const waiting = async () =>
    (
      await sql`select from jobs.job_common where name = 'read-mailbox' and state in ('created', 'active') and data ->> 'mailboxId' = ${mailboxId}`.execute(
        app.database.db,
      )
    ).rows.length
  await until('its first mails were read', async () => ((await waiting()) === 0 ? true : undefined))
  await setLease(4_000)
  await write({ from: 'late@client.example', subject: 'While it was dead', text: 'Hello' })
  for (let n = 0; n < 3; n++) ok(await app.call('sync-mailbox', { mailboxId }, owner))
  await until('all were turned away but one, which waits', async () => ((await waiting()) === 1 ? true : undefined))
  assert.ok(!(await inboxOf(owner)).some(({ subject }) => subject === 'While it was dead'), 'it has its turn still')
  await until('it was read', async () =>
    (await inboxOf(owner)).some(({ subject }) => subject === 'While it was dead') ? true : undefined,
  )
  await until('none waits', async () => ((await waiting()) === 0 ? true : undefined))
})

test('a mail that is sent while a mailbox is being listed keeps its place and its id, though the list does not have it', async () => {
  const owner = await app.given.organization()
  // More than one page of Google’s list: the second is late.
  await deed('fill', { count: '501' })
  const dial = { kind: 'slow', latencyMs: 3_000, only: 'pageToken' }
  const faults = `${app.url}/sandbox/faults/google`
  await fetch(faults, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(dial) })
  await connect(owner)
  await until('the second page is asked for', async () => ((await (await fetch(faults)).json()) as { hits: number }).hits > 0)
  const wish = { to: 'x@client.example', subject: 'Meanwhile', body: '<p>x</p>', userEmail, undoSeconds: 0 }
  const id = String(ok(await app.call('send-email', wish, owner)).body.messageId)
  const show = async () => (await app.call('show-email', { id, userEmail }, owner)).body.mail as unknown as { state: string }
  await until('it was sent', async () => (await show()).state === 'sent')
  const reading = async () => (await app.call('list-mail-folders', { userEmail }, owner)).body.reading as unknown as Listing
  assert.equal((await reading()).synced_at, null, 'the list was not over')
  await fetch(faults, { method: 'DELETE' })
  await until('all was read', async () => (await reading()).synced_at !== null)
  assert.equal((await show()).state, 'sent')
  const sent = (await inboxOf(owner, 'SENT')).filter(({ subject }) => subject === 'Meanwhile')
  assert.deepEqual(
    sent.map((mail) => mail.id),
    [id],
  )
})

test('the picture is the same for every id; of each class the first load is a row, and later ones are counted', async () => {
  const owner = await app.given.organization()
  await connect(owner)
  const trackingId = crypto.randomUUID()
  const wish = { to: 'x@client.example', subject: 'Tracked', body: '<p>x</p>', userEmail, trackingId }
  const id = String(ok(await app.call('send-email', wish, owner)).body.messageId)
  const load = (tracked: string, agent: string, cookie?: string) =>
    fetch(`${app.url}/gateway?type=track-email&id=${tracked}`, { headers: { 'user-agent': agent, ...(cookie && { cookie }) } })
  await until('it was sent', async () => {
    const shown = ok(await app.call('show-email', { id, userEmail }, owner)).body.mail as unknown as { state: string }
    return shown.state === 'sent' ? true : undefined
  })
  const [known, unknown, none] = await Promise.all([
    load(trackingId, 'curl/8'),
    load(crypto.randomUUID(), 'curl/8'),
    load('x', 'curl/8'),
  ])
  const bytes = await Promise.all(
    [known, unknown, none].map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString('hex')),
  )
  assert.equal(new Set(bytes).size, 1)
  for (const answer of [known, unknown, none])
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')],
      [200, 'image/gif', 'no-cache, no-store, must-revalidate'],
    )
  const agent = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('mailbox_mails')
      .set({ sent_at: new Date(Date.now() - 3_600_000) })
      .where('tracking_id', '=', trackingId)
      .execute(),
  )
  await Promise.all(Array.from({ length: 50 }, () => load(trackingId, agent)))
  await load(trackingId, 'Thunderbird', `foyer_session=${owner.session}`)
  const loads = await until('they are counted', async () => {
    const shown = ok(await app.call('show-email', { id, userEmail }, owner)).body.mail as unknown as {
      loads: { class: string; times: number; words: string }[]
      opened_at: string | null
    }
    return shown.opened_at !== null && shown.loads.reduce((sum, { times }) => sum + times, 0) >= 52 ? shown : undefined
  })
  assert.deepEqual(loads.loads.map((each) => [each.class, each.times]).sort(), [
    ['own', 1],
    ['proxy', 50],
    ['scanner', 1],
  ])
  assert.ok(loads.loads.some(({ words }) => words === 'Loaded by Google’s proxy'))
})

test('every address that a member may not use is refused alike; a header stays one line; a mail that waits is taken back', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  await connect(maya)
  const wish = { to: 'x@client.example', subject: 'S', body: 'B' }
  for (const address of [userEmail, 'nobody@nowhere.example', 'not an address', accounts.jonas]) {
    const answer = await app.call('send-email', { ...wish, userEmail: address }, owner)
    assert.deepEqual([answer.status, answer.body.code], [403, 'foreign_mailbox'], address)
  }
  for (const [field, bad] of [
    ['to', 'x@client.example\r\nBcc: y@client.example'],
    ['cc', 'no address'],
    ['subject', 'Hello\r\nX-Evil: 1'],
    ['subject', 'Hello\u0000'],
    ['to', Array.from({ length: 21 }, (_, n) => `a${n}@client.example`).join(', ')],
  ] as const) {
    const answer = await app.call('send-email', { ...wish, userEmail, [field]: bad }, maya)
    assert.deepEqual([answer.status, answer.body.field], [400, field], JSON.stringify(answer.body))
  }
  const { body } = ok(await app.call('send-email', { ...wish, userEmail, undoSeconds: 60 }, maya))
  ok(await app.call('cancel-email', { id: body.messageId, userEmail }, maya))
  assert.equal((await app.call('show-email', { id: body.messageId, userEmail }, maya)).body.code, 'email_not_found')
})
