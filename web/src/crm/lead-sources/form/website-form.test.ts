import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { hostileHtml } from '#test/support/hostile-html.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

/** A website of another origin, as careful as one can be: nothing but the form's script may run, and no style may be written in. */
let website: Server
let site: string
let body = ''
let scheme = ''
let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' } })
  website = createServer((request, response) => {
    const foyer = pages.app.url
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src ${foyer}; connect-src ${foyer}; form-action 'self' ${foyer}; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`,
        ...(request.url === '/look.css' && { 'content-type': 'text/css' }),
      })
      .end(
        request.url === '/look.css'
          ? `:root { color-scheme: ${scheme || 'light'} } body { font: 17px/1.5 serif; background: Canvas; color: CanvasText; margin: 16px } main { max-width: 40rem } div, p, form { display: block }`
          : `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Pergolas</title><link rel="stylesheet" href="/look.css"></head><body><main><h1>Pergolas</h1>${request.url === '/thanks' ? '<p>Thanks from Pergolas.</p>' : body}</main></body></html>`,
      )
  })
  await new Promise<void>((ready) => website.listen(0, '127.0.0.1', ready))
  site = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
})
after(async () => {
  website?.close()
  await pages?.stop()
})

interface Given {
  readonly owner: Someone
  readonly id: string
  readonly script: string
  readonly html: string
  readonly try_url: string
}

const givenForm = async (more: object = {}): Promise<Given> => {
  const owner = await pages.app.given.organization()
  const settings = {
    kind: 'form',
    heading: 'Ask for an offer',
    fields: [
      { kind: 'name', name: 'name' },
      { kind: 'email', name: 'email', required: true },
      { kind: 'phone', name: 'phone' },
      { kind: 'choice', name: 'wood', label: 'Which wood?', options: ['Oak', 'Larch'] },
      { kind: 'note', name: 'note' },
      { kind: 'checkbox', name: 'weekends', label: 'Also on weekends' },
    ],
    consent: { text: 'Pergolas may write to me about my inquiry.', required: true },
    origins: [site],
    ...more,
  }
  const made = await pages.app.call('create-lead-source', { name: 'Offers', settings }, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { id } = made.body.source as unknown as { id: string }
  const code = await pages.app.call('show-lead-form', { leadSourceId: id }, owner)
  return { owner, id, ...(code.body as unknown as Pick<Given, 'script' | 'html' | 'try_url'>) }
}

let visitors = 0
const visit = async (look: BrowserContextOptions & { width?: number; address?: string } = {}) => {
  const { width = 1280, address = site, ...options } = look
  const context = await pages.browser.newContext({
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: {},
    ...options,
  })
  const page = await context.newPage()
  // Each visitor has an address of their own.
  const from = `198.51.100.${visitors++}`
  await page.route(`${pages.app.url}/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': from } }),
  )
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('dialog', (dialog) => {
    troubles.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('console', (line) => {
    if (line.type() === 'error' && !/favicon|status of 4/.test(line.text())) troubles.push(line.text())
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (![site, pages.app.url].includes(origin) && protocol !== 'data:') troubles.push(`asked ${request.url()}`)
  })
  await page.goto(address)
  return { page, context, troubles }
}

const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.FOYER_TEST_PICTURES
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true })
}

const fill = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Zoë Müller')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('combobox', { name: 'Which wood?' }).selectOption('Larch')
  await page.getByRole('textbox', { name: 'Message' }).fill('Four by three metres')
  await page.getByRole('checkbox', { name: /Pergolas may write/ }).check()
}

const activeName = (page: Page): Promise<string> =>
  page.evaluate<string>(`document.querySelector('foyer-form').shadowRoot.activeElement?.name ?? ''`)

