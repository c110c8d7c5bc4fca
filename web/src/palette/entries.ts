import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { nameOf as nameOfInvoice } from '../business/invoices/states.ts'
import { nameOf } from '../crm/leads/names.ts'
import { read } from '../gateway.ts'
import { money } from '../i18n/format.ts'
import { useSession } from '../session.ts'
import { pagesFor } from '../shell/pages.ts'
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

/** So many of the people and of the reference; more would be a search page. */
const most = 5
/** One letter would match almost every record. */
const leastLetters = 2

/** What fits what was typed: pages, people, commands, and every action of the API. */
export const useGroups = (
  typed: string,
  commands: readonly Entry[],
): { groups: readonly Group[]; isSearching: boolean; error: Error | null } => {
  const { role } = useSession()
  const found = useQuery(referenceQuery)
  const search = typed.trim()
  const asked = search.length >= leastLetters
  const leads = useQuery({ ...read('list-leads', { search, limit: most }), enabled: asked, staleTime: 10_000 })
  const contacts = useQuery({ ...read('list-contacts', { search, limit: most }), enabled: asked, staleTime: 10_000 })
  const deals = useQuery({ ...read('list-deals', { search, limit: most }), enabled: asked, staleTime: 10_000 })
  const invoices = useQuery({
    ...read('list-invoices', { query: search, limit: most }),
    enabled: asked,
    staleTime: 10_000,
  })

  const pages = pagesFor(role).map(
    ({ to, name, about, key }): Entry => ({ id: `page ${to}`, name, about, keys: ['g', key], link: { to } }),
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
  const groups: Group[] = [
    { title: strings.pages, entries: fitting(pages, search) },
    {
      title: strings.leads,
      entries: (asked ? (leads.data?.leads ?? []) : []).map((lead) => ({
        id: `lead ${lead.id}`,
        name: nameOf(lead),
        about: [lead.email, lead.company, lead.source].filter(Boolean).join(' · '),
        link: { to: '/leads/$leadId', params: { leadId: lead.id } },
      })),
    },
    {
      title: strings.contacts,
      entries: (asked ? (contacts.data?.contacts ?? []) : []).map((contact) => ({
        id: `contact ${contact.id}`,
        name: nameOf(contact),
        about: [contact.email, contact.company].filter(Boolean).join(' · '),
        link: { to: '/contacts/$contactId', params: { contactId: contact.id } },
      })),
    },
    {
      title: strings.deals,
      entries: (asked ? (deals.data?.deals ?? []) : []).map((deal) => ({
        id: `deal ${deal.id}`,
        name: deal.name,
        about: [deal.contact?.name, deal.company?.name ?? deal.business_name, deal.stage.name].filter(Boolean).join(' · '),
        link: { to: '/deals/$dealId', params: { dealId: deal.id } },
      })),
    },
    {
      title: strings.invoices,
      entries: (asked ? (invoices.data?.invoices ?? []) : []).map((invoice) => ({
        id: `invoice ${invoice.id}`,
        name: `${nameOfInvoice(invoice)} · ${invoice.client_name}`,
        about: money(invoice.total_minor, invoice.currency),
        link: { to: '/invoices/$invoiceId', params: { invoiceId: invoice.id } },
      })),
    },
    { title: strings.commands, entries: fitting(commands, search) },
    {
      title: strings.reference,
      entries: search === '' ? [wholeReference] : fitting([wholeReference, ...reference], search).slice(0, most),
    },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching:
      (search !== '' && found.isLoading) ||
      (asked && (leads.isFetching || contacts.isFetching || deals.isFetching || invoices.isFetching)),
    error: asked ? (leads.error ?? contacts.error ?? deals.error ?? invoices.error) : null,
  }
}

/** So much of a word says what is meant; less is found in names alone, not in every explanation. */
const tellingLetters = 4

/** Every word that was typed begins a word of the entry; those whose name begins with it come first. */
const fitting = (entries: readonly Entry[], search: string): Entry[] => {
  const wanted = wordsOf(search)
  if (wanted.length === 0) return [...entries]
  const begins = (entry: Entry): boolean => entry.name.toLowerCase().startsWith(wanted[0] ?? '')
  return entries
    .filter((entry) => {
      const named = wordsOf(`${entry.name} ${entry.also ?? ''}`)
      const all = [...named, ...wordsOf(entry.about ?? '')]
      return wanted.every((word) => (word.length < tellingLetters ? named : all).some((one) => one.startsWith(word)))
    })
    .sort((a, b) => Number(begins(b)) - Number(begins(a)))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
