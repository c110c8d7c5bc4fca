import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { connectGoogle } from '../support/consent.ts'
import { openMailProgram } from '../support/imap-server.ts'
import { type MailReader, openMailReader } from '../support/mail-reader.ts'
import { until } from '../support/until.ts'

/**
 * Whatever is done in a mailbox, the copy has after a reading what the mailbox has, and the threads have what the copy says. What is true is
 * asked of the mailbox itself, and follows from the rules below; nothing of it is asked of the product.
 */
const env = { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }
let app: TestApp
let reader: MailReader
before(async () => {
  app = await startApp({ env, alone: true })
  reader = await openMailReader(app, env)
})
after(async () => {
  await reader?.close()
  await app?.stop()
})

/** Whom a mail is with. Ida and Uma are contacts; Zoe is not, and becomes one by writing to the team. */
const [ida, uma, zoe] = ['ida@truth.example', 'uma@truth.example', 'zoe@strangers.example']

/** A mail as its mailbox has it, in one place. */
interface Held {
  readonly id: string
  /** As the copy names it: place, flags, folders. */
  readonly line: string
  readonly subject: string
  readonly folders: readonly string[]
}

/** A mailbox that people use beside Foyer. */
interface Original {
  readonly email: string
  readonly mailboxId: string
  readonly roles: { readonly sent: string; readonly drafts: string; readonly silent: readonly string[] }
  /** Whether a mail in these places, a list of folders each, is heard. */
  isLoud(places: readonly (readonly string[])[]): boolean
  held(): Promise<Held[]>
  /** What people can do with a mail, by name. */
  readonly deeds: Readonly<Record<string, (mail: Held) => Promise<void>>>
  arrive(raw: string, given: { readonly isJunk: boolean }): Promise<void>
  /** A mail of one's own with oneself in Cc: it is among what was sent, and in the inbox. */
  sendToSelf(raw: string): Promise<void>
  /** Everything that was remembered of it is worth nothing. */
  forget(): Promise<void>
}

