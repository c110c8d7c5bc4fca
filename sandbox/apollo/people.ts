// The people and companies of a simulated database, made from their numbers: the same number is the same person in every run.

const firstNames = [
  'Ana',
  'Ben',
  'Chloé',
  'Dirk',
  'Elif',
  'Fatima',
  'Giulia',
  'Henrik',
  'Ines',
  'Jürgen',
  'Kofi',
  'Lena',
  'Mateo',
  'Nadia',
  'Owen',
  'Priya',
  'Quentin',
  'Rosa',
  'Søren',
  'Zoë',
]
const lastNames = [
  'Adler',
  'Brandt',
  'Costa',
  'Duarte',
  'Eriksen',
  'Fischer',
  'García',
  'Hoffmann',
  'Ivanova',
  'Jansen',
  'Kowalski',
  'Lindqvist',
  'Müller',
  'Novák',
  'O’Brien',
  'Petrov',
  'Rossi',
  'Schäfer',
  'Thompson',
  'Yılmaz',
  'Zhang',
]
const titles = [
  'Owner',
  'Managing Director',
  'CEO',
  'Head of Marketing',
  'Facility Manager',
  'Office Manager',
  'Architect',
  'Head of Purchasing',
  'Project Manager',
  'CTO',
]
const places = [
  ['Berlin', 'Berlin', 'Germany'],
  ['Hamburg', 'Hamburg', 'Germany'],
  ['Vienna', 'Vienna', 'Austria'],
  ['London', 'England', 'United Kingdom'],
  ['Austin', 'Texas', 'United States'],
  ['Lisbon', 'Lisbon', 'Portugal'],
  ['Mumbai', 'Maharashtra', 'India'],
] as const
const trades = ['Tiles', 'Roofing', 'Interiors', 'Gardens', 'Windows', 'Kitchens', 'Elevators', 'Lighting', 'Bakery', 'Dental']
const makers = ['Northside', 'Harbor', 'Linden', 'Bluebell', 'Old Town', 'Summit', 'Riverside', 'Amber']

export interface SimulatedCompany {
  readonly n: number
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly industry: string
  readonly employees: number
  /** Saved by the team already: it comes as an account. */
  readonly isAccount: boolean
}

export interface SimulatedPerson {
  readonly n: number
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly title: string
  readonly place: (typeof places)[number]
  readonly company: SimulatedCompany | null
  readonly email: string | null
  readonly mobile: string | null
  /** A search still shows it, and an enrichment finds nothing. */
  readonly isGone: boolean
}

/** Small steps that do not fall in step with each other. */
const pick = <T>(from: readonly T[], n: number, stride: number): T => from[(n * stride + (n >> 3)) % from.length] as T

const idOf = (kind: '64a7' | '5e66', n: number): string => `${kind}${n.toString(16).padStart(20, '0')}`

export const peopleCount = 600
const companyCount = 80

