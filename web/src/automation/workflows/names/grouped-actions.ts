import { areaNames } from './area-strings.ts'
import { areas } from './areas.ts'

export interface ActionGroup<Action> {
  readonly area: string
  readonly title: string
  readonly actions: readonly Action[]
}

/** Actions by their areas, as they are offered; what has no area stands at the end. Empty areas are left out. */
export const groupedActions = <Action extends { readonly name: string }>(actions: readonly Action[]): ActionGroup<Action>[] => {
  const byName = new Map(actions.map((action) => [action.name, action]))
  const placed = areas.map(({ area, actions: names }) => ({
    ...{ area, title: areaNames[area] },
    actions: names.flatMap((name) => byName.get(name) ?? []),
  }))
  const known = new Set<string>(areas.flatMap(({ actions: names }) => names))
  const others = actions.filter(({ name }) => !known.has(name))
  return [...placed, { area: 'others', title: areaNames.others, actions: others }].filter((group) => group.actions.length > 0)
}
