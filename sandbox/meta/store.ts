import { randomBytes, randomInt } from 'node:crypto'
import type { SimulatorContext } from '../simulators.ts'
import type { App, Code, Form, Grant, Lead, Page, Token } from './rows.ts'

/** People who can consent. */
export const people = [
  { id: '10201234567890123', name: 'Ada Alder' },
  { id: '10207654321098765', name: 'Ben Birch' },
] as const

const seconds = 1_000
/** A lead can be fetched for so long. */
export const keptMs = 90 * 86_400_000

/** 17 digits, which a double does not hold. */
export const newId = (): string => `9${String(randomInt(1, 2 ** 47)).padStart(15, '0')}${[1, 3, 7, 9][randomInt(4)]}`

export const newToken = (): string => `EAAMeta${randomBytes(40).toString('base64url').replace(/[-_]/g, 'x')}`

/** All that the platform knows. Pages and forms are there from the beginning. */
export const openStore = (context: SimulatorContext) => {
  const store = {
    apps: context.table<App>('apps'),
    codes: context.table<Code>('codes'),
    grants: context.table<Grant>('grants'),
    tokens: context.table<Token>('tokens'),
    pages: context.table<Page>('pages'),
    forms: context.table<Form>('forms'),
    leads: context.table<Lead>('leads'),
    at: (): number => context.now().getTime(),
  }
  if (store.pages.count === 0) seed(store)
  return store
}
export type Store = ReturnType<typeof openStore>

const seed = ({ pages, forms, at }: Pick<Store, 'pages' | 'forms' | 'at'>): void => {
  const all = ['ADVERTISE', 'ANALYZE', 'MANAGE']
  const [ada, ben] = people
  const page = (id: string, name: string, personId: string, tasks: readonly string[] = all): Page =>
    pages.put({ id, name, personId, tasks, apps: [] })
  const form = (id: string, pageId: string, name: string, status: Form['status'] = 'ACTIVE', question = 'which_rooms?'): Form =>
    forms.put({ id, pageId, name, status, question, createdAt: at() - 60 * 86_400_000 })
  page('90612345678901231', 'Cedar Gardens', ada.id, ['ANALYZE'])
  page('90612345678901237', 'Birch Kitchens', ben.id)
  page('90612345678901239', 'Alder Interiors', ada.id)
  form('90712345678901231', '90612345678901237', 'Kitchen check')
  form('90712345678901233', '90612345678901239', 'Old form', 'ARCHIVED')
  form('90712345678901237', '90612345678901239', 'Bathroom offer', 'ACTIVE', 'wann_können_wir_anrufen?')
  form('90712345678901239', '90612345678901239', 'Kitchen offer')
}

/** The leads of a form that can be fetched, newest first. */
export const leadsOf = ({ leads, at }: Store, formId: string): readonly Lead[] =>
  leads
    .list()
    .filter((lead) => lead.formId === formId && lead.createdAt * seconds > at() - keptMs)
    .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1))

/** By which the calls of a page are counted. */
export const leadsOfPage = ({ leads, at }: Store, pageId: string): number =>
  leads.list().filter((lead) => lead.pageId === pageId && lead.createdAt * seconds > at() - keptMs).length
