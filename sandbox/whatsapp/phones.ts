import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Html, html, page } from '../html.ts'
import type { SimulatorContext } from '../simulators.ts'
import { somePicture } from './picture.ts'
import { Refused } from './refusals.ts'
import type { Business, Message, Phone } from './rows.ts'
import type { Store, Wanted } from './store.ts'

const files = { '/phones.js': 'phones.js', '/whatsapp.css': 'whatsapp.css' }
const fileMaxBytes = 8 * 1024 * 1024
/** A chat on a page; older ones are there as JSON. */
const messagesShown = 200

const number = z
  .string()
  .transform((text) => text.replace(/[\s()+-]/g, ''))
  .pipe(z.string().regex(/^[1-9]\d{6,14}$/, 'The number must be in international form, such as +16505551234.'))
const username = z.string().trim().max(35).nullable()

const NewPhone = z.strictObject({
  name: z.string().trim().min(1).max(100),
  number: number.optional(),
  username: username.optional(),
  hidesNumber: z.boolean().default(false),
})
const PhoneChanges = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  number: number.optional(),
  username: username.optional(),
  hidesNumber: z.boolean().optional(),
  isOnline: z.boolean().optional(),
  /** With the business of the query. */
  isBlocking: z.boolean().optional(),
})
const fileKinds = ['image', 'video', 'audio', 'document', 'sticker'] as const
const Writing = z.strictObject({
  kind: z
    .enum(['text', ...fileKinds, 'location', 'contacts', 'reaction', 'button', 'interactive', 'unsupported'])
    .default('text'),
  text: z.string().max(65_536).default(''),
  replyTo: z.string().nullable().default(null),
  /** The message that a reaction is about; an empty emoji takes it back. */
  about: z.string().optional(),
  emoji: z.string().max(20).default(''),
  /** A file; a picture is made where there is none. */
  base64: z.string().optional(),
  mimeType: z.string().max(100).optional(),
  name: z.string().max(255).optional(),
  latitude: z.number().min(-90).max(90).default(52.5163),
  longitude: z.number().min(-180).max(180).default(13.3777),
  address: z.string().max(255).optional(),
  card: z.strictObject({ name: z.string(), phone: z.string(), email: z.string().optional() }).optional(),
  /** So long ago by the platform's clock, as from a phone that had no network. */
  ageSeconds: z.int().min(0).max(10_000_000).default(0),
})
const Which = z.object({ business: z.string().optional(), phone: z.string().optional(), look: z.string().optional() })

