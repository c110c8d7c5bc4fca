import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ImapFlow } from 'imapflow'
import { makeFindMailServer } from '#core/outbound/addresses.ts'
import type { Mailboxes, MailboxNews, NewsEnd } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { imapMailboxes } from '../../server/providers/imap/mailboxes.ts'
import { type ImapServer, openMailProgram } from './imap-server.ts'

const since = new Date(Date.now() - 90 * 86_400_000)

export const rawMail = (subject: string, more: readonly string[] = []): Buffer =>
  Buffer.from(
    [
      ...[
        'From: Ann <ann@client.example>',
        'To: jo@own.example',
        `Subject: ${subject}`,
        'Date: Mon, 23 Nov 2026 10:00:00 +0000',
      ],
      ...[`Message-ID: <${subject}@client.example>`, ...more, '', `This is ${subject}.`, ''],
    ].join('\r\n'),
  )

export const openAccount = (server: ImapServer, password = server.password): Mailboxes => {
  const allowed = readAllowedTarget(`127.0.0.1:${server.port}`)
  return imapMailboxes({
    findMailServer: makeFindMailServer(allowed ? [allowed] : []),
    login: {
      email: 'jo@own.example',
      imap: { host: '127.0.0.1', port: server.port, user: server.user, password },
      smtp: null,
    },
  })
}

/** What a copy of refs, folders and flags becomes by the news. */
export const makeCopy = (box: Mailboxes) => {
  const copy = new Map<string, { readonly folder: string; isRead: boolean; subject: string }>()
  let cursor = ''
  const add = async (refs: readonly string[]): Promise<void> => {
    const unknown = refs.filter((ref) => !copy.has(ref))
    for await (const { ref, folders, isRead, raw } of box.fetch(unknown, { maxBytes: 1_000_000 })) {
      const subject = /^Subject: (.*?)\r?$/m.exec(raw?.toString() ?? '')?.[1] ?? ''
      copy.set(ref, { folder: folders[0] ?? '', isRead, subject })
    }
  }
  const follow = async (news: MailboxNews): Promise<void> => {
    if (news.news === 'there') await add(news.refs)
    else if (news.news === 'moved') {
      await add(news.places.map(({ ref }) => ref))
      for (const { ref, isRead } of news.places) {
        const mail = copy.get(ref)
        if (mail) mail.isRead = isRead
      }
    } else if (news.news === 'gone') for (const ref of news.refs) copy.delete(ref)
    else if (news.news === 'all')
      for (const ref of [...copy.keys()]) if (ref.startsWith(news.prefix) && !news.refs.includes(ref)) copy.delete(ref)
  }
  return {
    async readAll(): Promise<void> {
      cursor = await box.begin()
      for await (const news of box.list({ since })) await follow(news)
    },
    /** Answers which kinds of news came. */
    async readChanges(): Promise<readonly string[]> {
      const kinds: string[] = []
      const changes = box.changes(cursor, { since })
      for (;;) {
        const next: IteratorResult<MailboxNews, NewsEnd> = await changes.next()
        if (next.done) {
          assert.equal(next.value.outcome, 'done')
          if (next.value.outcome === 'done') cursor = next.value.cursor
          return kinds
        }
        kinds.push(next.value.news)
        await follow(next.value)
      }
    },
    refs: () => [...copy.keys()],
    shown: () =>
      [...copy.values()].map(({ folder, isRead, subject }) => `${folder} ${subject} ${isRead ? 'read' : 'unread'}`).sort(),
  }
}

/** What the mailbox has, as another mail program sees it. */
const held = async (program: ImapFlow): Promise<string[]> => {
  const found: string[] = []
  for (const { path } of await program.list()) {
    const lock = await program.getMailboxLock(path)
    try {
      // A folder that is open already is not opened again: what came meanwhile is said to a command.
      await program.noop()
      if (program.mailbox !== false && program.mailbox.exists > 0)
        for await (const { flags, envelope } of program.fetch('1:*', { flags: true, envelope: true }))
          found.push(`${path} ${envelope?.subject} ${flags?.has('\\Seen') ? 'read' : 'unread'}`)
    } finally {
      lock.release()
    }
  }
  return found.sort()
}

