import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'
import { phonesAt, startReceiver } from '#test/support/whatsapp.ts'

const token = 'EAAdouble0001'
const [number, account] = ['106540352242922', '102290129340398']
let now = new Date('2026-11-21T12:00:00Z')
let sandbox: TestSandbox
let browser: Browser | undefined
let receiver: Awaited<ReturnType<typeof startReceiver>>
before(async () => {
  sandbox = await startSandbox({ now: () => now })
  receiver = await startReceiver('verify-me')
  await graph(number)
  const asked = await graph(`${account}/subscribed_apps`, { override_callback_uri: receiver.url, verify_token: 'verify-me' })
  assert.deepEqual(asked.body, { success: true })
})
after(async () => {
  await browser?.close()
  receiver.stop()
  await sandbox.stop()
})

interface Answered {
  readonly status: number
  // Whatever the test says that it is.
  readonly body: Record<string, never> & { readonly error?: { code: number; error_data?: { details: string } } }
}
const graph = async (path: string, body?: object, as = token): Promise<Answered> => {
  const response = await fetch(`${sandbox.address}/v23.0/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
  })
  return { status: response.status, body: (await response.json()) as Answered['body'] }
}
const send = (to: string, more: object = { type: 'text', text: { body: 'Hello' } }): Promise<Answered> =>
  graph(`${number}/messages`, { messaging_product: 'whatsapp', to, ...more })
const codeOf = async (asked: Promise<Answered>): Promise<number | undefined> => (await asked).body.error?.code
const phones = () => phonesAt(sandbox.address, number)
let counted = 0
/** A new customer who has just written. */
const somebody = async (): Promise<{ id: string; number: string }> => {
  const phone = await phones().add({ name: `Somebody ${++counted}`, number: `+44770090${1_000 + counted}` })
  await phones().write(phone.id, { text: 'Hello' })
  return phone
}

interface Webhook {
  readonly entry: readonly {
    readonly changes: readonly {
      readonly field: string
      readonly value: {
        readonly messages?: readonly { readonly id: string; readonly from?: string; readonly timestamp: string }[]
        readonly statuses?: readonly {
          readonly id: string
          readonly status: string
          readonly errors?: readonly { code: number }[]
        }[]
        readonly event?: string
      }
    }[]
  }[]
}
const webhooks = (): Webhook[] => receiver.came.map(({ body }) => JSON.parse(body.toString()) as Webhook)
const changes = () => webhooks().flatMap(({ entry }) => entry.flatMap((each) => each.changes))
const came = (id: string): number =>
  changes()
    .flatMap(({ value }) => value.messages ?? [])
    .filter((message) => message.id === id).length
const statusesOf = (id: string): string[] =>
  changes()
    .flatMap(({ value }) => value.statuses ?? [])
    .flatMap((each) => (each.id === id ? [each.status] : []))
const idOf = ({ status, body }: Answered): string => {
  assert.equal(status, 200, JSON.stringify(body))
  return (body as unknown as { messages: [{ id: string }] }).messages[0].id
}

test('free text goes out until 24 hours after the customer’s last message, to the second', async () => {
  const phone = await somebody()
  const written = now.getTime()
  const dayMs = 24 * 60 * 60 * 1_000
  for (const [ms, code] of [
    [dayMs - 1_000, undefined],
    [dayMs, 131047],
    [dayMs + 1_000, 131047],
  ] as const) {
    now = new Date(written + ms)
    assert.equal(await codeOf(send(phone.number)), code, `${ms}`)
  }
  await phones().write(phone.id, { text: 'Still here' })
  assert.equal(await codeOf(send(phone.number)), undefined)
  // What was written long ago, on a phone without a network, opens nothing; nor does time that passed.
  const other = await phones().add({ name: 'Late', number: '+447700902999' })
  await phones().write(other.id, { text: 'Sorry', ageSeconds: 90_000 })
  assert.equal(await codeOf(send(other.number)), 131047)
  await phones().advance(phone.id, 86_400)
  assert.equal(await codeOf(send(phone.number)), 131047)
})

test('a message is sent, then delivered once the phone has a network, then read once the recipient opens it', async () => {
  const phone = await somebody()
  await phones().change(phone.id, { isOnline: false })
  const id = idOf(await send(phone.number))
  await until('sent', async () => statusesOf(id).length === 1)
  await phones().read(phone.id)
  assert.deepEqual(statusesOf(id), ['sent'])
  const held = await phones().write(phone.id, { text: 'Written without a network' })
  assert.equal(came(held.id), 0)
  await phones().change(phone.id, { isOnline: true })
  await until('delivered', async () => statusesOf(id).length === 2)
  await until('what was held', async () => came(held.id) === 1)
  await phones().read(phone.id)
  await until('read', async () => statusesOf(id).length === 3)
  assert.deepEqual(statusesOf(id), ['sent', 'delivered', 'read'])
})

test('a customer who blocked the business is not reached: with the answer, or by a status where it says so late', async () => {
  const phone = await somebody()
  await phones().change(phone.id, { isBlocking: true })
  assert.equal(await codeOf(send(phone.number)), 131026)
  await assert.rejects(phones().write(phone.id, { text: 'Hm' }), /blocks the business/)
  const late = (refusesLate: boolean) =>
    fetch(`${sandbox.address}/sandbox/whatsapp/api/businesses/${number}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refusesLate }),
    })
  await late(true)
  const id = idOf(await send(phone.number))
  await until('failed', async () => statusesOf(id).length > 0)
  assert.deepEqual(statusesOf(id), ['failed'])
  const failed = changes()
    .flatMap(({ value }) => value.statuses ?? [])
    .find((each) => each.id === id)
  assert.equal(failed?.errors?.[0]?.code, 131026)
  await late(false)
  await phones().change(phone.id, { isBlocking: false })
  assert.equal(await codeOf(send(phone.number)), undefined)
})

