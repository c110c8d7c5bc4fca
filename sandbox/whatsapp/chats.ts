import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { needBusiness } from './businesses.ts'
import { readChat, write, writeBatch } from './customers.ts'
import { letPass } from './messages.ts'
import { needPhone, shownChat, Which } from './phone-views.ts'
import type { Phone } from './rows.ts'
import type { Store } from './store.ts'
import { fileMaxBytes, Writing, wantedOf } from './writings.ts'

/** What the owner of a phone writes and reads in the chat with a business. */
export const serveChats = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  app.get('/api/messages', forPeople, async (request) => {
    const { business, phone } = Which.parse(request.query)
    return shownChat(context, store, needBusiness(store, business), needPhone(store, phone)).messages
  })
  app.post('/api/messages', { ...forPeople, bodyLimit: fileMaxBytes * 2 }, async (request) => {
    const which = Which.parse(request.query)
    const [business, phone] = [needBusiness(store, which.business), needPhone(store, which.phone)]
    const { id, at } = write(store, business, phone, wantedOf(store, Writing.parse(request.body), business))
    return { id, at }
  })
  app.post('/api/read', forPeople, async (request) => {
    const { business, phone } = Which.parse(request.query)
    readChat(store, needBusiness(store, business), needPhone(store, phone))
    return { success: true }
  })
  app.post('/api/batch', forPeople, async (request) => {
    const business = needBusiness(store, Which.parse(request.query).business)
    const written = writeBatch(store, business, store.phones.list().slice(-2))
    return { ids: written.map(({ id }) => id) }
  })
  app.post('/api/burst', forPeople, async (request) => {
    const which = Which.parse(request.query)
    const { count, perSecond } = Burst.parse(request.body)
    const business = needBusiness(store, which.business)
    const phones = which.phone === undefined ? store.phones.list() : [needPhone(store, which.phone)]
    const begun = performance.now()
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const early = perSecond === undefined ? 0 : (n * 1_000) / perSecond - (performance.now() - begun)
      if (early > 1) await pause(early)
      const phone = phones[n % phones.length] as Phone
      ids.push(write(store, business, phone, { ...plain, type: 'text', content: { body: `${n + 1}` }, text: `${n + 1}` }).id)
    }
    return { ids }
  })
  app.post('/api/advance', forPeople, async (request) => {
    const which = Which.parse(request.query)
    const { seconds } = z.strictObject({ seconds: z.int().min(1).max(10_000_000) }).parse(request.body)
    letPass(store, needBusiness(store, which.business), needPhone(store, which.phone), seconds)
    return { success: true }
  })
}

const Burst = z.strictObject({ count: z.int().min(1).max(2_000), perSecond: z.int().min(1).max(1_000).optional() })
const plain = { replyTo: null, ageSeconds: 0 }