/** What customers do, for a person on a page and for programs: the same, by JSON. */
export const servePhones = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const isPage = { config: { isPage: true } }

  app.get('/phones', isPage, async (_request, reply) => reply.type('text/html; charset=utf-8').send(phonesPage(context.base)))
  for (const [url, name] of Object.entries(files))
    app.get(url, isPage, async (_request, reply) =>
      reply
        .type(name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
        .send(readFileSync(path.join(import.meta.dirname, name), 'utf8')),
    )

  const needBusiness = (wanted: string | undefined): Business => {
    const business = store.findBusiness(wanted)
    if (!business) throw new Refused(404, 'The business does not exist. Connect WhatsApp in Foyer first.', { status: 404 })
    return business
  }
  const needPhone = (wanted: string | undefined): Phone => {
    const phone = store.phones.list().find((each) => each.id === wanted || each.number === wanted)
    if (!phone) throw new Refused(404, 'The phone does not exist.', { status: 404 })
    return phone
  }

  /** All data of the page. With `look=1` the chat is open, and received messages are marked as read. */
  app.get('/api/state', isPage, async (request) => {
    const wanted = Which.parse(request.query)
    const business = store.findBusiness(wanted.business)
    const phone = store.phones.list().find(({ id }) => id === wanted.phone)
    if (business && phone && wanted.look === '1') store.readChat(business, phone)
    return {
      businesses: store.businesses.list().map(shownBusiness),
      business: business?.id ?? null,
      phones: store.phones.list().map((each) => ({ ...shownPhone(each, business), ...summary(store, business, each) })),
      chat: business && phone ? shownChat(context, store, business, phone) : null,
    }
  })

  app.post('/api/phones', isPage, async (request) => {
    const wanted = NewPhone.parse(request.body)
    const its = wanted.number ?? `1650555${String(store.phones.count).padStart(4, '1')}`
    if (store.phones.list().some((each) => each.number === its))
      throw new Refused(409, 'Another phone already uses this number.', { status: 409 })
    const phone = store.phones.put({
      id: context.newId('phone_'),
      name: wanted.name,
      number: its,
      username: wanted.username || null,
      hidesNumber: wanted.hidesNumber,
      isOnline: true,
      blocks: [],
      generation: 0,
    })
    return shownPhone(phone, undefined)
  })
  app.post<{ Params: { id: string } }>('/api/phones/:id', isPage, async (request) => {
    const changes = PhoneChanges.parse(request.body)
    const business = store.findBusiness(Which.parse(request.query).business)
    let phone = needPhone(request.params.id)
    if (changes.isBlocking !== undefined) {
      const { id } = business ?? needBusiness(undefined)
      const others = phone.blocks.filter((each) => each !== id)
      phone = store.phones.put({ ...phone, blocks: changes.isBlocking ? [...others, id] : others })
    }
    phone = store.phones.put({
      ...phone,
      name: changes.name ?? phone.name,
      username: changes.username === undefined ? phone.username : changes.username || null,
      hidesNumber: changes.hidesNumber ?? phone.hidesNumber,
    })
    // Who hides the number is known by a name of their own.
    if (phone.hidesNumber && phone.username === null)
      phone = store.phones.put({ ...phone, username: phone.name.toLowerCase().replace(/[^a-z0-9]+/g, '.') })
    if (changes.number !== undefined && changes.number !== phone.number) phone = store.changeNumber(phone, changes.number)
    if (changes.isOnline !== undefined) phone = store.turnOn(phone, changes.isOnline)
    return shownPhone(phone, business)
  })

  app.get('/api/messages', isPage, async (request) => {
    const { business, phone } = Which.parse(request.query)
    return shownChat(context, store, needBusiness(business), needPhone(phone)).messages
  })
  app.post('/api/messages', { ...isPage, bodyLimit: fileMaxBytes * 2 }, async (request) => {
    const which = Which.parse(request.query)
    const [business, phone] = [needBusiness(which.business), needPhone(which.phone)]
    const { id, at } = store.write(business, phone, wantedOf(Writing.parse(request.body), business))
    return { id, at }
  })
  app.post('/api/read', isPage, async (request) => {
    const { business, phone } = Which.parse(request.query)
    store.readChat(needBusiness(business), needPhone(phone))
    return { success: true }
  })
  app.post('/api/batch', isPage, async (request) => {
    const business = needBusiness(Which.parse(request.query).business)
    const written = store.writeBatch(business, store.phones.list().slice(-2))
    return { ids: written.map(({ id }) => id) }
  })
  app.post('/api/burst', isPage, async (request) => {
    const which = Which.parse(request.query)
    const { count, perSecond } = Burst.parse(request.body)
    const business = needBusiness(which.business)
    const phones = which.phone === undefined ? store.phones.list() : [needPhone(which.phone)]
    const begun = performance.now()
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const early = perSecond === undefined ? 0 : (n * 1_000) / perSecond - (performance.now() - begun)
      if (early > 1) await pause(early)
      const phone = phones[n % phones.length] as Phone
      ids.push(store.write(business, phone, { ...plain, type: 'text', content: { body: `${n + 1}` }, text: `${n + 1}` }).id)
    }
    return { ids }
  })
  app.post('/api/advance', isPage, async (request) => {
    const which = Which.parse(request.query)
    const { seconds } = z.strictObject({ seconds: z.int().min(1).max(10_000_000) }).parse(request.body)
    store.letPass(needBusiness(which.business), needPhone(which.phone), seconds)
    return { success: true }
  })
  app.post<{ Params: { id: string } }>('/api/businesses/:id', isPage, async (request) => {
    const { refusesLate } = z.strictObject({ refusesLate: z.boolean() }).parse(request.body)
    return shownBusiness(store.businesses.put({ ...needBusiness(request.params.id), refusesLate }))
  })
  app.get<{ Params: { id: string } }>('/api/files/:id', isPage, async (request, reply) => {
    const file = store.files.find(request.params.id)
    if (!file) return reply.code(404).send()
    return reply
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .type(
        /^(image|audio|video)\/[\w.+-]+$/.test(file.type) && !file.type.includes('svg')
          ? file.type
          : 'application/octet-stream',
      )
      .send(Buffer.from(file.base64, 'base64'))
  })

  /** What is written, as it will be on the wire; a file is kept to be fetched. */
  const wantedOf = (writing: z.output<typeof Writing>, business: Business): Wanted => {
    const { kind, text, replyTo, ageSeconds } = writing
    const said = (content: Wanted['content'], shown = text, type: string = kind): Wanted => ({
      type,
      content,
      text: shown,
      replyTo,
      ageSeconds,
    })
    if ((fileKinds as readonly string[]).includes(kind)) return said(...keepFile(writing, business))
    if (kind === 'location') {
      const { latitude, longitude, address } = writing
      return said(
        { latitude, longitude, ...(text && { name: text }), ...(address && { address }) },
        text || `${latitude}, ${longitude}`,
      )
    }
    if (kind === 'contacts') {
      const { name, phone, email } = writing.card ?? {
        name: 'Kerry Fisher',
        phone: '+1 (940) 555-1234',
        email: 'kfisher@example.com',
      }
      const [first_name, ...rest] = name.split(' ')
      const card = {
        name: { formatted_name: name, first_name, ...(rest.length > 0 && { last_name: rest.join(' ') }) },
        phones: [{ phone, type: 'WORK' }],
        ...(email && { emails: [{ email, type: 'WORK' }] }),
      }
      return said({ cards: [card] }, name)
    }
    if (kind === 'reaction') {
      const about = writing.about ?? ''
      // Without an emoji it is taken back.
      return said({ message_id: about, ...(writing.emoji && { emoji: writing.emoji }) }, writing.emoji)
    }
    if (kind === 'button') return said({ payload: text, text })
    if (kind === 'interactive') return said({ type: 'button_reply', button_reply: { id: text, title: text } })
    if (kind === 'unsupported') return said({}, 'A kind of message that the platform does not forward')
    return said({ body: text })
  }
  const keepFile = (
    { kind, text, base64, mimeType, name }: z.output<typeof Writing>,
    business: Business,
  ): [Wanted['content'], string] => {
    const content = base64 === undefined ? somePicture() : Buffer.from(base64, 'base64')
    const type = mimeType ?? (base64 === undefined ? 'image/png' : 'application/octet-stream')
    if (content.length > fileMaxBytes) throw new Refused(413, 'The file is larger than 8 MB.', { status: 413 })
    const file = store.files.put({
      id: store.digitsId(),
      business: business.id,
      type,
      name: name ?? null,
      sha256: createHash('sha256').update(content).digest('base64'),
      bytes: content.length,
      base64: content.toString('base64'),
    })
    return [
      {
        id: file.id,
        mime_type: type,
        sha256: file.sha256,
        ...(text && kind !== 'audio' && kind !== 'sticker' && { caption: text }),
        ...(kind === 'document' && { filename: name ?? 'document.png' }),
        ...(kind === 'audio' && { voice: true }),
        ...(kind === 'sticker' && { animated: false }),
      },
      text,
    ]
  }
}

