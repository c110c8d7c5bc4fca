/** What a CRM holds here. */
export const entities = ['companies', 'contacts', 'deals'] as const
export type Entity = (typeof entities)[number]

/** From what the records are made: the same numbers give the same records. */
export interface Seed extends Readonly<Record<Entity, number>> {
  readonly seed: number
  /** When the first of each kind changed last, in milliseconds; each is `stepMs` later than the one before. */
  readonly startsAt: number
  readonly stepMs: number
  /** So many neighbours share one time. */
  readonly ties: number
}

/**
 * A record as no vendor has it: simulators give values the vendor's names, and ids the vendor's form. Values are text or null; a name that is
 * not in `valueNames` is a custom field.
 */
export interface AnyRecord {
  readonly id: number
  /** In milliseconds. */
  readonly createdAt: number
  readonly modifiedAt: number
  readonly values: Readonly<Record<string, string | null>>
  /** The first is the main one. */
  readonly companyIds: readonly number[]
  readonly contactIds: readonly number[]
  readonly deletedAt: number | null
  readonly mergedInto: number | null
  readonly mergedIds: readonly number[]
}

/** The values that every CRM has a field for. */
export const valueNames = {
  companies: ['name', 'domain', 'phone', 'city', 'industry', 'employees', 'ownerId'],
  contacts: ['firstName', 'lastName', 'email', 'phone', 'title', 'companyName', 'linkedin', 'ownerId'],
  deals: ['name', 'amount', 'currency', 'stageId', 'closeDate', 'ownerId'],
} as const satisfies Record<Entity, readonly string[]>

/** Fields that this account has made: a choice, a date, a number and a text. */
export const customFields = [
  {
    entity: 'contacts',
    name: 'favourite_colour',
    label: 'Favourite colour',
    type: 'choice',
    options: ['Blue', 'Green', 'Red'],
  },
  { entity: 'contacts', name: 'contract_end', label: 'Contract end', type: 'date', options: [] },
  { entity: 'companies', name: 'fleet_size', label: 'Fleet size', type: 'number', options: [] },
  { entity: 'deals', name: 'heard_of_us', label: 'How they heard of us', type: 'text', options: [] },
] as const satisfies readonly {
  readonly entity: Entity
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'number' | 'date' | 'choice'
  readonly options: readonly string[]
}[]

export const stages = [
  { id: 'appointment', name: 'Appointment scheduled', kind: 'open', probability: 20 },
  { id: 'qualified', name: 'Qualified to buy', kind: 'open', probability: 40 },
  { id: 'contract', name: 'Contract sent', kind: 'open', probability: 90 },
  { id: 'won', name: 'Closed won', kind: 'won', probability: 100 },
  { id: 'lost', name: 'Closed lost', kind: 'lost', probability: 0 },
] as const

export const owners = [
  { id: 1, name: 'Ada Berg', email: 'ada@sales.example', hasLeft: false },
  { id: 2, name: 'Jonas Keller', email: 'jonas@sales.example', hasLeft: false },
  { id: 3, name: 'Mina Sato', email: 'mina@sales.example', hasLeft: true },
] as const

const firstNames = [
  'Maya',
  'Jonas',
  'Lena',
  'Omar',
  'Sofia',
  'Noah',
  'Ines',
  'Pavel',
  'Aiko',
  'Tomás',
  'Zoë',
  'Kwame',
  'Lí',
  'Grace',
  'Emre',
]
const lastNames = [
  'Rao',
  'Berg',
  'Novak',
  'Silva',
  'Okafor',
  'Sato',
  'Müller',
  'Rossi',
  'Haddad',
  'Lindqvist',
  'O’Brien',
  'Kowalski',
  'Nguyễn',
]
const titles = ['Owner', 'Head of Marketing', 'Buyer', 'Office Manager', 'Engineer', null]
const cities = ['Berlin', 'Lisbon', 'Kraków', 'Pune', 'Austin', 'Osaka']
const industries = ['Bakery', 'Logistics', 'Architecture', 'Dental care', 'Software', null]
const trades = ['Bakery', 'Freight', 'Studio', 'Dental', 'Works', 'Garden', 'Print']
const places = ['North', 'Blue', 'Harbour', 'Old Town', 'River', 'Sunny', 'Quiet', 'Green']

