import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { extractLinks } from 'unpdf'
import { connectionOptions } from '#db/connect.ts'
import { templates } from '#domains/platform/mail-out/templates.ts'
import { buildWeb } from '#transports/web/build-web.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { openBrowser } from '../support/browser.ts'
import { type Kept, keptOf } from '../support/failpoints.ts'
import { type Answer, ask } from '../support/requests.ts'
import { sendEveryMail, senders } from './every-mail.ts'

/*
 * Programs open the links of emails before a person does: scanners of mail servers, previews, crawlers. What they do is GET and HEAD, and
 * none of it may cancel, confirm, spend or sign anything. Of every template there is an email that the product has sent.
 */

let app: TestApp
let owner: pg.Client
/** The links of all mails, each once, with what stands behind #. */
let links: ReadonlySet<string>
/** The language of each mail, by its template. */
const languages = new Map<string, Set<string>>()
before(async () => {
  app = await startApp({
    // Each fetch comes from elsewhere, so that none is refused by the limits of an address.
    env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1', OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' },
    webFolder: await buildWeb({ say: () => {} }),
    alone: true, // all rows of all tables are compared
  })
  owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  const worker = await app.startWorker()
  const sent = await sendEveryMail({ app, owner: app.owner, database: owner }).finally(() => worker.stop())
  const mails = (await ask(`${app.url}/sandbox/mail`)).body as unknown as Mail[]
  const found = await Promise.all(
    sent.map(async ({ template, provider_id }) => {
      const mail = mails.find(({ id }) => id === provider_id)
      assert.ok(mail, `an email of ${template} is in the mailbox of the sandbox`)
      const [, language = ''] = /<html lang="(\w+)">/.exec(mail.html) ?? []
      languages.set(template, (languages.get(template) ?? new Set()).add(language))
      const own = (await linksOf(mail)).filter((link) => ownAddress(link) !== null)
      assert.ok(own.length > 0, `an email of ${template} has a link`)
      return own
    }),
  )
  links = new Set(found.flat())
})
after(async () => {
  await owner?.end()
  await app?.stop()
})

/** What counts requests by its nature, and why it may. */
const counting: Readonly<Record<string, string>> = {
  'foyer.page_views': 'who looked at the page behind a link, and whether that was a program: a load is what it counts',
  'directory.buckets': 'the limits of public actions: how many requests came from an address in the last minute',
}

/** All rows of all tables, once what is gathered for half a second before it is written has been written. */
const everything = async (): Promise<Kept> => {
  const { rows } = await owner.query<{ name: string }>(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('foyer', 'directory', 'jobs') order by 1",
  )
  const names = rows.map(({ name }) => name)
  for (const name of Object.keys(counting)) assert.ok(names.includes(name), `${name} is a table`)
  let last = await keptOf(owner, names)
  for (let tries = 0; tries < 20; tries++) {
    await sleep(800)
    const now = await keptOf(owner, names)
    const moving = changed(last, now)
    if (moving.length === 0) return now
    last = now
  }
  throw new Error('rows change though nothing is asked for')
}

/** Rows that differ, each with its table. */
const changed = (before: Kept, now: Kept): string[] =>
  [...now.keys()]
    .filter((name) => !(name in counting) && before.get(name) !== now.get(name))
    .flatMap((name) => {
      const [known, rows] = [before, now].map((kept) => new Set(kept.get(name)?.split('\n'))) as [Set<string>, Set<string>]
      const differing = [...[...known].filter((row) => !rows.has(row)), ...[...rows].filter((row) => !known.has(row))]
      return differing.map((row) => `${name}: ${row.slice(0, 300)}`)
    })

interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly { readonly name: string; readonly type: string }[]
}