test('a visitor of another website sends the form by its script, and the lead stands live in the app', async () => {
  const { owner, script } = await givenForm()
  body = `<p>Before</p>${script}<p>After</p>`
  scheme = ''
  const staff = await pages.open('/leads', { as: owner })
  const { page, context, troubles } = await visit()
  const send = page.getByRole('button', { name: 'Send' })
  await send.click()
  await page.getByText('Please fill in this field.').waitFor()
  assert.equal(await activeName(page), 'email', 'the first field to correct')
  assert.equal(await page.getByRole('textbox', { name: 'Email' }).getAttribute('aria-invalid'), 'true')
  await page.getByText('Please tick this box').waitFor()
  assert.deepEqual(await faultsOf(page), [], 'the form with faults')
  await picture(page, 'form with faults 1280')

  await fill(page, 'zoe@')
  await send.click()
  await page.getByText('This is not an email address.').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill('zoe@example.com')
  await page.getByRole('textbox', { name: 'Phone' }).fill('12')
  // People take longer than two seconds.
  await page.waitForTimeout(2_000)
  await send.click()
  const thanks = page.getByText('Thank you. We will get back to you soon.')
  await thanks.waitFor()
  assert.equal(await thanks.getAttribute('role'), 'status')
  assert.deepEqual(await context.cookies(), [], 'no cookie')
  assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0)
  assert.deepEqual(troubles, [])
  await context.close()

  await staff.page.getByText('Zoë Müller').first().click()
  await staff.page.getByRole('heading', { name: 'Zoë Müller' }).first().waitFor()
  await staff.page.getByText('Larch').first().waitFor()
  await staff.page.getByRole('button', { name: 'Technical' }).click()
  await staff.page.getByText('Offers, consent text 1').first().waitFor()
  assert.deepEqual(staff.errors, [])
  await staff.close()
})

test('a form on a dark phone page takes the page’s font and color, and keeps WCAG 2.2 AA', async () => {
  const { script } = await givenForm({ accent: '#fde047' })
  body = script
  for (const [width, own] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    scheme = own
    const { page, context, troubles } = await visit({ width })
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    const look = await page.evaluate<{ font: string; color: string }>(`(() => {
      const { fontFamily: font, color } = getComputedStyle(document.querySelector('foyer-form').shadowRoot.querySelector('input'))
      return { font, color }
    })()`)
    assert.equal(look.font, 'serif')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Please fill in this field.').waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    assert.deepEqual(await faultsOf(page), [], `${width} ${own}`)
    await picture(page, `form on a website ${width} ${own}`)
    // The trap is not for people: neither the keyboard nor a screen reader comes to it.
    assert.equal(await page.getByRole('textbox', { name: /leave this field empty/i }).count(), 0)
    const reached: string[] = []
    await page.getByRole('textbox', { name: 'Name' }).focus()
    for (let n = 0; n < 9; n++) {
      reached.push(await activeName(page))
      await page.keyboard.press('Tab')
    }
    assert.deepEqual(reached.slice(0, 7), ['name', 'email', 'phone', 'wood', 'note', 'weekends', 'consent'])
    assert.ok(!reached.includes('subject_2'))
    assert.deepEqual(troubles, [])
    await context.close()
  }
  scheme = ''
})

