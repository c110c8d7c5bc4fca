import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { findBusiness, needBusiness } from './businesses.ts'
import { serveChats } from './chats.ts'
import { changeNumber, readChat, requireFreeNumber, turnOn } from './customers.ts'
import { needPhone, shownBusiness, shownChat, shownPhone, summary, Which } from './phone-views.ts'
import { phonesPage } from './phones-page.ts'
import { newPhone, type Store } from './store.ts'

const files = { '/phones.js': 'phones.js', '/whatsapp.css': 'whatsapp.css' }

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

/** What customers do, for a person on a page and for programs: the same, by JSON. */
export const servePhones = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  servePage(app, context)
  serveState(app, context, store)
  servePhoneChanges(app, store)
  serveChats(app, context, store)
}

const servePage = (app: FastifyInstance, context: SimulatorContext): void => {
  app.get('/phones', forPeople, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(phonesPage(context.base)),
  )
  for (const [url, name] of Object.entries(files))
    app.get(url, forPeople, async (_request, reply) =>
      reply
        .type(name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
        .send(readFileSync(path.join(import.meta.dirname, name), 'utf8')),
    )
}

const serveState = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  /** All data of the page. With `look=1` the chat is open, and received messages are marked as read. */
  app.get('/api/state', forPeople, async (request) => {
    const wanted = Which.parse(request.query)
    const business = findBusiness(store, wanted.business)
    const phone = store.phones.list().find(({ id }) => id === wanted.phone)
    if (business && phone && wanted.look === '1') readChat(store, business, phone)
    return {
      businesses: store.businesses.list().map(shownBusiness),
      business: business?.id ?? null,
      phones: store.phones.list().map((each) => ({ ...shownPhone(each, business), ...summary(store, business, each) })),
      chat: business && phone ? shownChat(context, store, business, phone) : null,
    }
  })
  app.post<{ Params: { id: string } }>('/api/businesses/:id', forPeople, async (request) => {
    const { refusesLate } = z.strictObject({ refusesLate: z.boolean() }).parse(request.body)
    return shownBusiness(store.businesses.put({ ...needBusiness(store, request.params.id), refusesLate }))
  })
  app.get<{ Params: { id: string } }>('/api/files/:id', forPeople, async (request, reply) => {
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
}

const servePhoneChanges = (app: FastifyInstance, store: Store): void => {
  app.post('/api/phones', forPeople, async (request) => {
    const wanted = NewPhone.parse(request.body)
    const its = wanted.number ?? `1650555${String(store.phones.count).padStart(4, '1')}`
    requireFreeNumber(store, its)
    const phone = store.phones.put({
      ...newPhone,
      id: store.newId('phone_'),
      name: wanted.name,
      number: its,
      username: wanted.username || null,
      hidesNumber: wanted.hidesNumber,
    })
    return shownPhone(phone, undefined)
  })
  app.post<{ Params: { id: string } }>('/api/phones/:id', forPeople, async (request) => {
    const changes = PhoneChanges.parse(request.body)
    const business = findBusiness(store, Which.parse(request.query).business)
    let phone = needPhone(store, request.params.id)
    if (changes.isBlocking !== undefined) {
      const { id } = business ?? needBusiness(store, undefined)
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
    if (changes.number !== undefined && changes.number !== phone.number) phone = changeNumber(store, phone, changes.number)
    if (changes.isOnline !== undefined) phone = turnOn(store, phone, changes.isOnline)
    return shownPhone(phone, business)
  })
}
