import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app?.stop())

const dayMs = 86_400_000

/** What each page says, by its language: written here once more, so that a text of another language would be seen. */
const languages = {
  en: {
    required: 'Fill in this field.',
    badEmail: 'Enter an email address such as maya@example.com.',
    badPhone: 'Enter a phone number at which you can be called, with its country code.',
    badValue: 'Check this entry: it is too long, or has characters that cannot be used.',
    lost: 'This time was just taken. Choose another one: what you typed is kept.',
    failed: 'The meeting cannot be booked at the moment. Please try again later, or contact the host.',
    tooMany: 'Too many requests. Please try again in a minute.',
    tooManyBookings: /^Too many meetings were booked or changed/,
    lostMove: 'This time was just taken. Choose another one: your meeting stays as it is until then.',
    notMoved: 'The meeting could not be moved. Please try again later, or contact the host.',
    notCancelled: 'The meeting could not be cancelled. Please try again later, or contact the host.',
    tooLate: /can no longer be changed here/,
  },
  de: {
    required: 'Bitte ausfüllen.',
    badEmail: 'Geben Sie eine E-Mail-Adresse wie maya@example.com ein.',
    badPhone: 'Geben Sie eine Telefonnummer mit Landesvorwahl ein, unter der Sie erreichbar sind.',
    badValue: 'Bitte prüfen Sie diese Angabe: Sie ist zu lang oder enthält unzulässige Zeichen.',
    lost: 'Diese Zeit wurde gerade vergeben. Wählen Sie eine andere: Ihre Angaben bleiben erhalten.',
    failed:
      'Der Termin kann im Moment nicht gebucht werden. Bitte versuchen Sie es später erneut, oder wenden Sie sich an den Gastgeber.',
    tooMany: 'Zu viele Anfragen. Bitte versuchen Sie es in einer Minute erneut.',
    tooManyBookings: /^Für diese Adresse oder aus Ihrem Netz wurden zu viele Termine/,
    lostMove: 'Diese Zeit wurde gerade vergeben. Wählen Sie eine andere: Bis dahin bleibt Ihr Termin, wie er ist.',
    notMoved:
      'Der Termin konnte nicht verschoben werden. Bitte versuchen Sie es später erneut, oder wenden Sie sich an den Gastgeber.',
    notCancelled:
      'Der Termin konnte nicht abgesagt werden. Bitte versuchen Sie es später erneut, oder wenden Sie sich an den Gastgeber.',
    tooLate: /kann hier nicht mehr geändert werden/,
  },
  fr: {
    required: 'Remplissez ce champ.',
    badEmail: 'Indiquez une adresse e-mail comme maya@example.com.',
    badPhone: 'Indiquez un numéro de téléphone où vous joindre, avec l’indicatif du pays.',
    badValue: 'Vérifiez ce champ : il est trop long ou contient des caractères non autorisés.',
    lost: 'Ce créneau vient d’être pris. Choisissez-en un autre : vos réponses sont conservées.',
    failed: 'Le rendez-vous ne peut pas être réservé pour le moment. Réessayez plus tard ou contactez votre interlocuteur.',
    tooMany: 'Trop de demandes. Réessayez dans une minute.',
    tooManyBookings: /^Trop de rendez-vous ont été réservés ou modifiés/,
    lostMove: 'Ce créneau vient d’être pris. Choisissez-en un autre : d’ici là, votre rendez-vous reste inchangé.',
    notMoved: 'Le rendez-vous n’a pas pu être déplacé. Réessayez plus tard ou contactez votre interlocuteur.',
    notCancelled: 'Le rendez-vous n’a pas pu être annulé. Réessayez plus tard ou contactez votre interlocuteur.',
    tooLate: /ne peut plus être modifié ici/,
  },
  es: {
    required: 'Rellena este campo.',
    badEmail: 'Escribe una dirección de correo como maya@example.com.',
    badPhone: 'Escribe un número de teléfono en el que se te pueda llamar, con el prefijo del país.',
    badValue: 'Revisa este campo: es demasiado largo o tiene caracteres no permitidos.',
    lost: 'Esta hora se acaba de ocupar. Elige otra: lo que escribiste se conserva.',
    failed: 'La reunión no se puede reservar en este momento. Inténtalo más tarde o contacta con el anfitrión.',
    tooMany: 'Demasiadas solicitudes. Inténtalo de nuevo en un minuto.',
    tooManyBookings: /^Se han reservado o cambiado demasiadas reuniones/,
    lostMove: 'Esta hora se acaba de ocupar. Elige otra: hasta entonces tu reunión sigue como está.',
    notMoved: 'No se pudo cambiar la hora de la reunión. Inténtalo más tarde o contacta con el anfitrión.',
    notCancelled: 'No se pudo cancelar la reunión. Inténtalo más tarde o contacta con el anfitrión.',
    tooLate: /ya no se puede cambiar aquí/,
  },
  pt: {
    required: 'Preencha este campo.',
    badEmail: 'Indique um endereço de e-mail como maya@example.com.',
    badPhone: 'Indique um número de telefone em que possa ser contactado, com o indicativo do país.',
    badValue: 'Verifique este campo: é demasiado longo ou tem caracteres não permitidos.',
    lost: 'Este horário acabou de ser ocupado. Escolha outro: o que escreveu mantém-se.',
    failed: 'A reunião não pode ser marcada neste momento. Tente mais tarde ou contacte o anfitrião.',
    tooMany: 'Demasiados pedidos. Tente novamente dentro de um minuto.',
    tooManyBookings: /^Foram marcadas ou alteradas demasiadas reuniões/,
    lostMove: 'Este horário acabou de ser ocupado. Escolha outro: até lá, a sua reunião fica como está.',
    notMoved: 'A reunião não pôde ser remarcada. Tente mais tarde ou contacte o anfitrião.',
    notCancelled: 'A reunião não pôde ser cancelada. Tente mais tarde ou contacte o anfitrião.',
    tooLate: /já não pode ser alterada aqui/,
  },
  hi: {
    required: 'यह फ़ील्ड भरें।',
    badEmail: 'maya@example.com जैसा ईमेल पता लिखें।',
    badPhone: 'देश के कोड के साथ वह फ़ोन नंबर लिखें जिस पर आपको कॉल किया जा सके।',
    badValue: 'यह प्रविष्टि जाँचें: यह बहुत लंबी है या इसमें ऐसे अक्षर हैं जिनका उपयोग नहीं हो सकता।',
    lost: 'यह समय अभी लिया गया। दूसरा चुनें: आपका लिखा हुआ बना रहेगा।',
    failed: 'मीटिंग अभी बुक नहीं हो सकती। कृपया बाद में फिर कोशिश करें या मेज़बान से संपर्क करें।',
    tooMany: 'बहुत सारे अनुरोध। कृपया एक मिनट बाद फिर कोशिश करें।',
    tooManyBookings: /^इस पते के लिए या आपके नेटवर्क से बहुत ज़्यादा मीटिंग/,
    lostMove: 'यह समय अभी लिया गया। दूसरा चुनें: तब तक आपकी मीटिंग जैसी है वैसी रहेगी।',
    notMoved: 'मीटिंग का समय नहीं बदला जा सका। कृपया बाद में फिर कोशिश करें या मेज़बान से संपर्क करें।',
    notCancelled: 'मीटिंग रद्द नहीं की जा सकी। कृपया बाद में फिर कोशिश करें या मेज़बान से संपर्क करें।',
    tooLate: /अब यहाँ बदली नहीं जा सकती/,
  },
} as const

