import type { SimulatorContext } from '../simulators.ts'

/** One team, which is a key of its own: taken at its first use. */
export interface Team {
  readonly id: string
  readonly key: string
  readonly credits: number
  readonly mobileCredits: number
  readonly consumed: number
  readonly mobilesConsumed: number
  readonly createdAt: string
}

/** What was asked, for the page and for tests. */
export interface AskedCall {
  readonly id: string
  readonly teamId: string
  readonly at: string
  readonly what: string
  readonly ids: readonly string[]
  readonly cost: number
  readonly status: number
}

const usualCredits = 1_000
const usualMobileCredits = 400

/** The teams of a sandbox with what they may spend. */
export const openTeams = (context: SimulatorContext) => {
  const teams = context.table<Team>('teams')
  const calls = context.table<AskedCall>('calls')
  const nameOf = (key: string): string => key.slice(-12)
  return {
    list: () => teams.list(),
    calls: () => calls.list(),
    find: (id: string) => teams.find(id),
    enter: (key: string): Team =>
      teams.find(nameOf(key)) ??
      teams.put({
        ...{ id: nameOf(key), key, credits: usualCredits, mobileCredits: usualMobileCredits, consumed: 0, mobilesConsumed: 0 },
        createdAt: context.now().toISOString(),
      }),
    set(id: string, left: { readonly credits: number; readonly mobileCredits: number }): Team | undefined {
      const team = teams.find(id)
      return team && teams.put({ ...team, ...left })
    },
    spend(id: string, { credits, mobiles }: { readonly credits: number; readonly mobiles: number }): void {
      const team = teams.find(id)
      if (!team) return
      teams.put({
        ...team,
        ...{ credits: team.credits - credits, consumed: team.consumed + credits },
        ...{ mobileCredits: team.mobileCredits - mobiles, mobilesConsumed: team.mobilesConsumed + mobiles },
      })
    },
    record(team: Team, call: Omit<AskedCall, 'id' | 'teamId' | 'at'>): void {
      calls.put({ id: context.newId('call_'), teamId: team.id, at: context.now().toISOString(), ...call })
    },
  }
}
export type Teams = ReturnType<typeof openTeams>