const inbox = async <T>(program: ImapFlow, work: () => Promise<T>, path = 'INBOX'): Promise<T> => {
  const lock = await program.getMailboxLock(path)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

const opened = async (start: () => Promise<ImapServer>) => {
  const server = await start()
  const program = await openMailProgram(server)
  const box = openAccount(server)
  const close = async (): Promise<void> => {
    await box.close()
    program.close()
    await server.stop()
  }
  return { server, program, box, close }
}

const deeds = ['append', 'mark', 'unmark', 'delete', 'move', 'create', 'remove', 'read'] as const

/** One thing that a mail program does, in a folder that is there. */
const act = async (
  program: ImapFlow,
  deed: (typeof deeds)[number],
  dice: (most: number) => number,
  n: number,
): Promise<void> => {
  const folders = (await program.list()).map(({ path }) => path)
  const path = folders[dice(folders.length)] ?? 'INBOX'
  const made = folders.filter((each) => each.startsWith('Made'))
  if (deed === 'append') await program.append(path, rawMail(`mail${n}`), dice(2) === 0 ? ['\\Seen'] : [])
  else if (deed === 'create') {
    const name = `Made${dice(3)}`
    if (!folders.includes(name)) await program.mailboxCreate(name)
  } else if (deed === 'remove' && made.length > 0) {
    await inbox(program, async () => {})
    await program.mailboxDelete(made[dice(made.length)] ?? '')
    // A folder of the same name that is made in the same second may count on from where the old one ended.
    await new Promise((done) => setTimeout(done, 1_050))
  } else
    await inbox(
      program,
      async () => {
        const exists = program.mailbox === false ? 0 : program.mailbox.exists
        if (exists === 0) return
        const which = String(1 + dice(exists))
        if (deed === 'mark') await program.messageFlagsAdd(which, ['\\Seen'])
        else if (deed === 'unmark') await program.messageFlagsRemove(which, ['\\Seen'])
        else if (deed === 'delete') await program.messageDelete(which)
        else if (deed === 'move') await program.messageMove(which, path === 'INBOX' ? 'Archive' : 'INBOX')
      },
      path,
    )
}

/** A server may refuse the program: then nothing happened. */
const unlessRefused = (error: unknown): void => {
  if ((error as { responseStatus?: unknown }).responseStatus === undefined) throw error
}

/** What must hold at every IMAP server. */
export const testImap = (
  name: string,
  start: () => Promise<ImapServer>,
  { skip = false, mixes }: { readonly skip?: string | false; readonly mixes: number },
): void => {
  test(`${name}: the copy follows arrivals, marks, moves, deletions and new folders made in another mail program`, {
    skip,
  }, async () => {
    const { program, box, close } = await opened(start)
    try {
      for (const subject of ['one', 'two', 'three', 'four']) await program.append('INBOX', rawMail(subject), [])
      const copy = makeCopy(box)
      await copy.readAll()
      assert.deepEqual(copy.shown(), await held(program))
      assert.deepEqual(await copy.readChanges().then((kinds) => kinds.filter((kind) => kind !== 'moved')), [])

      await program.append('INBOX', rawMail('five'), [])
      await copy.readChanges()
      assert.deepEqual(copy.shown(), await held(program))

      await inbox(program, async () => {
        await program.messageFlagsAdd('1:2', ['\\Seen'])
        await program.messageDelete('3')
      })
      await copy.readChanges()
      assert.deepEqual(copy.shown(), await held(program))

      await program.mailboxCreate('Clients')
      await inbox(program, () => program.messageMove('1', 'Clients'))
      assert.ok((await copy.readChanges()).includes('folders'))
      assert.deepEqual(copy.shown(), await held(program))
      assert.ok(copy.shown().includes('Clients one read'))

      await inbox(program, () => program.messageFlagsRemove('1:*', ['\\Seen']))
      await inbox(program, () => program.messageDelete('1'), 'Clients')
      await program.mailboxDelete('Clients')
      await copy.readChanges()
      assert.deepEqual(copy.shown(), await held(program))
    } finally {
      await close()
    }
  })

  test(`${name}: after any mix of arrivals, marks, moves, deletions and folders the copy equals the mailbox`, {
    skip,
  }, async () => {
    const { program, box, close } = await opened(start)
    try {
      const copy = makeCopy(box)
      await copy.readAll()
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...deeds), { minLength: 1, maxLength: 12 }),
          fc.infiniteStream(fc.nat()),
          async (all, random) => {
            const dice = (most: number): number => (random.next().value as number) % Math.max(1, most)
            for (const [n, deed] of all.entries()) {
              if (deed === 'read') await copy.readChanges()
              else await act(program, deed, dice, n).catch(unlessRefused)
            }
            await copy.readChanges()
            assert.deepEqual(copy.shown(), await held(program))
          },
        ),
        { numRuns: mixes, endOnFailure: true },
      )
    } finally {
      await close()
    }
  })

  test(`${name}: a folder that counts anew has new refs, and nothing of the old is left`, { skip }, async () => {
    const { program, box, close } = await opened(start)
    try {
      await program.mailboxCreate('Clients')
      for (const subject of ['one', 'two']) await program.append('Clients', rawMail(subject), [])
      const copy = makeCopy(box)
      await copy.readAll()
      const before = copy.refs()
      await inbox(program, async () => {}, 'INBOX')
      await program.mailboxDelete('Clients')
      await new Promise((done) => setTimeout(done, 1_100))
      await program.mailboxCreate('Clients')
      for (const subject of ['two', 'three']) await program.append('Clients', rawMail(subject), [])
      await copy.readChanges()
      assert.deepEqual(copy.shown(), ['Clients three unread', 'Clients two unread'])
      assert.equal(copy.refs().length, 2)
      assert.notDeepEqual(copy.refs(), before)
      // A ref of before names nothing, whatever now has its number.
      assert.deepEqual(await box.places(before.filter((ref) => !copy.refs().includes(ref))), [])
    } finally {
      await close()
    }
  })

  test(`${name}: marking shows at the server, marking what is gone is done, a mail too large comes by its headers, and one of ours is found among what was sent`, {
    skip,
  }, async () => {
    const { program, box, close } = await opened(start)
    try {
      await program.append('INBOX', rawMail('small'), [])
      await program.append('INBOX', rawMail('large', [`X-Filler: ${'x '.repeat(400)}`]), [])
      const copy = makeCopy(box)
      await copy.readAll()
      const [ref = ''] = copy.refs()
      assert.equal((await box.mark(ref, true))?.isRead, true)
      assert.equal((await box.places([ref]))[0]?.isRead, true)
      assert.equal((await box.mark(ref, false))?.isRead, false)
      const sizes: string[] = []
      for await (const { raw, head } of box.fetch(copy.refs(), { maxBytes: 600 }))
        sizes.push(raw ? 'whole' : head ? 'head' : '-')
      assert.deepEqual(sizes.sort(), ['head', 'whole'])
      await inbox(program, () => program.messageDelete('1:*'))
      assert.equal(await box.mark(ref, true), null)
      assert.equal(await box.mark('INBOX/1/999', true), null)
      assert.equal(await box.mark('no-such-folder/1/1', true), null)

      await program.append('Sent', rawMail('ours', ['X-Foyer-Mail: m1']), [])
      const sent = (mark: string, messageId: string) => box.findSent({ mark, messageId, since })
      assert.match((await sent('m1', '<another@own.example>'))?.ref ?? '', /^Sent\//)
      assert.match((await sent('m2', '<ours@client.example>'))?.ref ?? '', /^Sent\//)
      assert.equal(await sent('m2', '<another@own.example>'), null)
    } finally {
      await close()
    }
  })

  test(`${name}: a wrong password is named, a connection that breaks is opened anew`, { skip }, async () => {
    const { server, program, box, close } = await opened(start)
    try {
      await box.checkReading()
      const wrong = openAccount(server, 'wrong')
      await assert.rejects(wrong.checkReading(), (error) => error instanceof ProviderError && error.kind === 'credentials')
      await wrong.close()
      await program.append('INBOX', rawMail('one'), [])
      await box.close()
      const copy = makeCopy(box)
      await copy.readAll()
      assert.deepEqual(copy.shown(), ['INBOX one unread'])
    } finally {
      await close()
    }
  })
}