let visitors = 0
/** Sends a form of a page, each from a network of its own unless it is named. */
const send = async (path: string, fields: Record<string, string>, network = ++visitors) => {
  const response = await fetch(app.url + path, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
    headers: { 'x-forwarded-for': `198.20.${network}.1` },
  })
  const page = await response.text()
  const texts = (kind: string) =>
    [...page.matchAll(new RegExp(`class="${kind}"[^>]*>([^<]*)<`, 'g'))].map(([, text = '']) => text)
  return {
    ...{ status: response.status, page, to: response.headers.get('location') },
    ...{ troubles: texts('trouble'), errors: texts('error') },
    wrong: /id="([^"]+)"[^>]*aria-invalid="true"/.exec(page)?.[1],
    nearest: [...(/class="nearest".*?<\/fieldset>/s.exec(page)?.[0] ?? '').matchAll(/<button name="\w+" value="([^"]+)"/g)].map(
      ([, start = '']) => start,
    ),
  }
}
/** No word for programs on the page: neither a code of the API nor what its validation says. */
const isForPeople = (page: string): void =>
  assert.doesNotMatch(
    page,
    /Too small|Too big|Invalid|expected string|\b(slot_taken|[a-z]+_(unreadable|missing|malformed|limited|offered|bookings))\b/,
  )

