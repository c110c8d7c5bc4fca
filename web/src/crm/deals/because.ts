import { strings } from './because-strings.ts'

export type Because = Readonly<Record<string, unknown>> | null

/** Why this is the owner. `by`: who assigned it, where a person did. */
export const becauseOf = (because: Because, by: string | null = null): string | null => {
  if (because === null) return null
  const number = (name: string): number => (typeof because[name] === 'number' ? because[name] : 0)
  const away = number('away') > 0 ? strings.wereAway(number('away')) : ''
  if (because.rule === 'turns') return strings.roundRobin(away)
  if (because.rule === 'nobody') return [strings.noOneAvailable, away].filter(Boolean).join(', ')
  return typeof because.reason === 'string' && because.reason !== ''
    ? because.reason
    : by === null
      ? strings.assignedByHand
      : strings.assignedBy(by)
}
