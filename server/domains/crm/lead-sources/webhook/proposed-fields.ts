import type { z } from 'zod'
import { meantField } from '#domains/crm/leads/meant-fields.ts'
import { type FoundPlace, filledIn } from './sample-fields.ts'
import { Mapping, type WebhookSettings } from './webhook-settings.ts'

const firstNames = ['firstname', 'givenname', 'fname', 'first', 'vorname']
const lastNames = ['lastname', 'familyname', 'surname', 'lname', 'last', 'nachname']
/** Words of a question beside what it asks for: “What is your first name?” asks for the first name. */
const wordsOfQuestions = new Set(
  'a an are enter fill give in is me my our please s tell the to type us what which your bitte dein deine die ihr ihre ist lautet wie'.split(
    ' ',
  ),
)
/** What forms and events have as well as people: it is a person's only beside the address. */
const notOnlyOfPeople = ['name', 'title', 'company', 'note']

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
const looksLikePhone = (text: string): boolean => /^[+(]?\d[\d\s()/.-]{6,20}$/.test(text.trim()) && /\d{3}/.test(text)

/** The mapping that these settings have, and for what has no place one by the names of places and by what stands there. */
export const proposedFor = (places: readonly FoundPlace[], settings: WebhookSettings): z.output<typeof Mapping> => {
  const proposed: Record<string, string> = { ...(settings.mapping as Record<string, string>) }
  const propose = (member: string, place: string): void => {
    if (proposed[member] === undefined && !Object.values(proposed).includes(place)) proposed[member] = place
  }
  const guessable = filledIn(places, settings)
  const meant = guessable.map((found) => ({ ...found, member: memberMeant(found) }))
  const [contacts, others] = [meant.filter(({ member }) => isContact(member)), meant.filter(({ member }) => !isContact(member))]
  for (const { member, place } of contacts) if (member !== null) propose(member, place)
  const email = guessable.find(({ text }) => looksLikeEmail(text))
  if (email) propose('email', email.place)
  const phone = guessable.find(({ text, label }) => looksLikePhone(text) && /phone|tel|mobil|number/i.test(label))
  if (phone) propose('phone', phone.place)
  // Where what is about the form was left out, names are the visitor's wherever they stand.
  const isKnown = guessable.length < places.length
  const homes = [proposed.email, proposed.phone].filter((place) => place !== undefined).map(homeOf)
  const isAnswered = places.some(({ place }) => place.startsWith('key:'))
  for (const { member, place } of others) {
    if (member === null) continue
    const isBeside = isKnown || homes.length === 0 || homes.includes(parentOf(place))
    const isOfAPerson = isAnswered ? place.startsWith('key:') : isBeside
    if (isOfAPerson || !notOnlyOfPeople.includes(member)) propose(member, place)
  }
  return Mapping.parse(proposed)
}

const isContact = (member: string | null): boolean => member === 'email' || member === 'phone'

const parentOf = (place: string): string => place.slice(0, Math.max(place.lastIndexOf('/'), 0))

/** Where the person stands to whom an address belongs: `/lead` for `/lead/email` and for `/lead/emails/0/value`. */
const homeOf = (place: string): string =>
  parentOf(place.replace(/(\/(?:e-?mails?|email_?addresses|phones?|phone_?numbers?))(?:\/\d+)?(?:\/[a-z]+)?$/i, '$1'))

const memberMeant = ({ label, text }: FoundPlace): string | null => {
  // Jotform numbers its names: q3_company.
  const name = (label.split(' › ').at(-1) ?? label).toLowerCase().replace(/^q\d+_/, '')
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !wordsOfQuestions.has(word))
  const letters = words.join('')
  if (firstNames.includes(letters)) return 'first_name'
  if (lastNames.includes(letters)) return 'last_name'
  const known = ['email', 'phone', ...notOnlyOfPeople]
  const meant = known.includes(letters) ? letters : meantField(letters)
  if (meant === 'email') return looksLikeEmail(text) ? meant : null
  return meant !== null && [...known, 'linkedin_url'].includes(meant) ? meant : null
}
