import { consentAccounts } from '../crm/consent-vendors.ts'
import type { SimulatorContext } from '../simulators.ts'
import type { Account, Design, ExportJob, FillJob, Plan, Template } from './rows.ts'

/** By the account, as it begins: Alder has what Canva sells, Birch pays nothing. */
const firstPlans: Readonly<Record<string, Plan>> = { alder: 'enterprise', birch: 'free' }

const firstDesigns = [
  { title: 'Spring offer', type: 'presentation', pages: 3 },
  { title: 'Price list', type: 'doc', pages: 1 },
  { title: 'Showroom poster', type: 'poster', pages: 1 },
] as const

const dayMs = 86_400_000

/** Accounts with their designs, templates and jobs. An account is there from its first use. */
export const openStore = (context: SimulatorContext) => {
  const accounts = context.table<Account>('accounts')
  const designs = context.table<Design>('designs')
  const templates = context.table<Template>('templates')
  const exports = context.table<ExportJob>('exports')
  const fills = context.table<FillJob>('fills')
  const at = (): number => context.now().getTime()
  const newDesignId = (): string => `DA${context.newId('').slice(0, 9)}`

  const make = (accountId: string, given: Pick<Design, 'title' | 'type' | 'pages'> & Partial<Design>): Design =>
    designs.put({
      ...{ id: newDesignId(), accountId, createdAt: at(), updatedAt: at(), isTrashed: false, exportEnd: 'success', texts: {} },
      ...given,
    })

  const use = (id: string): Account => {
    const before = accounts.find(id)
    if (before) return before
    const name = consentAccounts.find((account) => account.id === id)?.name ?? id
    const account = accounts.put({ id, name, plan: firstPlans[id] ?? 'free' })
    for (const [place, given] of firstDesigns.entries()) {
      const madeAt = at() - (firstDesigns.length - place) * dayMs
      make(id, { ...given, createdAt: madeAt, updatedAt: madeAt })
    }
    templates.put({
      ...{ id: `DE${context.newId('').slice(0, 9)}`, accountId: id, title: 'Offer' },
      fields: { client: 'text', price: 'text', photo: 'image' },
    })
    return account
  }

  return {
    ...{ accounts, designs, templates, exports, fills, use, make, at },
    /** Those that the account sees, changed last first. */
    designsOf: (accountId: string): readonly Design[] =>
      designs
        .list()
        .filter((design) => design.accountId === accountId && !design.isTrashed)
        .sort((a, b) => b.updatedAt - a.updatedAt),
    findDesign: (accountId: string, id: string): Design | undefined => {
      const design = designs.find(id)
      return design && design.accountId === accountId && !design.isTrashed ? design : undefined
    },
  }
}
export type Store = ReturnType<typeof openStore>