const Burst = z.strictObject({ count: z.int().min(1).max(2_000), perSecond: z.int().min(1).max(1_000).optional() })
const plain = { replyTo: null, ageSeconds: 0 }

const shownBusiness = (business: Business): object => ({
  id: business.id,
  name: business.name,
  number: business.displayNumber,
  phone_number_id: business.phoneNumberId,
  business_account_id: business.businessAccountId,
  app_secret: business.appSecret,
  callback_url: business.callbackUrl,
  refuses_late: business.refusesLate,
})

const shownPhone = (phone: Phone, business: Business | undefined): object => ({
  id: phone.id,
  name: phone.name,
  number: phone.number,
  username: phone.username,
  hides_number: phone.hidesNumber,
  is_online: phone.isOnline,
  is_blocking: business !== undefined && phone.blocks.includes(business.id),
})

const summary = (store: Store, business: Business | undefined, phone: Phone): object => {
  const chat = business ? store.chat(business, phone) : []
  const last = chat.findLast(({ type }) => type !== 'reaction')
  return {
    unread: chat.filter((each) => each.from === 'business' && each.status === 'delivered').length,
    last: last ? { text: last.text || last.type, at: last.at } : null,
  }
}

const shownChat = (context: SimulatorContext, store: Store, business: Business, phone: Phone) => {
  const chat = store.chat(business, phone)
  // A dropped copy among others that were taken is no loss.
  const ways = new Map<string, string>()
  for (const { messageId, state } of context.webhooks.list())
    if (ways.get(messageId) !== 'delivered') ways.set(messageId, state)
  const byId = new Map(chat.map((message) => [message.id, message]))
  const shown = (message: Message): object => {
    const answered = message.replyTo === null ? undefined : byId.get(message.replyTo)
    const { id, mime_type, filename } = message.content as { id?: string; mime_type?: string; filename?: string }
    return {
      id: message.id,
      from: message.from,
      type: message.type,
      text: message.text,
      at: message.at,
      status: message.from === 'business' ? message.status : message.isHeld ? 'held' : (ways.get(message.id) ?? 'untold'),
      trouble: message.from === 'business' && message.status === 'failed' ? (message.trouble?.title ?? null) : null,
      buttons: message.from === 'business' ? message.buttons : [],
      reply_to: message.replyTo === null ? null : { id: message.replyTo, text: answered?.text || (answered?.type ?? '…') },
      reactions: message.reactions,
      file:
        message.from === 'customer' && id !== undefined && mime_type ? { id, type: mime_type, name: filename ?? null } : null,
      content: message.content,
    }
  }
  return {
    phone: phone.id,
    window_open: store.isOpen(business, phone),
    messages: chat
      .filter(({ type }) => type !== 'reaction')
      .slice(-messagesShown)
      .map(shown),
  }
}