test('a visitor without scripts sends the plain HTML, corrects it on Foyer’s page and is led to the thank-you page', async () => {
  const { owner, html } = await givenForm({ thanks: { url: `${site}/thanks` }, consent: null })
  body = html.replace(' required autocomplete="email"', '').replace('type="email"', 'type="text"')
  const { page, context } = await visit({ javaScriptEnabled: false, width: 360, colorScheme: 'dark' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Zoë Müller')
  await page.getByRole('textbox', { name: 'Email' }).fill('zoe@')
  await page.getByRole('combobox', { name: 'Which wood?' }).selectOption('Oak')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Please check the form' }).waitFor()
  await page.getByText('This is not an email address.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Zoë Müller')
  assert.equal(await page.getByRole('combobox', { name: 'Which wood?' }).inputValue(), 'Oak')
  assert.equal(await page.getByRole('link', { name: 'Back to the website' }).getAttribute('href'), `${site}/`)
  await picture(page, 'form to correct 360')
  await page.getByRole('textbox', { name: 'Email' }).fill('plain@example.com')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thanks from Pergolas.').waitFor()
  const { body: listed } = await pages.app.call('list-leads', { limit: 5 }, owner)
  const [lead] = listed.leads as unknown as { email: string; source: string }[]
  assert.deepEqual([lead?.email, lead?.source], ['plain@example.com', 'offers'])
  await context.close()
})

test('Foyer’s own pages of a form keep WCAG 2.2 AA in both looks', async () => {
  const { html } = await givenForm({ consent: null })
  body = html.replace(' required autocomplete="email"', '').replace('type="email"', 'type="text"')
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    const { page, context } = await visit({ width, colorScheme, bypassCSP: true })
    await page.getByRole('textbox', { name: 'Email' }).fill('zoe@')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('This is not an email address.').waitFor()
    assert.deepEqual(await faultsOf(page), [], `correct ${width}`)
    await page.getByRole('textbox', { name: 'Email' }).fill(`own${width}@example.com`)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you. We will get back to you soon.').waitFor()
    assert.deepEqual(await faultsOf(page), [], `thanks ${width}`)
    await picture(page, `form thanks ${width}`)
    await context.close()
  }
})

test('a script that is answered in trouble says it at the field or above the button, and the same words sent again are one lead', async () => {
  const { owner, script } = await givenForm({ consent: null })
  body = script
  const { page, context } = await visit()
  await page.getByRole('textbox', { name: 'Email' }).fill('once@example.com')
  await page.waitForTimeout(2_000)
  // The lead is taken, and the answer is lost on its way.
  let lost = 0
  await page.route(/lead-form\/[\w-]+$/, async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').filter({ hasText: 'Nothing is lost' }).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you.').waitFor()
  const { body: listed } = await pages.app.call('list-leads', { limit: 5 }, owner)
  assert.equal((listed.leads as unknown as unknown[]).length, 1)
  await context.close()
})

test('a website that is not on the list shows no form, and its console says why', async () => {
  const { script } = await givenForm({ origins: ['https://www.example.com'] })
  body = script
  const context = await pages.browser.newContext()
  const page = await context.newPage()
  const [said] = await Promise.all([
    page.waitForEvent('console', (line) => line.text().includes('Foyer form')),
    page.goto(site),
  ])
  assert.match(said.text(), /may not send this form/)
  assert.equal(await page.getByRole('textbox').count(), 0)
  await context.close()
})

test('hostile texts of the form and of its visitor stand as texts, in the website, on Foyer’s page and in the app', async () => {
  const hostile = [
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    '‮abc',
    ...hostileHtml('https://canary.example').slice(0, 4),
  ]
  const text = hostile.join(' ').slice(0, 110)
  const { owner, script } = await givenForm({
    heading: text,
    button: '<b onclick=alert(1)>Go</b>',
    fields: [
      { kind: 'email', name: 'email', label: text },
      { kind: 'name', name: 'name' },
      { kind: 'choice', name: 'one', label: 'One', options: hostile.map((each) => each.slice(0, 200).trim()) },
    ],
    consent: { text },
  })
  body = script
  const { page, context, troubles } = await visit()
  await page.getByRole('button', { name: 'Go' }).waitFor()
  assert.equal(await page.locator('foyer-form :is(img, script, iframe, svg, b)').count(), 0)
  assert.deepEqual(troubles, [])
  const { body: shown } = await pages.app.call('list-lead-sources', {}, owner)
  const [{ url }] = shown.sources as unknown as [{ url: string }]
  await page.goto(url)
  assert.equal(await page.locator(':is(img, script, iframe, svg, main b)').count(), 0)
  const sent = await page.request.post(url, {
    form: { email: 'hostile@example.com', name: hostile[0] ?? '', one: text, extra: text },
    headers: { origin: site },
  })
  assert.equal(sent.status(), 200)
  assert.deepEqual(troubles, [])
  await context.close()
  const staff = await pages.open('/leads', { as: owner })
  await staff.page.getByText('hostile@example.com').first().waitFor()
  await staff.page.getByText('<img src=x').first().click()
  await staff.page.getByText('extra').first().waitFor()
  assert.equal(await staff.page.locator('main img[src="x"]').count(), 0)
  assert.deepEqual(staff.errors, [])
  await staff.close()
})

test('the script weighs at most 10 KB packed, is kept by browsers, and may stand in any page', async () => {
  const response = await fetch(`${pages.app.url}/form.js`, { headers: { 'accept-encoding': 'identity' } })
  const script = await response.text()
  const packed = gzipSync(script, { level: 9 }).length
  assert.ok(packed > 1_000 && packed <= 10 * 1_024, `${packed} bytes`)
  assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.match(response.headers.get('cache-control') ?? '', /public, max-age=\d+/)
  const tag = response.headers.get('etag') ?? ''
  assert.equal((await fetch(`${pages.app.url}/form.js`, { headers: { 'if-none-match': tag } })).status, 304)
  assert.doesNotMatch(
    script,
    /innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|cookie|localStorage|https?:\/\//,
  )
})

test('an admin makes a form with a live preview, copies it, tries it in the sandbox, and releases what a robot may have sent', async () => {
  const owner = await pages.app.given.organization()
  await pages.app.call('save-field', { kind: 'lead', name: 'Budget', fieldType: 'number', inForms: true }, owner)
  const { page, context, errors, keeps, close } = await pages.open('/leads/sources', { as: owner })
  await page.getByRole('button', { name: 'Create source' }).click()
  await page.getByRole('radio', { name: 'Website form' }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill('Offers')
  await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
  await page.getByText('Waiting for the first one…').waitFor()
  await page.getByText('No website is allowed yet').waitFor()

  await page.getByRole('textbox', { name: 'Websites' }).fill('www.example.com')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('menuitem', { name: 'Question' }).click()
  await page.getByRole('textbox', { name: 'Field 5: Question' }).fill('Which wood?')
  await page.getByRole('combobox', { name: 'Answer' }).selectOption('Choice')
  await page.getByRole('textbox', { name: 'Choices, one per line' }).fill('Oak\nLarch')
  await page.getByRole('button', { name: 'Move Which wood? up' }).click()
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('menuitem', { name: 'Field: Budget' }).click()
  await page.getByRole('textbox', { name: 'Consent text' }).fill('You may write to me.')
  await page.getByRole('textbox', { name: 'Thank-you page' }).fill('https://elsewhere.example/')
  const preview = page.locator('figure')
  await preview.getByText('Which wood?').waitFor()
  await preview.getByText('You may write to me.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/page on one of the listed websites/).waitFor()
  await page.getByRole('textbox', { name: 'Thank-you page' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const kept = page.getByRole('textbox', { name: 'Websites' })
  await until('the website as it is kept', async () => (await kept.inputValue()) === 'https://www.example.com')
  const script = await page.getByRole('region', { name: 'form embed code' }).innerText()
  assert.match(script, /^<script async src="http:\/\/127\.0\.0\.1:\d+\/form\.js" data-form="[\w-]{22}"><\/script>$/)
  await page.getByText('The text so far').click()
  await page.getByText('Text 1').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await keeps('a website form')
  await page.getByText('HTML', { exact: true }).click()
  await page.getByRole('region', { name: 'form HTML' }).getByText('name="which_wood"').first().waitFor()

  const [tried] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Try it' }).click()])
  assert.match(tried.url(), /^http:\/\/localhost:/)
  await tried.getByRole('textbox', { name: 'Email' }).fill('tried@example.com')
  await tried.getByRole('checkbox', { name: /You may write/ }).check()
  // As a robot fills in all that it finds.
  await tried.evaluate(`document.querySelector('foyer-form').shadowRoot.querySelector('[name=subject_2]').value = 'x'`)
  await tried.getByRole('button', { name: 'Send' }).click()
  await tried.getByText('Thank you.').waitFor()
  await tried.getByRole('link', { name: 'The form as plain HTML' }).click()
  await tried.getByRole('textbox', { name: 'Email' }).fill('plain@example.com')
  await tried.getByLabel(/Which wood/).waitFor()
  await tried.getByRole('checkbox', { name: /You may write/ }).check()
  await tried.getByRole('button', { name: 'Send' }).click()
  await tried.getByText('Thank you.').waitFor()
  await tried.close()

  await page.getByText('1 request is held').waitFor()
  await page.getByText('Working', { exact: true }).waitFor()
  await page.getByRole('table', { name: 'Request log' }).getByRole('row', { name: /Held/ }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('link', { name: 'Open lead' }).click()
  await page.getByText('tried@example.com').first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})