const inText = (text: string): string[] => text.match(/https?:\/\/[^\s<>"\\]+/g) ?? []
const inHtml = (html: string, places: RegExp): string[] =>
  [...html.matchAll(places)].map(([, link = '']) =>
    link
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )

/** Every address in a mail: in its text, in its HTML, and in the files that came with it. */
const linksOf = async ({ id, html, text, attachments }: Mail): Promise<string[]> => {
  const links = [...inText(text), ...inHtml(html, /\s(?:href|src|action|background)\s*=\s*["']([^"']+)["']/gi)]
  for (const [index, { name, type }] of attachments.entries()) {
    const file = Buffer.from(await (await fetch(`${app.url}/sandbox/mail/${id}/attachments/${index}`)).arrayBuffer())
    if (type.startsWith('text/')) links.push(...inText(file.toString().replaceAll(/\r\n[ \t]/g, '')))
    else {
      assert.match(name, /\.pdf$/)
      // What can be clicked; in the text an address may be broken over two lines.
      links.push(...(await extractLinks(new Uint8Array(file))).links)
    }
  }
  return links
}

/** As it is asked for, without what stands behind #; null where it leads to others. The sandbox stands for the providers. */
const ownAddress = (link: string, from = app.url): string | null => {
  const url = URL.canParse(link, from) ? new URL(link, from) : null
  if (url?.origin !== app.url || url.pathname.startsWith('/sandbox/')) return null
  url.hash = ''
  return url.href
}

test('each mail to a member is in German for those who read German, an invitation in the language of who invites', () => {
  const toMembers = [
    ...['invitation', 'set-password', 'reset-password', 'security-notice', 'notices', 'notice-summary', 'webhook-disabled'],
    ...['proposal-answered', 'human-step', 'booking-host'],
  ]
  for (const template of toMembers) assert.deepEqual([...(languages.get(template) ?? [])], ['de'], template)
})

const agents = {
  crawler: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', accept: '*/*' },
  browser: {
    'user-agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'sec-fetch-mode': 'navigate',
  },
} as const

let askers = 0
const elsewhere = (): { 'x-forwarded-for': string } => ({
  'x-forwarded-for': `198.18.${(++askers >> 8) & 255}.${askers & 255}`,
})

/** One fetch, and those that it is led on to within the product. */
const fetchOwn = async (address: string, method: string, agent: keyof typeof agents): Promise<Answer> => {
  for (let [at, hops] = [address, 0]; ; hops++) {
    const answer = await ask(at, { method, headers: { ...agents[agent], ...elsewhere() } })
    assert.ok(answer.status < 500 && answer.status !== 429, `${method} ${at} as a ${agent}: ${answer.status}`)
    const location = answer.headers.get('location')
    const next = location === null ? null : ownAddress(location, at)
    if (next === null) return answer
    assert.ok(hops < 5, `${address} leads in a circle`)
    at = next
  }
}

/** Fetches each by GET, HEAD and OPTIONS, as a crawler and as a browser. Answers what a browser gets: a page or a file. */
const crawl = async (addresses: Iterable<string>): Promise<Map<string, Answer>> => {
  const pages = new Map<string, Answer>()
  for (const address of addresses) {
    const [page, , head] = await Promise.all([
      fetchOwn(address, 'GET', 'browser'),
      fetchOwn(address, 'GET', 'crawler'),
      fetchOwn(address, 'HEAD', 'browser'),
      fetchOwn(address, 'HEAD', 'crawler'),
      fetchOwn(address, 'OPTIONS', 'crawler'),
    ])
    assert.deepEqual([page.status, head.status], [200, 200], address)
    pages.set(address, page)
  }
  return pages
}

/** What pages of the product link to within it. */
const linkedFrom = (pages: ReadonlyMap<string, Answer>): Set<string> =>
  new Set(
    [...pages].flatMap(([address, { body }]) =>
      inHtml(String(body.text ?? ''), /<a\s[^>]*?href\s*=\s*["']([^"']+)["']/gi).flatMap(
        (link) => ownAddress(link, address) ?? [],
      ),
    ),
  )

test('every template of an email has one whose links are crawled', () => {
  assert.deepEqual(Object.keys(senders).sort(), Object.keys(templates).sort())
})

test('a crawler that fetches every link of every email, and every link of the pages behind them, changes nothing', async () => {
  const begun = await everything()
  const mailed = new Set([...links].flatMap((link) => ownAddress(link) ?? []))
  const [, slug, eventType] =
    [...mailed].map((address) => /\/book\/([^/?]+)\/([^/?]+)$/.exec(address)).find((found) => found) ?? []
  const from = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const to = new Date(Date.now() + 9 * 86_400_000).toISOString()
  const { slots } = (await app.call('list-slots', { orgId: slug, eventType, timezone: 'UTC', from, to }, null)).body
  const day = (slots as unknown as { date: string }[])[0]?.date ?? ''
  // The page of a day has the free starts, and each of them leads to the form in which it is booked.
  const chosen = `${app.url}/book/${slug}/${eventType}?zone=UTC&lang=en&day=${day}&month=${day.slice(0, 7)}`
  const pages = await crawl([...mailed, `${app.url}/book/${slug}`, `${app.url}/verify`, chosen])
  const linked = [...linkedFrom(pages)]
  assert.ok(
    linked.some((address) => address.includes('start=')),
    'a start is free',
  )
  await crawl(linked.filter((address) => !pages.has(address)))
  assert.deepEqual(changed(begun, await everything()), [])

  // A form that is sent from one of these pages does change something, and it would be seen.
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  for (const address of mailed) {
    if (address.includes('/sign/')) await ask(`${address}/decline`, form)
    if (address.includes('/proposal/')) await ask(`${address}/decline`, { ...form, body: 'version=1' })
  }
  const now = changed(begun, await everything())
  for (const table of ['foyer.document_signers', 'foyer.proposals'])
    assert.ok(
      now.some((row) => row.startsWith(`${table}: `)),
      table,
    )
})

test('a scanner that opens every link in a browser, lets its scripts run and presses nothing, changes nothing', async () => {
  const browser = await openBrowser()
  try {
    const begun = await everything()
    const open = async (link: string): Promise<void> => {
      const context = await browser.newContext({ extraHTTPHeaders: elsewhere() })
      const page = await context.newPage()
      await page.goto(link, { waitUntil: 'networkidle' })
      await page.locator('h1').first().waitFor()
      await context.close()
    }
    const rest = [...links]
    while (rest.length > 0) await Promise.all(rest.splice(0, 4).map(open))
    assert.deepEqual(changed(begun, await everything()), [])
  } finally {
    await browser.close()
  }
})
