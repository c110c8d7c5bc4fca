import { deadToken, noSuchObject, Refused } from './refusals.ts'
import type { Business } from './rows.ts'
import { digest, type Store } from './store.ts'
import { sampleTemplates } from './templates.ts'

/** The business of a token; it begins with its first use. */
export const enter = (store: Store, token: string): Business => {
  if (!isToken(token)) throw deadToken()
  const id = digest(token).slice(0, 16)
  return store.businesses.find(id) ?? begin(store, id, token)
}

const begin = (store: Store, id: string, token: string): Business => {
  // A token of the sandbox tells everything else: its app's secret and its number are known before it is used.
  const [, hex, number = null] = /^EAAsandbox([0-9a-f]{32})(\d{15})$/.exec(token) ?? []
  const business = store.businesses.put({
    id,
    token,
    appSecret: hex ?? digest(`app of ${token}`).slice(0, 32),
    phoneNumberId: number === null ? null : `1${number}`,
    businessAccountId: number === null ? null : `2${number}`,
    displayNumber: `1555${digest(id).replace(/\D/g, '').padEnd(7, '0').slice(0, 7)}`,
    name: `Business ${store.businesses.count + 1}`,
    callbackUrl: null,
    refusesLate: false,
  })
  for (const sample of [...sampleTemplates].reverse())
    store.templates.put({ status: 'APPROVED', reason: 'NONE', ...sample, id: store.digitsId(), business: id })
  return business
}

/** The business of a token with this id; the first id that a token names is its own, unless it belongs to another. */
const enterBy = (store: Store, token: string, name: 'phoneNumberId' | 'businessAccountId', id: string): Business => {
  const owner = store.businesses.list().find((each) => each[name] === id)
  if (owner && owner.token !== token) throw isToken(token) ? noSuchObject(id) : deadToken()
  const business = enter(store, token)
  if (business[name] === id) return business
  if (business[name] !== null) throw noSuchObject(id)
  return store.businesses.put({ ...business, [name]: id })
}

export const enterNumber = (store: Store, token: string, id: string): Business => enterBy(store, token, 'phoneNumberId', id)

export const enterAccount = (store: Store, token: string, id: string): Business =>
  enterBy(store, token, 'businessAccountId', id)

/** By its own id, its number’s or its account’s; without one the newest that listens. */
export const findBusiness = (store: Store, wanted: string | undefined): Business | undefined => {
  const all = store.businesses.list()
  if (!wanted) return all.find(({ callbackUrl }) => callbackUrl !== null) ?? all[0]
  return all.find((each) => [each.id, each.phoneNumberId, each.businessAccountId].includes(wanted))
}

export const needBusiness = (store: Store, wanted: string | undefined): Business => {
  const business = findBusiness(store, wanted)
  if (!business) throw new Refused(404, 'The business does not exist. Connect WhatsApp in Foyer first.', { status: 404 })
  return business
}

const isToken = (text: string): boolean => /^EAA\w{4,}$/.test(text) && !text.startsWith('EAAexpired')