test('the simulator refuses what the platform refuses, with its messages and codes', async () => {
  const phone = await somebody()
  const to = phone.number
  for (const [more, code] of [
    [{ type: 'text' }, 100],
    [{ type: 'text', text: { body: '' } }, 100],
    [{ type: 'text', text: { body: 'x'.repeat(4_097) } }, 100],
    [{ type: 'poem', poem: {} }, 100],
    [{ type: 'text', text: { body: 'x' }, biz_opaque_callback_data: 'x'.repeat(513) }, 100],
    [{ type: 'reaction', reaction: { message_id: 'wamid.unknown', emoji: '👍' } }, 131009],
    [{ type: 'template', template: { name: 'nothing', language: { code: 'de' } } }, 132001],
    [{ type: 'template', template: { name: 'follow_up', language: { code: 'de' } } }, 132000],
    [
      {
        type: 'template',
        template: {
          name: 'how_to_find_us',
          language: { code: 'en_US' },
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'Maya' }] }],
        },
      },
      132012,
    ],
    [
      {
        type: 'template',
        template: {
          name: 'booking_confirmed',
          language: { code: 'en_US' },
          components: [{ type: 'body', parameters: ['a', 'b'].map((text) => ({ type: 'text', text })) }],
        },
      },
      100,
    ],
    [
      {
        type: 'template',
        template: {
          name: 'follow_up',
          language: { code: 'en_US' },
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'one\ntwo' }] }],
        },
      },
      132018,
    ],
    [{ type: 'template', template: { name: 'spring_offer', language: { code: 'en_US' } } }, 132015],
  ] as const)
    assert.equal(await codeOf(send(to, more)), code, JSON.stringify(more))
  assert.equal(
    await codeOf(graph(`${number}/messages`, { messaging_product: 'whatsapp', type: 'text', text: { body: 'x' } })),
    100,
  )
  assert.equal(await codeOf(graph(`${number}/messages`, { to, type: 'text', text: { body: 'x' } })), 100)
  assert.equal(await codeOf(graph(number, undefined, 'EAAanother0001')), 100, 'somebody else’s number')
  assert.deepEqual((await graph(number, undefined, 'nothing')).status, 401)
  const wrong = { override_callback_uri: receiver.url, verify_token: 'not-it' }
  assert.equal(await codeOf(graph(`${account}/subscribed_apps`, wrong)), 2200)
  // Mexico’s mobiles have a digit more on the platform than people write.
  await phones().write('maria', { text: 'Hola' })
  const mexican = await send('+52 55 1234 5678')
  assert.equal((mexican.body as unknown as { contacts: [{ wa_id: string }] }).contacts[0].wa_id, '5215512345678')
})