const post = async (path: string, form: Record<string, string>): Promise<void> => {
  const answer = await fetch(`${app.url}/sandbox/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
}
const listed = async <T>(path: string): Promise<T> =>
  (await (await fetch(`${app.url}/sandbox/${path}`, { headers: { accept: 'application/json' } })).json()) as T

const letter = (about: Record<string, string>): string =>
  `${Object.entries({ ...about, Date: new Date().toUTCString(), 'Message-ID': `<${about.Subject}@truth.example>` })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\nText of ${about.Subject}\r\n`

const openGoogle = async (owner: Someone, account: string): Promise<Original> => {
  const email = `${account}sandbox.example`
  const mailboxId = await connectGoogle(app, owner, account)
  const box = await reader.account(owner.orgId, mailboxId)
  const deed = (name: string) => (mail: Held) => post(`google/mail/${name}`, { email, id: mail.id })
  const silent = ['DRAFT', 'SPAM', 'TRASH']
  return {
    ...{ email, mailboxId, roles: { sent: 'SENT', drafts: 'DRAFT', silent } },
    isLoud: (places) => places.some((labels) => !labels.some((label) => silent.includes(label))),
    async held() {
      const { mails } = await listed<{ mails: { id: string; labelIds: string[]; facts: { subject: string } }[] }>(
        `google/mail?email=${email}`,
      )
      return mails.map(({ id, labelIds, facts }) => {
        const folders = labelIds.filter((label) => label !== 'UNREAD').sort()
        const flag = labelIds.includes('UNREAD') ? 'unread' : 'read'
        return { id, subject: facts.subject, folders, line: `${id} ${flag} ${folders.join(' ')} ${facts.subject}` }
      })
    },
    deeds: Object.fromEntries(
      ['read', 'unread', 'archive', 'inbox', 'spam', 'trash', 'delete'].map((name) => [name, deed(name)]),
    ),
    arrive: (raw, { isJunk }) => {
      const head = (name: string): string => new RegExp(`^${name}: (.*?)\r$`, 'm').exec(raw)?.[1] ?? ''
      const said = { from: head('From'), cc: head('Cc'), subject: head('Subject'), text: `Text of ${head('Subject')}` }
      return post('google/mail/write', { email, ...said, kind: isJunk ? 'junk' : 'person' })
    },
    async sendToSelf(raw) {
      const messageId = /^Message-ID: (.*?)\r$/m.exec(raw)?.[1] ?? ''
      await box.send({ raw: Buffer.from(raw), from: email, recipients: [ida, email], messageId, threadRef: null })
    },
    forget: () => post('google/mail/expire-history', { email }),
  }
}

interface AtServer {
  readonly ports: { readonly imap: number }
  readonly folders: readonly { readonly path: string; readonly validity: number }[]
  readonly mails: readonly {
    readonly id: string
    readonly path: string
    readonly uid: number
    readonly flags: readonly string[]
    readonly subject: string
  }[]
}

const openTyped = async (owner: Someone, email: string): Promise<Original> => {
  const server = { host: 'mail.sandbox.example', user: email, password: 'right' }
  const given = { provider: 'imap', email, imap: { ...server, port: 143 }, smtp: { ...server, port: 587 } }
  assert.equal((await app.call('connect-mailbox', given, owner)).status, 200)
  const asked = () => listed<AtServer>(`imap/mail?email=${email}`)
  const { ports } = await asked()
  const program = await openMailProgram({ port: ports.imap, user: email, password: 'right', stop: async () => {} })
  programs.push(program)
  const silent = ['Drafts', 'Junk', 'Trash']
  const deed =
    (name: string, more = {}) =>
    (mail: Held) =>
      post(`imap/mail/${name}`, { email, id: mail.id, ...more })
  const move = (to: string) => deed('move', { to })
  const append = async (folder: string, raw: string): Promise<void> => {
    await program.append(folder, Buffer.from(raw), [])
  }
  return {
    ...{ email, mailboxId: await mailboxOf(owner, email), roles: { sent: 'Sent', drafts: 'Drafts', silent } },
    isLoud: (places) => places.some(([folder = '']) => !silent.includes(folder)),
    async held() {
      const { folders, mails } = await asked()
      const validities = new Map(folders.map(({ path, validity }) => [path, validity]))
      return mails.map(({ id, path, uid, flags, subject }) => {
        const ref = `${encodeURIComponent(path)}/${validities.get(path)}/${uid}`
        const flag = flags.includes('\\Seen') ? 'read' : 'unread'
        return { id, subject, folders: [path], line: `${ref} ${flag} ${path} ${subject}` }
      })
    },
    deeds: {
      ...{ read: deed('read'), unread: deed('unread'), delete: deed('delete') },
      ...{ archive: move('Archive'), inbox: move('INBOX'), spam: move('Junk'), trash: move('Trash') },
    },
    arrive: (raw, { isJunk }) => append(isJunk ? 'Junk' : 'INBOX', raw),
    async sendToSelf(raw) {
      await append('INBOX', raw)
      await append('Sent', raw)
    },
    async forget() {
      const { folders } = await asked()
      for (const { path } of folders) await post('imap/mail/renumber', { email, folder: path })
    },
  }
}
const programs: Awaited<ReturnType<typeof openMailProgram>>[] = []
after(() => {
  for (const program of programs) program.close()
})

const mailboxOf = async (owner: Someone, email: string): Promise<string> => {
  const { mailboxes } = (await app.call('list-mailboxes', {}, owner)).body as unknown as {
    mailboxes: { id: string; email: string }[]
  }
  return mailboxes.find((each) => each.email === email)?.id ?? assert.fail('no mailbox')
}

const workspace = async (): Promise<Someone> => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId, { scopes: ['leads:write'] })
  for (const email of [ida, uma]) assert.equal((await app.post({ name: 'A client', email, source: 's' }, key.text)).status, 200)
  await until('the contacts', () =>
    app.database.inOrg(owner.orgId, async (db) => (await db.selectFrom('contacts').select('id').execute()).length === 2),
  )
  return owner
}

/** What somebody wrote: with whom it is, and whether it says that it is of the mailbox itself. */
interface Written {
  readonly from: string
  readonly cc: string
  readonly to: string
}

/** What the threads must have, which is what was found at the readings so far. */
const makeTruth = (original: Original, kind: 'personal' | 'team') => {
  const written = new Map<string, Written>()
  /** Mails that the copy knows, and whether it has seen them among what was sent or written. */
  const known = new Map<string, { isOut: boolean; isPart: boolean }>()
  const rowsOf = (subject: string, isOut: boolean): string[] => {
    const mail = written.get(subject)
    if (!mail) return []
    // In the mailbox's own name, and not from there: somebody pretends.
    if (!isOut && mail.from === original.email) return []
    const people = new Set([...(isOut ? [] : [mail.from]), mail.to, mail.cc])
    return [...people]
      .filter((email) => email === ida || email === uma || (email === zoe && kind === 'team'))
      .map((email) => `${email} ${isOut ? 'out' : 'in'} ${subject} ${kind === 'team' ? `Text of ${subject}` : 'nothing'}`)
  }
  return {
    written,
    /** A reading saw this. Answers the rows of threads. */
    seen(held: readonly Held[]): string[] {
      const places = Map.groupBy(held, ({ subject }) => subject)
      for (const [subject, all] of places) {
        const was = known.get(subject)
        const isAmong = (folder: string): boolean => all.some(({ folders }) => folders.includes(folder))
        const isOwn = written.get(subject)?.from === original.email
        const isOut =
          was?.isOut === true || (isOwn && (isAmong(original.roles.sent) || (!was && isAmong(original.roles.drafts))))
        const isLoud = original.isLoud(all.map(({ folders }) => folders))
        // A conversation of the team keeps what it has; a personal mailbox shows what lies there now.
        known.set(subject, { isOut, isPart: isLoud || (kind === 'team' && was?.isPart === true) })
      }
      for (const [subject, mail] of known)
        if (!places.has(subject) && (kind === 'personal' || !mail.isPart || rowsOf(subject, mail.isOut).length === 0))
          known.delete(subject)
      return [...known].flatMap(([subject, mail]) => (mail.isPart ? rowsOf(subject, mail.isOut) : [])).sort()
    },
  }
}

const copyOf = (orgId: string, mailboxId: string) =>
  app.database.inOrg(orgId, async (db) => {
    const lines = async (query: RawBuilder<{ line: string }>): Promise<string[]> =>
      (await query.execute(db)).rows.map(({ line }) => line).sort()
    return {
      places: await lines(sql`
        select p.ref || case when p.is_seen then ' read ' else ' unread ' end
          || coalesce((select string_agg(f, ' ' order by f collate "C") from unnest(p.folders) f), '') || ' ' || m.subject as line
        from mailbox_places p join mailbox_mails m on m.org_id = p.org_id and m.id = p.mail_id where p.mailbox_id = ${mailboxId}`),
      lists: await lines(sql`
        select e.folder || ' ' || m.subject || case when m.is_seen then ' read' else ' unread' end as line
        from mailbox_entries e join mailbox_mails m on m.org_id = e.org_id and m.id = e.mail_id where e.mailbox_id = ${mailboxId}`),
      threads: await lines(sql`
        select s.address || ' ' || s.direction || ' ' || m.subject || ' ' || coalesce(s.body, 'nothing') as line
        from messages s join mailbox_mails m on m.org_id = s.org_id and m.id = s.mail_id where m.mailbox_id = ${mailboxId}`),
    }
  })

/** Folders as lists have them: each mail once, unread where it is so everywhere. */
const listsOf = (held: readonly Held[]): string[] =>
  [...Map.groupBy(held, ({ subject }) => subject)]
    .flatMap(([subject, all]) => {
      const flag = all.some(({ line }) => / read /.test(line)) ? 'read' : 'unread'
      return [...new Set(all.flatMap(({ folders }) => folders))].map((folder) => `${folder} ${subject} ${flag}`)
    })
    .sort()

const arrivals = ['client', 'junk', 'stranger', 'pretended', 'self', 'twice'] as const
const steps = [...arrivals, 'read', 'unread', 'archive', 'inbox', 'spam', 'trash', 'delete', 'forget', 'sync'] as const
/** Moves matter most, and arrivals keep something there to be moved. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...arrivals) },
  { weight: 5, arbitrary: fc.constantFrom('archive', 'inbox', 'spam', 'trash' as const) },
  { weight: 3, arbitrary: fc.constant('sync' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...steps) },
)

const originals = [
  { name: 'Gmail', open: (owner: Someone, kind: string) => openGoogle(owner, kind === 'team' ? 'jonas@' : 'mira@') },
  { name: 'IMAP', open: (owner: Someone) => openTyped(owner, `truth.${owner.orgId.slice(-6)}@sandbox.example`) },
]

for (const { name, open } of originals)
  for (const kind of ['personal', 'team'] as const)
    test(`${name}, ${kind}: after any mix of arrivals, flags, moves, deletions, own copies and lost history the copy is the mailbox, and threads are what it says`, async () => {
      const owner = await workspace()
      const original = await open(owner, kind)
      if (kind === 'team')
        assert.equal((await app.call('update-mailbox', { mailboxId: original.mailboxId, kind }, owner)).status, 200)
      const truth = makeTruth(original, kind)
      let count = 0
      const arrive = async (how: (typeof arrivals)[number], dice: number): Promise<void> => {
        const subject = `${name}-${kind}-${++count}`
        const from = how === 'stranger' ? zoe : how === 'pretended' || how === 'self' ? original.email : ida
        const to = how === 'self' ? ida : original.email
        const cc = how === 'self' ? original.email : dice % 2 === 0 ? uma : ''
        truth.written.set(subject, { from, to, cc })
        const raw = letter({ From: from, To: to, ...(cc !== '' && { Cc: cc }), Subject: subject })
        if (how === 'self') return original.sendToSelf(raw)
        await original.arrive(raw, { isJunk: how === 'junk' })
        // Gmail has each id once.
        if (how === 'twice' && name === 'IMAP') await original.arrive(raw, { isJunk: dice % 3 === 0 })
      }
      const compare = async (): Promise<void> => {
        await reader.read(owner.orgId, original.mailboxId)
        const held = await original.held()
        const { places, lists, threads } = await copyOf(owner.orgId, original.mailboxId)
        assert.deepEqual(places, held.map(({ line }) => line).sort(), 'places')
        assert.deepEqual(lists, listsOf(held), 'folders')
        assert.deepEqual(threads, truth.seen(held), 'threads')
      }
      await compare()
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(step, fc.nat({ max: 1_000 })), { minLength: 6, maxLength: 14 }), async (all) => {
          for (const [what, dice] of all) {
            const deed = original.deeds[what]
            if (what === 'sync') await compare()
            else if (what === 'forget') await original.forget()
            else if (deed) {
              const held = (await original.held()).toSorted((a, b) => (a.line < b.line ? -1 : 1))
              const mail = held[dice % Math.max(1, held.length)]
              if (mail) await deed(mail)
            } else await arrive(what as (typeof arrivals)[number], dice)
          }
          await compare()
        }),
        // What went before stays: a shorter mix would begin elsewhere.
        { numRuns: 10, endOnFailure: true },
      )
    })