/** The n-th record of a seed, from 1. */
export const seededRecord = (seed: Seed, entity: Entity, n: number): AnyRecord => {
  const at = seed.startsAt + Math.floor((n - 1) / seed.ties) * seed.stepMs
  return {
    ...{ id: n, createdAt: at, modifiedAt: at, deletedAt: null, mergedInto: null, mergedIds: [] },
    ...seeded[entity](seed, n),
  }
}

type Made = Pick<AnyRecord, 'values' | 'companyIds' | 'contactIds'>

const seeded: Record<Entity, (seed: Seed, n: number) => Made> = {
  companies: (seed, n) => ({
    values: {
      name: companyName(seed, n),
      domain: n % 25 === 0 ? null : domainOf(n),
      phone: `+4930${String(20_000_000 + n).slice(-8)}`,
      city: pick(cities, seed, n, 1),
      industry: pick(industries, seed, n, 2),
      employees: String(1 + (mix(seed.seed, n, 3) % 500)),
      ownerId: ownerOf(n),
      fleet_size: n % 3 === 0 ? String(n % 40) : null,
    },
    ...{ companyIds: [], contactIds: [] },
  }),
  contacts: (seed, n) => {
    const [first, last] = [pick(firstNames, seed, n, 4), pick(lastNames, seed, n, 5)]
    const company = seed.companies === 0 ? 0 : ((n - 1) % seed.companies) + 1
    return {
      values: {
        ...{ firstName: n % 40 === 0 ? null : first, lastName: last },
        // One in thirty has no address, and one in forty-five that of the person before.
        email:
          n % 30 === 0
            ? null
            : `contact${n % 45 === 1 && n > 1 ? n - 1 : n}@${company === 0 ? 'people.example' : domainOf(company)}`,
        phone: n % 4 === 0 ? null : `+4930${String(30_000_000 + n).slice(-8)}`,
        title: pick(titles, seed, n, 6),
        companyName: company === 0 ? null : companyName(seed, company),
        linkedin: n % 5 === 0 ? `https://www.linkedin.com/in/contact-${n}` : null,
        ownerId: ownerOf(n),
        favourite_colour: n % 2 === 0 ? pick(['Blue', 'Green', 'Red'], seed, n, 7) : null,
        contract_end: n % 7 === 0 ? `2027-0${1 + (n % 9)}-15` : null,
      },
      companyIds: company === 0 ? [] : [company],
      contactIds: [],
    }
  },
  deals: (seed, n) => {
    const contactsOf = (count: number): number[] =>
      seed.contacts === 0 ? [] : [...new Set(Array.from({ length: count }, (_, at) => ((n + at - 1) % seed.contacts) + 1))]
    const company = seed.companies === 0 ? 0 : ((n - 1) % seed.companies) + 1
    return {
      values: {
        name: `${pick(trades, seed, n, 8)} project ${n}`,
        // One in twelve has no amount, one in twelve a negative one, and one in six another currency.
        amount: n % 12 === 5 ? null : n % 12 === 6 ? '-250.00' : `${500 + (mix(seed.seed, n, 9) % 90_000)}.50`,
        currency: n % 6 === 4 ? 'USD' : 'EUR',
        stageId: stages[mix(seed.seed, n, 10) % stages.length]?.id ?? 'appointment',
        closeDate: `2026-1${n % 3}-10`,
        ownerId: ownerOf(n),
        heard_of_us: n % 4 === 0 ? 'At a trade fair' : null,
      },
      companyIds: n % 8 === 0 || company === 0 ? [] : [company],
      // One in ten has no contact, one in eleven has ten.
      contactIds: n % 10 === 0 ? [] : contactsOf(n % 11 === 0 ? 10 : 1),
    }
  },
}

const domainOf = (n: number): string => `company${n}.example`
const companyName = (seed: Seed, n: number): string => `${pick(places, seed, n, 11)} ${pick(trades, seed, n, 12)} ${n}`
const ownerOf = (n: number): string | null => (n % 9 === 0 ? null : String(owners[n % owners.length]?.id ?? 1))

const pick = <T>(all: readonly T[], { seed }: Seed, n: number, salt: number): T => all[mix(seed, n, salt) % all.length] as T

/** A number that looks like chance and repeats (the finalizer of MurmurHash3). */
const mix = (seed: number, n: number, salt: number): number => {
  let mixed = (Math.imul(seed, 0x9e37_79b1) ^ Math.imul(n, 0x85eb_ca6b) ^ Math.imul(salt, 0xc2b2_ae35)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
