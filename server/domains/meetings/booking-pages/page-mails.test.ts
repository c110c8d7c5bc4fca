import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
})
after(() => app?.stop())

const dayMs = 86_400_000
const says = {
  en: ['We sent the details to', 'We are sending the details to', 'could not be sent yet. Keep the link'],
  de: ['haben wir an', 'werden an', 'konnte noch nicht gesendet werden'],
  fr: ['Nous avons envoyé', 'Nous envoyons', 'n’a pas encore pu être envoyé'],
  es: ['Hemos enviado', 'Estamos enviando', 'todavía no se ha podido enviar'],
  pt: ['Enviámos', 'Estamos a enviar', 'ainda não pôde ser enviado'],
  hi: ['भेज दिया है', 'भेज रहे हैं', 'अभी नहीं भेजा जा सका'],
} as const
type State = 'sent' | 'sending' | 'not_sent'
const states = ['sent', 'sending', 'not_sent'] as const

const booked = async (owner: Someone, more: Record<string, unknown> = {}) => {
  const [from, to] = [2, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const { slots } = (await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', from, to }, null)).body as unknown as {
    slots: { start: string }[]
  }
  const wish = { name: 'Otto', email: 'otto@b.example', start: slots[0]?.start, ...more }
  const made = await app.call('create-booking', wish, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const token = String(made.body.manageLink).split('/').at(-1) ?? ''
  const stateOf = async () =>
    ((await app.call('show-booking', { token }, null)).body as unknown as { booking: { email_state: State | null } }).booking
      .email_state
  const page = async (lang: string) => (await fetch(`${app.url}/booking/${token}?lang=${lang}`)).text()
  /** Each language says this of the email, and nothing else of it. */
  const isSaid = async (state: State | null) => {
    assert.equal(await stateOf(), state)
    for (const [lang, texts] of Object.entries(says)) {
      const shown = await page(lang)
      for (const [at, each] of states.entries())
        assert.equal(shown.includes(texts[at] ?? ''), each === state, `${lang} ${each}`)
    }
  }
  return { token, stateOf, isSaid, bookingId: String(made.body.bookingId), start: wish.start, slots }
}
test('a booker reads that the details were sent once a provider has them, and to keep the link while it refuses them', async () => {
  const owner = await app.given.organization()
  const { isSaid, stateOf, token, slots } = await booked(owner)
  await isSaid('sending')
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('mails').set({ last_error: 'The provider responded with status 503.', tries: 1 }).execute(),
  )
  await isSaid('not_sent')
  const worker = await app.startWorker()
  try {
    const moved = await app.call('reschedule-booking', { token, start: slots[6]?.start }, null)
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    await until('the mail', async () => ((await stateOf()) === 'sent' ? true : undefined))
    await isSaid('sent')
  } finally {
    await worker.stop()
  }
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('mails').set({ state: 'failed', last_error: 'refused', next_try_at: null }).execute(),
  )
  await isSaid('not_sent')
})

test('a booker who opted out, or has no address, reads of no email', async () => {
  const owner = await app.given.organization()
  const none = await booked(owner, { email: undefined, phone: '+4915112345678' })
  await none.isSaid(null)
  await app.database.inOrg(owner.orgId, (db) =>
    db.insertInto('booking_refusals').values({ org_id: owner.orgId, email_key: 'otto@b.example' }).execute(),
  )
  await (await booked(owner)).isSaid('not_sent')
})
