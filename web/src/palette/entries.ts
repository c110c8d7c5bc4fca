import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { read } from '../gateway.ts'
import { money } from '../i18n/format.ts'
import { useSession } from '../session.ts'
import { pagesFor } from '../shell/pages.ts'
import type { SearchHit } from '../wire.ts'
import { pageWords } from './page-strings.ts'
import { type Recent, recentRecords } from './recent.ts'
import { referenceQuery } from './reference.ts'
import { strings } from './strings.ts'

/** Something that can be gone to or done. */
export interface Entry {
  readonly id: string
  readonly name: string
  readonly about?: string | undefined
  /** What else it is found by. */
  readonly also?: string
  readonly keys?: readonly string[]
  readonly link?: Pick<LinkProps, 'to' | 'params' | 'search'>
  readonly href?: string
  readonly act?: () => void
}

export interface Group {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** So many of the reference; more would be a search page. */
const most = 5
/** One letter would match almost every record. */
const leastLetters = 2

/** What fits what was typed: recent records, pages, people and their records, commands, and every action of the API. */
export const useGroups = (
  typed: string,
  commands: readonly Entry[],
): { groups: readonly Group[]; isSearching: boolean; error: Error | null } => {
  const { role, organization } = useSession()
  const found = useQuery(referenceQuery)
  const search = typed.trim()
  const verb = verbIn(search)
  const wanted = verb?.person ?? search
  const asked = wanted.length >= leastLetters
  const hits = useQuery({ ...read('search-records', { search: wanted }), enabled: asked, staleTime: 10_000 })
  const shown = asked ? (hits.data?.hits ?? []) : []

  const pages = pagesFor(role).map(
    ({ to, name, about, key }): Entry => ({
      ...{ id: `page ${to}`, name, about, also: pageWords[to] ?? '', keys: ['g', key], link: { to } },
    }),
  )
  const reference = (found.data ?? []).map(
    ({ name, title, href }): Entry => ({
      id: `reference ${href}`,
      name: `${strings.reference}: ${name}`,
      about: title,
      also: name.replaceAll(/[-._]/g, ' '),
      href,
    }),
  )
  const wholeReference: Entry = { id: 'reference', name: strings.wholeReference, also: strings.reference, href: '/docs' }
  const named = fitting(pages, search, nameOf)
  const explained: Group = {
    title: strings.reference,
    entries: search === '' ? [wholeReference] : fitting([wholeReference, ...reference], search).slice(0, most),
  }
  // With a hyphen it is the action that is meant, not the page that its words find.
  const isAction = (found.data ?? []).some(({ name }) => name === search.toLowerCase() && /[-_]/.test(name))
  const groups: Group[] = [
    ...(isAction ? [explained] : []),
    { title: strings.recent, entries: search === '' ? recentRecords(organization.id).map(entryOfRecent) : [] },
    { title: strings.actions, entries: verb ? shown.flatMap((hit) => verb.entryFor(hit) ?? []) : [] },
    { title: strings.pages, entries: named },
    ...groupsOfHits(shown),
    // Behind the records, of which one may be called so.
    {
      title: strings.related,
      entries: fitting(pages, search)
        .filter((page) => !named.includes(page))
        .slice(0, most),
    },
    { title: strings.commands, entries: fitting(commands, search) },
    ...(isAction ? [] : [explained]),
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: (search !== '' && found.isLoading) || (asked && hits.isFetching),
    error: asked ? hits.error : null,
  }
}

const titles: readonly (readonly [SearchHit['kind'], string])[] = [
  ['contact', strings.contacts],
  ['company', strings.companies],
  ['deal', strings.deals],
  ['message', strings.conversations],
  ['invoice', strings.invoices],
  ['document', strings.documents],
  ['lead', strings.leads],
]

const groupsOfHits = (hits: readonly SearchHit[]): Group[] =>
  titles.map(([kind, title]) => ({ title, entries: hits.filter((hit) => hit.kind === kind).map(entryOfHit) }))

const entryOfHit = (hit: SearchHit): Entry => ({
  id: `${hit.kind} ${hit.id}`,
  name: hit.name ?? strings.unnamed,
  about: [hit.amount && money(hit.amount.minor, hit.amount.currency), hit.about].filter(Boolean).join(' · '),
  link: linkOf(hit),
})

const linkOf = ({ kind, id, contact_id, thread_id }: SearchHit): NonNullable<Entry['link']> => {
  if (kind === 'company') return { to: '/companies/$companyId', params: { companyId: id } }
  if (kind === 'deal') return { to: '/deals/$dealId', params: { dealId: id } }
  if (kind === 'invoice') return { to: '/invoices/$invoiceId', params: { invoiceId: id } }
  if (kind === 'document') return { to: '/documents/$documentId', params: { documentId: id } }
  if (kind === 'lead') return { to: '/leads/$leadId', params: { leadId: id } }
  if (kind === 'message' && thread_id !== null) return { to: '/inbox/$projectId', params: { projectId: thread_id } }
  return { to: '/contacts/$contactId', params: { contactId: contact_id ?? id } }
}

const entryOfRecent = ({ path, name }: Recent): Entry => ({ id: `recent ${path}`, name, link: { to: path as '/contacts' } })

/** What is to be done with a person, such as “reply to maya”. */
interface Verb {
  readonly person: string
  /** Null: it cannot be done with this one. */
  entryFor(hit: SearchHit): Entry | null
}

const verbIn = (search: string): Verb | null => {
  const reply = behind(search, strings.replyWords)
  if (reply !== null)
    return {
      person: reply,
      entryFor: ({ kind, id, name, about, thread_id }) =>
        kind !== 'contact' || thread_id === null
          ? null
          : {
              id: `reply ${id}`,
              name: strings.replyTo(name ?? strings.unnamed),
              about: about ?? undefined,
              link: { to: '/inbox/$projectId', params: { projectId: thread_id } },
            },
    }
  const invoice = behind(search, strings.invoiceWords)
  if (invoice === null) return null
  return {
    person: invoice,
    entryFor: ({ kind, id, name, about }) =>
      kind !== 'contact'
        ? null
        : {
            id: `invoice for ${id}`,
            name: strings.invoiceFor(name ?? strings.unnamed),
            about: about ?? undefined,
            link: { to: '/invoices/new', search: { contact: id } },
          },
  }
}

/** What stands behind one of the words, with a space between; null where none begins what was typed. */
const behind = (search: string, words: string): string | null => {
  const typed = search.toLowerCase()
  const word = words.split(', ').find((each) => typed.startsWith(`${each} `))
  return word === undefined ? null : search.slice(word.length + 1).trim()
}

const nameOf = ({ name }: Entry): string => name
const namesOf = ({ name, also = '' }: Entry): string => `${name} ${also}`

/** So much of a word says what is meant; less is found in names alone, not in every explanation. */
const tellingLetters = 4

/** Every word that was typed begins a word of the entry; those whose name begins with it come first. */
const fitting = (entries: readonly Entry[], search: string, textOf = namesOf): Entry[] => {
  const wanted = wordsOf(search)
  if (wanted.length === 0) return [...entries]
  const begins = (entry: Entry): boolean => wordsOf(entry.name)[0]?.startsWith(wanted[0] ?? '') === true
  return entries
    .filter((entry) => {
      const named = wordsOf(textOf(entry))
      const all = textOf === nameOf ? named : [...named, ...wordsOf(entry.about ?? '')]
      return wanted.every((word) => (word.length < tellingLetters ? named : all).some((one) => one.startsWith(word)))
    })
    .sort((a, b) => Number(begins(b)) - Number(begins(a)))
}

/** Without case and accents: `telephone` finds téléphone. Vowels of Hindi are marks too, and stay. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