export const companyAt = (n: number): SimulatedCompany => {
  const [maker, trade] = [makers[n % makers.length] as string, trades[Math.floor(n / makers.length) % trades.length] as string]
  const name = `${maker} ${trade}`
  return {
    ...{ n, id: idOf('5e66', n), name, industry: trade.toLowerCase(), employees: 3 + ((n * 37) % 900) },
    domain: `${name.toLowerCase().replace(/\s+/g, '-')}.example`,
    isAccount: n % 9 === 4,
  }
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .toLowerCase()

export const personAt = (n: number): SimulatedPerson => {
  const [firstName, lastName] = [pick(firstNames, n, 7), pick(lastNames, n, 5)]
  // Some are between two jobs.
  const company = n % 41 === 40 ? null : companyAt((n * 11) % companyCount)
  return {
    ...{ n, id: idOf('64a7', n), firstName, lastName, title: pick(titles, n, 3), place: pick(places, n, 2), company },
    email:
      company && n % 6 !== 5
        ? `${plain(firstName)}.${plain(lastName)}${n}@${company.domain}`.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')
        : null,
    mobile: n % 3 === 0 ? `+1512555${String(1000 + (n % 9000)).padStart(4, '0')}` : null,
    isGone: n % 17 === 16,
  }
}

const numberOf = (id: string, kind: '64a7' | '5e66', count: number): number | null => {
  const found = new RegExp(`^${kind}([0-9a-f]{20})$`).exec(id)
  const n = found ? Number.parseInt(found[1] as string, 16) : Number.NaN
  return Number.isSafeInteger(n) && n < count ? n : null
}

export const personOf = (id: string): SimulatedPerson | null => {
  const n = numberOf(id, '64a7', peopleCount)
  return n === null ? null : personAt(n)
}

export const people: readonly SimulatedPerson[] = Array.from({ length: peopleCount }, (_, n) => personAt(n))
export const companies: readonly SimulatedCompany[] = Array.from({ length: companyCount }, (_, n) => companyAt(n))

export interface Wanted {
  readonly titles: readonly string[]
  readonly locations: readonly string[]
  readonly domains: readonly string[]
  readonly keywords: string
}

const holds = (text: string, part: string): boolean => text.toLowerCase().includes(part.trim().toLowerCase())

/** One value of each list has to fit; every word of the keywords. */
export const findPeople = ({ titles: wanted, locations, domains, keywords }: Wanted): readonly SimulatedPerson[] =>
  people.filter((person) => {
    const place = person.place.join(', ')
    const all = [person.title, person.firstName, person.lastName, person.company?.name, person.company?.industry, place].join(
      ' ',
    )
    return (
      (wanted.length === 0 || wanted.some((title) => holds(person.title, title))) &&
      (locations.length === 0 || locations.some((each) => each.split(',').every((part) => holds(place, part)))) &&
      (domains.length === 0 || domains.some((domain) => person.company?.domain === domain.trim().toLowerCase())) &&
      keywords.split(/\s+/).every((word) => holds(all, word))
    )
  })

/** `Müller` as a search shows it: `Mü***r`. Of a few there is nothing. */
const obfuscated = ({ lastName, n }: SimulatedPerson): string | null =>
  n % 29 === 28 ? null : `${lastName.slice(0, 2)}***${lastName.slice(-1)}`

/** As a search shows a person. Two have no company, or one without a name. */
export const teaserOf = (person: SimulatedPerson) => ({
  id: person.id,
  first_name: person.firstName,
  last_name_obfuscated: obfuscated(person),
  title: person.n % 31 === 30 ? null : person.title,
  last_refreshed_at: '2026-11-04T23:20:32.690+00:00',
  has_email: person.email !== null,
  ...{ has_city: true, has_state: true, has_country: true },
  has_direct_phone: person.mobile === null ? 'Maybe: please request direct dial via people/bulk_match' : 'Yes',
  organization: person.company && {
    name: person.company.name,
    ...{ has_industry: true, has_phone: false, has_city: true, has_state: true, has_country: true, has_zip_code: false },
    ...{ has_revenue: false, has_employee_count: true },
  },
})

export const companyShown = (company: SimulatedCompany) => ({
  id: company.id,
  name: company.name,
  website_url: `http://www.${company.domain}`,
  linkedin_url: null,
  primary_domain: company.domain,
  phone: null,
  industry: company.industry,
  keywords: [],
  estimated_num_employees: company.employees,
  founded_year: 1950 + (company.n % 70),
  ...{ city: null, state: null, country: null, short_description: `${company.name}, a company of the sandbox.` },
})

/** As an enrichment shows a person; null who is not found. */
export const personShown = (person: SimulatedPerson) =>
  person.isGone
    ? null
    : {
        id: person.id,
        ...{ first_name: person.firstName, last_name: person.lastName, name: `${person.firstName} ${person.lastName}` },
        ...{ title: person.title, headline: `${person.title}${person.company ? ` at ${person.company.name}` : ''}` },
        linkedin_url: `http://www.linkedin.com/in/${plain(person.firstName)}-${person.n}`,
        photo_url: null,
        ...{ email: person.email, email_status: person.email === null ? 'unavailable' : 'verified' },
        ...{ city: person.place[0], state: person.place[1], country: person.place[2], seniority: null },
        ...{ departments: [], functions: [], employment_history: [] },
        organization_id: person.company?.id ?? null,
        organization: person.company && companyShown(person.company),
      }