const workspace = async () => {
  const owner = await app.given.organization()
  await app.call('set-hours', { timezone: 'Europe/Berlin' }, owner)
  const questions = [{ key: 'topic', label: '?', kind: 'choice', required: true, options: ['A', 'B'] }]
  const type = {
    slug: 'call',
    name: 'Call',
    minutes: 60,
    grid: 30,
    place: { kind: 'phone' },
    hosts: [owner.personId],
    questions,
  }
  const saved = await app.call('save-event-type', type, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { url } = saved.body.eventType as unknown as { url: string }
  const [from, to] = [1, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const asked = { orgId: owner.orgId, eventType: 'call', timezone: 'UTC', from, to }
  const { slots } = (await app.call('list-slots', asked, null)).body as unknown as { slots: { start: string }[] }
  // Two hours from one to the next: none lies over another.
  const starts = slots.map(({ start }) => start).filter((_, n) => n % 4 === 0)
  return { owner, path: new URL(url).pathname, starts }
}
const given = { name: 'Maya', email: 'maya@example.com', phone: '+4915112345678', 'answers.topic': 'A' }
/** A booking of a client that a member makes: it counts for no stranger. */
const bookedFor = async (owner: Someone, start: string | undefined): Promise<string> => {
  const made = await app.call('create-booking', { eventType: 'call', start, name: 'Maya', email: 'maya@example.com' }, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return new URL(String(made.body.manageLink)).pathname
}

for (const [lang, says] of Object.entries(languages)) {
  test(`a page in ${lang} says in its language what is wrong with a booking, at the field or above the form`, async () => {
    const { owner, path, starts } = await workspace()
    const [isoTime = '', taken = ''] = starts
    const post = (fields: Record<string, string>, start = isoTime, network?: number) =>
      send(`${path}?start=${encodeURIComponent(start)}&zone=UTC&lang=${lang}`, { ...given, isoTime: start, ...fields }, network)
    for (const [field, value, text] of [
      ['name', ' ', says.required],
      ['name', 'x'.repeat(256), says.badValue],
      ['email', '', says.required],
      ['email', 'no address', says.badEmail],
      ['phone', '', says.required],
      ['phone', 'abc', says.badPhone],
      ['company', 'x'.repeat(256), says.badValue],
      ['answers.topic', '', says.required],
      ['answers.topic', 'x'.repeat(2_001), says.badValue],
    ] as const) {
      const answer = await post({ [field]: value })
      const about = `${field} ${value.slice(0, 20)}`
      assert.deepEqual([answer.status, answer.errors, answer.troubles], [400, [text], []], about)
      assert.equal(answer.wrong, field, about)
      isForPeople(answer.page)
    }
    const unknown = await post({ hold: 'x'.repeat(1_000) })
    assert.deepEqual([unknown.status, unknown.troubles, unknown.errors], [400, [says.failed], []])

    await bookedFor(owner, taken)
    const lost = await post({}, taken)
    assert.deepEqual([lost.status, lost.troubles, lost.nearest.length], [409, [says.lost], 3])
    isForPeople(lost.page)
    for (const start of starts.slice(2, 7)) assert.equal((await post({}, start)).status, 303)
    const full = await post({}, starts[8])
    assert.equal(full.status, 429)
    assert.match(full.troubles[0] ?? '', says.tooManyBookings)
    const network = ++visitors
    for (let n = 0; n < 10; n++) await post({ name: '' }, isoTime, network)
    const fast = await post({}, isoTime, network)
    assert.deepEqual([fast.status, fast.troubles], [429, [says.tooMany]])
    isForPeople(fast.page)
  })

  test(`a page in ${lang} says why a meeting was not moved or cancelled, and what was chosen and typed stays`, async () => {
    const { owner, starts } = await workspace()
    const [first, taken = '', other = ''] = starts
    const manage = await bookedFor(owner, first)
    const chosen = `zone=Asia%2FTokyo&day=${other.slice(0, 10)}`
    const moves = await (await fetch(`${app.url}${manage}/move?lang=${lang}&${chosen}`)).text()
    const action = /<form method="post" action="([^"]+\/move\?[^"]*)"/.exec(moves)?.[1]?.replaceAll('&amp;', '&') ?? ''
    assert.ok(new URLSearchParams(action.split('?')[1]).get('zone') === 'Asia/Tokyo', action)
    const move = (start: string, network?: number) => send(action, { start }, network)

    await bookedFor(owner, taken)
    const lost = await move(taken)
    assert.deepEqual([lost.status, lost.troubles, lost.nearest.length], [409, [says.lostMove], 3])
    assert.match(lost.page, /<option value="Asia\/Tokyo" selected>/)
    assert.match(lost.page, /aria-current="date"/)
    isForPeople(lost.page)
    const odd = await move('whenever')
    assert.deepEqual([odd.status, odd.troubles], [400, [says.notMoved]])
    assert.match(odd.page, /class="starts"/)
    isForPeople(odd.page)
    const network = ++visitors
    for (let n = 0; n < 10; n++) await move('whenever', network)
    const fast = await move(other, network)
    assert.deepEqual([fast.status, fast.troubles], [429, [says.tooMany]])

    const cancel = (reason: string, from?: number) => send(`${manage}/cancel?lang=${lang}`, { reason }, from)
    const long = `I am ill ${'x'.repeat(500)}`
    const unread = await cancel(long)
    assert.deepEqual([unread.status, unread.troubles], [400, [says.notCancelled]])
    assert.match(unread.page, /<details open>/)
    assert.ok(unread.page.includes(long), 'the reason that was typed')
    isForPeople(unread.page)
    for (let n = 0; n < 10; n++) await cancel(long, network)
    const soon = await cancel('I am ill', network)
    assert.deepEqual([soon.status, soon.troubles], [429, [says.tooMany]])

    assert.equal((await move(lost.nearest[0] ?? '')).status, 303)
    const limited = await app.call('save-event-type', { slug: 'call', changeLimitMinutes: 43_200 }, owner)
    assert.equal(limited.status, 200, JSON.stringify(limited.body))
    for (const late of [await move(other), await cancel('I am ill')]) {
      assert.equal(late.status, 409)
      assert.match(late.troubles[0] ?? '', says.tooLate)
      assert.equal(late.page.match(/class="trouble"/g)?.length, 1)
      isForPeople(late.page)
    }
  })
}

test('an address says only that a meeting was moved: no other word in it is shown, and a cancelled meeting was not moved', async () => {
  const { owner, starts } = await workspace()
  const manage = await bookedFor(owner, starts[0])
  const page = async (said: string) => (await fetch(`${app.url}${manage}?lang=de&said=${said}`)).text()
  for (const said of ['slot_taken', 'booking_over', 'anything']) {
    const shown = await page(said)
    assert.doesNotMatch(shown, /class="trouble"/)
    isForPeople(shown.replaceAll(/href="[^"]*"/g, ''))
  }
  assert.match(await page('moved'), /<h1>Ihr Termin hat eine neue Zeit<\/h1>/)
  assert.equal((await send(`${manage}/cancel`, {})).status, 303)
  assert.match(await page('moved'), /<h1>Dieser Termin wurde abgesagt<\/h1>/)
})
