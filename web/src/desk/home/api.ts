import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import { useCallOnce } from '#web/use-call-once.ts'
import type { ActionName, HomeSection, Input, Output } from '#web/wire.ts'

export type Home = Output<'show-home'>
export type Scope = NonNullable<Input<'show-home'>['scope']>
export type Section<Name extends HomeSection> = NonNullable<Home[Name]>

/** Each section is a query of its own, so that an event reads again what it is about. */
export const keys = {
  replies: 'home-replies',
  leads: 'home-leads',
  tasks: 'home-tasks',
  calls: 'home-calls',
  deals: 'home-deals',
  meetings: 'home-meetings',
  money: 'home-money',
  documents: 'home-documents',
  steps: 'home-steps',
  charts: 'home-charts',
  checklist: 'home-checklist',
} as const satisfies Readonly<Record<HomeSection, string>>

const gathered = new Map<string, { names: Set<HomeSection>; answer: Promise<Home> }>()

/** Sections that are asked for in the same moment go in one call. */
const readSection = (name: HomeSection, input: Pick<Input<'show-home'>, 'scope' | 'since'>): Promise<Home> => {
  const key = JSON.stringify(input)
  const open = gathered.get(key)
  if (open) {
    open.names.add(name)
    return open.answer
  }
  const names = new Set([name])
  const answer = new Promise((next) => setTimeout(next)).then(() => {
    gathered.delete(key)
    return call('show-home', { ...input, sections: [...names] })
  })
  gathered.set(key, { names, answer })
  return answer
}

/** The end of the visit before, as it was first answered: on a page that stays open, leads stay new. */
let since: string | undefined
export const forgetSince = (): void => {
  since = undefined
}

/** The same for all, whatever the scope: of one scope to the other nothing is read again. */
const shared: readonly HomeSection[] = ['money', 'checklist']

/** On a page that stays open midnight comes, a meeting ends, and what was put off is due: nothing tells of it. */
const refetchMs = 5 * 60_000

export const useSection = <Name extends HomeSection>(name: Name, scope: Scope) =>
  useQuery({
    queryKey: shared.includes(name) ? [keys[name]] : [keys[name], scope],
    queryFn: async (): Promise<Section<Name>> => {
      const home = await readSection(name, { scope, ...(name === 'leads' && since !== undefined && { since }) })
      if (home.leads) since = home.leads.since
      const section = home[name]
      if (!section) throw new Error(`no ${name} were answered`)
      return section as Section<Name>
    },
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })

/** Calls an action that changes what these sections show; they are read again, after a refusal too. */
export const useHomeChange = <Name extends ActionName>(name: Name, ...sections: HomeSection[]) => {
  const queries = useQueryClient()
  const callOnce = useCallOnce(name)
  return useMutation({
    mutationFn: callOnce,
    onSettled: () => Promise.all(sections.map((section) => queries.invalidateQueries({ queryKey: [keys[section]] }))),
  })
}