test('webhooks are signed, retried until they are accepted, and have the configured faults', async () => {
  const phone = await somebody()
  receiver.answer(503)
  const { id } = await phones().write(phone.id, { text: 'Straße ✓' })
  await until('the first try', async () => {
    const list = (await (await fetch(`${sandbox.address}/sandbox/webhooks?of=whatsapp`)).json()) as {
      messageId: string
      tries: unknown[]
    }[]
    return list.some((each) => each.messageId === id && each.tries.length === 1)
  })
  receiver.answer(200)
  await until('the second try', async () => came(id) === 1)
  const sent = receiver.came.find(({ body }) => body.includes(id))
  assert.ok(sent)
  const state = (await (await fetch(`${sandbox.address}/sandbox/whatsapp/api/state`)).json()) as {
    businesses: { app_secret: string }[]
  }
  const secret = state.businesses[0]?.app_secret ?? ''
  assert.equal(sent.headers['x-hub-signature-256'], `sha256=${createHmac('sha256', secret).update(sent.body).digest('hex')}`)
  assert.match(sent.body.toString(), /Stra\\u00dfe \\u2713/, 'what is not ASCII comes escaped')

  await sandbox.turn('whatsapp', { webhooks: { copies: 2 } })
  const twice = await phones().write(phone.id, { text: 'Twice' })
  await sandbox.turn('whatsapp', { webhooks: { drop: 1 } })
  const never = await phones().write(phone.id, { text: 'Never' })
  await sandbox.turn('whatsapp')
  await until('both copies', async () => came(twice.id) === 2)
  assert.equal(came(never.id), 0)
})

test('many at once: one webhook of two entries, two changes, three messages each, or as many webhooks as one likes', async () => {
  const { ids } = await phones().batch()
  await until('the batch', async () => came(ids[11] ?? '') === 1)
  const whole = webhooks().find(({ entry }) => entry.length === 2)
  assert.deepEqual(
    whole?.entry.map((entry) => entry.changes.map(({ value }) => value.messages?.length)),
    [
      [3, 3],
      [3, 3],
    ],
  )
  assert.ok(ids.every((id) => came(id) === 1))
  const burst = await phones().burst(30, 300)
  assert.equal(new Set(burst.ids).size, 30)
  await until('all of the burst', async () => burst.ids.every((id) => came(id) === 1))
})

