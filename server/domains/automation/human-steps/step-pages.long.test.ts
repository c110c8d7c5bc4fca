import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { html } from '#core/http/markup.ts'
import { type Language, languages } from '#shapes/languages.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { askStep, tokenTo } from '#test/support/human-steps.ts'
import { share } from '#test/support/shared.ts'
import { untilRun } from '#test/support/workflows.ts'
import { stepStrings } from './step-strings.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let browser: Browser
let release: () => Promise<void>
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' } })
  worker = await app.startWorker()
  ;({ thing: browser, release } = await share('browser', openBrowser, (opened) => opened.close()))
})
after(async () => {
  await release?.()
  await worker?.stop()
  await app?.stop()
})

let visitors = 0
const elsewhere = (): string => `198.23.${(++visitors >> 8) & 255}.${visitors & 255}`
const ask = async (path: string, init: RequestInit = {}) => {
  const headers = { 'x-forwarded-for': elsewhere(), 'accept-language': 'en', ...init.headers }
  const response = await fetch(new URL(path, app.url), { redirect: 'manual', ...init, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const post = (path: string, fields: Record<string, string>) => ask(path, { method: 'POST', body: new URLSearchParams(fields) })

const choices = [
  { value: 'phone', label: 'Phone' },
  { value: 'mail', label: 'Mail' },
]
const form = [
  { name: 'price', label: 'Your budget', type: 'money', required: true },
  { name: 'people', label: 'People', type: 'number' },
  { name: 'start', label: 'Start', type: 'date' },
  { name: 'way', label: 'How we reach you', type: 'choice', choices, required: true, help: 'On workdays' },
  { name: 'ways', label: 'Other ways', type: 'several', choices },
  { name: 'urgent', label: 'It is urgent', type: 'tick' },
  { name: 'remark', label: 'Remark', type: 'long_text' },
]

let clients = 0
const given = async (more: object = {}) => {
  const as = await app.given.organization()
  const email = `client${++clients}@pages.example`
  const step = await askStep(app, as, { to: { kind: 'client', email }, ...more })
  return { ...step, as, email, path: `/step/${await tokenTo(app, email)}` }
}

test('a client answers on the page of the mail without a script, and the page then says what was sent', async () => {
  const { as, path, runId } = await given({ form, at_most: { amount: 2, unit: 'days' } })
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
    extraHTTPHeaders: { 'x-forwarded-for': elsewhere() },
  })
  const page = await context.newPage()
  await page.goto(app.url + path)
  await page.getByLabel('Amount').fill('1234.50')
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByLabel('People').fill('2')
  await page.getByLabel('Phone').check()
  await page.getByLabel('It is urgent').check()
  await page.getByLabel('Remark').fill('</textarea><script>alert(1)</script>')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('alert')
    .getByText('Choose from the list.')
    .or(page.getByRole('alert').getByText('Fill this in.'))
    .waitFor()
  assert.equal(await page.getByLabel('Amount').inputValue(), '1234.50')
  assert.equal(await page.getByLabel('Remark').inputValue(), '</textarea><script>alert(1)</script>')
  await page.getByLabel('How we reach you').selectOption('mail')
  await page.getByLabel('Start').fill('2028-02-29')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Thank you, your answer is in').waitFor()
  await page.getByText('Your answer: Approve').waitFor()
  await context.close()
  const { run, steps } = await untilRun(app, as, runId, 'completed')
  assert.equal(run.reason, 'approved')
  assert.deepEqual(steps[0]?.output, {
    ...{ choice: 'approve', price: { amount_minor: 123_450, currency: 'EUR' }, people: 2, start: '2028-02-29', way: 'mail' },
    ...{ ways: ['phone'], urgent: true, remark: '</textarea><script>alert(1)</script>' },
  })
  assert.match((await post(path, { choice: 'reject' })).text, /Thank you, your answer is in/)
})

test('the page is read in six languages, in each of its states, at 360 px and wide, in the light and the dark', async () => {
  const { path, as, runId, stepId } = await given({ form, text: 'A kitchen.\nFor 12,000 €.' })
  const look = async (state: string, langs: readonly Language[]): Promise<void> => {
    for (const lang of langs)
      for (const { width, dark } of [
        { width: 360, dark: true },
        { width: 1280, dark: false },
      ]) {
        const context = await browser.newContext({
          ...{ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light' },
          extraHTTPHeaders: { 'x-forwarded-for': elsewhere() },
        })
        const page = await context.newPage()
        await page.goto(`${app.url}${path}?lang=${lang}`)
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${lang} at ${width}`)
        assert.deepEqual(await faultsOf(page), [], `${state} ${lang} at ${width}`)
        if (process.env.FOYER_TEST_PICTURES && lang === 'de')
          await page.screenshot({ path: `${process.env.FOYER_TEST_PICTURES}/step-${state}-${width}.png`, fullPage: true })
        await context.close()
      }
  }
  // A colour that no one could read as text.
  const business = { colour: '#ffd43b', street: 'Lange Straße 1', city: 'Jena', country: 'DE' }
  assert.equal((await app.call('save-business', business, as)).status, 200)
  const branded = await ask(`${path}?lang=de`)
  assert.ok(branded.text.includes('/brand/colour/ffd43b.css') && branded.text.includes('Deutschland'))
  assert.match(branded.headers.get('content-security-policy') ?? '', /img-src 'self'/)
  const all = Object.keys(languages) as Language[]
  for (const lang of all) {
    const { text, status, headers } = await ask(`${path}?lang=${lang}`)
    assert.equal(status, 200)
    assert.ok(text.includes(html(stepStrings(lang).choose)), lang)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  }
  await look('open', all)
  assert.equal(
    (
      await app.call(
        'resume-workflow',
        { runId, stepId, choice: 'approve', data: { price: { amount_minor: 1, currency: 'EUR' }, way: 'mail' } },
        as,
      )
    ).status,
    200,
  )
  assert.match((await ask(`${path}?lang=en`)).text, /has answered this meanwhile/)
  await look('answered', ['en', 'de'])
})

test('GET, HEAD and OPTIONS change nothing, a link of the newest and of an older mail both work, and what is no link says so', async () => {
  const { path, as, stepId, runId } = await given()
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    for (const query of ['', '?choice=approve', '?lang=de&choice=approve#answer']) await ask(path + query, { method })
  const { step } = (await app.call('show-human-step', { stepId }, as)).body as unknown as { step: { state: string } }
  assert.equal(step.state, 'open')
  assert.equal((await ask('/step/nothing')).status, 404)
  assert.match((await ask('/step/nothing')).text, /This link leads nowhere/)
  assert.equal((await post('/step/nothing', { choice: 'approve' })).status, 404)
  const wrong = await post(path, { choice: 'other' })
  assert.equal(wrong.status, 400)
  await app.call('cancel-run', { runId }, as)
  const late = await post(path, { choice: 'approve' })
  assert.equal(late.status, 409)
  assert.match(late.text, /no longer needs an answer/)
})

test('of a client and 16 others with the link one answer counts, and it is said whose', async () => {
  const { path, as, stepId } = await given({ form: [{ name: 'remark', label: 'Remark', type: 'text' }] })
  const answers = await Promise.all(
    Array.from({ length: 17 }, (_, n) => post(path, { choice: n % 2 === 0 ? 'approve' : 'reject', 'f.remark': `${n}` })),
  )
  assert.equal(answers.filter(({ status }) => status === 303).length, 1)
  assert.ok(answers.every(({ status }) => status === 303 || status === 409))
  const { step } = (await app.call('show-human-step', { stepId }, as)).body as unknown as { step: { answered_by: string } }
  assert.match(step.answered_by, /@pages\.example$/)
})
