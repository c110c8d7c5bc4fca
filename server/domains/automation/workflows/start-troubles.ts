import { usualCaps } from '#shapes/workflow-caps.ts'
import type { NodeOf } from './definition.ts'
import type { KnownParts } from './known-parts.ts'
import { placeholderIn } from './placeholders.ts'
import { error, type Trouble, warning } from './trouble-lists.ts'

/** What is wrong with a step that starts another workflow. */
export const troublesOfStart = ({ id, workflow, input }: NodeOf<'workflow'>, known: KnownParts): Trouble[] => {
  const trouble = (message: string, field = 'workflow') => error(id, field, message)
  if (workflow === '') return [trouble('Choose the workflow that it starts.')]
  if (placeholderIn(workflow)) return []
  if (workflow === known.self) return [trouble('A workflow cannot start itself: put what repeats into a loop.')]
  const found = known.workflows.get(workflow)
  if (!found) return [trouble('The workflow does not exist, or is archived: choose another one.')]
  const { depth: mostDepth } = known.caps ?? usualCaps
  const depth = depthOf(workflow, known, [])
  if (depth === 'ring') return [trouble(`“${found.name}” starts this workflow, directly or by others: that would never end.`)]
  if (depth > mostDepth)
    return [trouble(`Workflows that start each other may be ${mostDepth} deep; with this one they are ${depth}.`)]
  if (found.trigger === null) return [warning(id, 'workflow', `“${found.name}” is not published: until then the step fails.`)]
  if (found.trigger.kind !== 'request') return [trouble(`“${found.name}” is not started by others: its start is another one.`)]
  const missing = found.trigger.input.filter(
    ({ name, required }) => required && (input[name] === undefined || input[name] === ''),
  )
  const names = new Set(found.trigger.input.map(({ name }) => name))
  return [
    ...missing.map(({ name, label }) => trouble(`${label} is missing.`, `input.${name}`)),
    ...Object.keys(input)
      .filter((name) => !names.has(name))
      .map((name) => warning(id, `input.${name}`, `“${found.name}” does not ask for this.`)),
  ]
}

/** How deep workflows start each other from one on; a ring leads back to one that is on the way. */
const depthOf = (id: string, known: KnownParts, on: readonly string[]): number | 'ring' => {
  if (id === known.self || on.includes(id)) return 'ring'
  if (on.length > (known.caps ?? usualCaps).depth) return on.length
  let deepest = 0
  for (const next of new Set(known.workflows.get(id)?.starts ?? [])) {
    const depth = depthOf(next, known, [...on, id])
    if (depth === 'ring') return 'ring'
    deepest = Math.max(deepest, depth)
  }
  return deepest + 1
}