test('templates are made, listed by pages and judged, and the business hears of it', async () => {
  const api = (path: string, body: object) =>
    fetch(`${sandbox.address}/sandbox/whatsapp/api/templates${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const made = (await (await api('', { name: 'seasons_greetings', language: 'en_US', body: 'Hello {{1}}!' })).json()) as {
    id: string
    status: string
  }
  assert.equal(made.status, 'PENDING')
  assert.equal((await api('', { name: 'Seasons', language: 'en_US', body: 'Hello' })).status, 400)
  const phone = await somebody()
  const template = {
    name: 'seasons_greetings',
    language: { code: 'en_US' },
    components: [{ type: 'body', parameters: [{ type: 'text', text: 'Jo' }] }],
  }
  assert.equal(await codeOf(send(phone.number, { type: 'template', template })), 132001)
  await api(`/${made.id}`, { status: 'APPROVED' })
  await until('the news', async () =>
    changes().some(({ field, value }) => field === 'message_template_status_update' && value.event === 'APPROVED'),
  )
  idOf(await send(phone.number, { type: 'template', template }))
  await phones().received(phone.id, 'Hello Jo!')

  const listed: string[] = []
  let after: string | undefined
  do {
    const page = (await graph(`${account}/message_templates?limit=4${after ? `&after=${after}` : ''}`)).body as unknown as {
      data: { id: string }[]
      paging: { next?: string; cursors: { after: string } }
    }
    listed.push(...page.data.map(({ id }) => id))
    after = page.paging.next && page.paging.cursors.after
  } while (after)
  assert.equal(new Set(listed).size, 14)
})

test('a tester acts as a customer on the page: writes, is answered live, reacts, blocks; at a phone’s width, in the dark, read aloud', async () => {
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 360, height: 760 }, colorScheme: 'dark' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const keeps = async (what: string): Promise<void> => {
    assert.deepEqual(await faultsOf(page), [], what)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${what}: it scrolls sideways`)
  }
  await page.goto(`${sandbox.address}/sandbox/whatsapp/phones`)
  await page.getByRole('link', { name: /Sheena Nelson/ }).click()
  await page.getByLabel('Message', { exact: true }).fill('Is anybody there?')
  await page.getByLabel('Message', { exact: true }).press('Enter')
  const log = page.getByRole('log')
  await log.getByText('Is anybody there?').waitFor()
  const id = idOf(await send('16505551234', { type: 'text', text: { body: 'Yes, we are.' } }))
  await log.getByText('Yes, we are.').waitFor()
  await until('it is read, for somebody looks', async () => statusesOf(id).includes('read'))
  await log.getByRole('button', { name: 'React with ❤️' }).click()
  await log.getByRole('button', { name: 'React with ❤️', pressed: true }).waitFor()
  await log.getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('As', { exact: true }).selectOption('Picture')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await log.getByRole('img', { name: 'A picture' }).waitFor()
  await page.getByText('This phone').click()
  await page.getByLabel('Blocks the business').check()
  await page.getByText('blocks the business', { exact: false }).first().waitFor()
  await keeps('a chat')
  await page.getByLabel('Blocks the business').uncheck()
  await page.getByRole('link', { name: 'All phones' }).click()
  await page.getByText('Add a phone').click()
  await keeps('the list')
  await page.goto(`${sandbox.address}/sandbox/whatsapp/templates`)
  await keeps('the templates')
  assert.deepEqual(errors, [])
})

test('everything that it sent and answered keeps to the published contract', { skip: withoutContracts }, async () => {
  const contract = openContract('whatsapp/openapi.json')
  assert.ok(receiver.came.length > 60)
  for (const webhook of webhooks()) {
    if (webhook.entry[0]?.changes[0]?.field !== 'messages') continue
    // The contract is older than people without a number: for it there is one.
    const known = JSON.parse(
      JSON.stringify(webhook, (_name, value) =>
        value?.from_user_id || value?.recipient_user_id ? { from: '1', recipient_id: '1', ...value } : value,
      ),
    )
    assert.deepEqual(contract.schema('WebhookPayload', known), [], JSON.stringify(webhook))
  }
  const at = (path: string, method: string): readonly [string, string] => [`/{Version}/${path}`, method]
  const phone = await somebody()
  for (const [where, answered] of [
    [at('{Phone-Number-ID}/messages', 'post'), await send(phone.number)],
    [at('{Phone-Number-ID}/messages', 'post'), await send('16505550000')],
    [at('{Phone-Number-ID}', 'get'), await graph(number)],
    [at('{WABA-ID}/message_templates', 'get'), await graph(`${account}/message_templates`)],
    [at('{WABA-ID}/subscribed_apps', 'post'), await graph(`${account}/subscribed_apps`, {})],
  ] as const)
    assert.deepEqual(contract.answer(where, answered.status, answered.body), [], where.join(' '))
})