/** Our own rules beside those of every page of the sandbox. */
export const ownLooks = (base: string): Html => html`<link rel="stylesheet" href="${base}/whatsapp/whatsapp.css">`

const check = (id: string, label: string): Html => html`<p><label><input type="checkbox" id="${id}"> ${label}</label></p>`

const phonesPage = (base: string): string =>
  page(
    base,
    'Phones · Sandbox',
    html`${ownLooks(base)}<main class="phones" data-base="${base}/whatsapp">
<h1 class="hidden">Customer phones</h1>
<section class="people" aria-label="Phones">
<h2>Phones</h2>
<p class="business" id="which" hidden><label for="business">Business</label> <select id="business"></select></p>
<p class="notice" id="not-connected" hidden>WhatsApp is not connected yet. In Foyer: Settings → Connections → WhatsApp → Use the sandbox. This page then updates automatically.</p>
<ul id="people"></ul>
<details><summary>Add a phone</summary><form id="new-phone" class="fields">
<p class="wide"><label for="new-name">Name</label><input id="new-name" name="name" required maxlength="100" autocomplete="off"></p>
<p class="wide"><label for="new-number">Number</label><input id="new-number" name="number" inputmode="tel" placeholder="+1 650 555 0100" autocomplete="off"></p>
<p class="wide"><label for="new-username">Username</label><input id="new-username" name="username" maxlength="35" autocomplete="off"></p>
<p class="wide"><label><input type="checkbox" name="hidesNumber"> Hide the number, show the username</label></p>
<p class="wide"><button class="main">Add phone</button></p>
</form></details>
<details><summary>Load test</summary>
<p class="quiet">One webhook with two entries of two changes of three messages each:</p>
<p><button type="button" id="batch">Send a batch of 12</button></p>
<form id="burst" class="actions"><label for="burst-count">Webhooks of one message each</label><input id="burst-count" type="number" min="1" max="2000" value="50"><button>Send</button></form>
</details>
</section>
<section class="chat" id="chat" aria-label="Chat" hidden>
<div class="who"><a class="back" href="#">All phones</a><div><h2 id="name"></h2><p class="quiet" id="about"></p></div></div>
<details class="settings"><summary>This phone</summary>
<div class="fields">
${check('is-online', 'Online')}
${check('is-blocking', 'Blocks the business')}
${check('hides-number', 'Hide the number, show the username')}
</div>
<form id="change-number" class="actions"><label for="number">New number</label><input id="number" inputmode="tel" placeholder="+1 650 555 0101" required autocomplete="off"><button>Change the number</button></form>
<p class="actions"><button type="button" id="a-day">Advance a day</button> <span class="quiet">for WhatsApp, which rejects free text after 24 hours. Foyer uses the time of the message: choose it below.</span></p>
</details>
<div id="messages" role="log" aria-label="Messages" tabindex="0"></div>
<p id="window" class="quiet"></p>
<p id="trouble" class="notice bad" role="alert" hidden></p>
<form id="write">
<p id="replying" hidden><span id="replied"></span> <button type="button" id="no-reply">Cancel reply</button></p>
<p class="line"><label class="hidden" for="text">Message</label><textarea id="text" rows="1" placeholder="Message" autocomplete="off"></textarea><button class="main">Send</button></p>
<p class="line more"><label for="kind">As</label><select id="kind">
<option value="text">Text</option><option value="image">Picture</option><option value="document">Document</option><option value="location">Place</option><option value="contacts">Contact card</option><option value="unsupported">Unsupported</option></select>
<label for="age">written</label><select id="age"><option value="0">now</option><option value="3600">an hour ago</option><option value="86280">23 h 58 min ago</option><option value="90000">25 hours ago</option></select></p>
</form>
</section>
<p class="quiet choose" id="choose">Select a phone.</p>
</main>
<noscript><p class="prose">This page needs JavaScript. Its data is at ${base}/whatsapp/api/state as JSON.</p></noscript>`,
    { script: 'whatsapp/phones.js' },
  )
