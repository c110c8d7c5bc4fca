import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { read } from '#web/gateway.ts'

/** What was there in the last run that ended: by the names that expressions begin with. */
export interface Examples {
  readonly trigger: unknown
  readonly steps: Readonly<Record<string, unknown>>
}

/** The workflow whose runs give the examples. */
const OfWorkflow = createContext<string | null>(null)
export const ExamplesProvider = OfWorkflow.Provider
export const useExampledWorkflow = (): string | null => useContext(OfWorkflow)

/** Of the newest run that has ended; nothing before there is one. */
export const useExamples = (): Examples | null => {
  const workflowId = useContext(OfWorkflow)
  const { data: list } = useQuery({
    ...read('list-runs', { ...(workflowId !== null && { workflowId }), states: ['completed', 'failed'], limit: 1 }),
    enabled: workflowId !== null,
    staleTime: 60_000,
  })
  const runId = list?.runs[0]?.id
  const { data } = useQuery({ ...read('show-run', { runId: runId ?? '' }), enabled: runId !== undefined, staleTime: 60_000 })
  if (!data) return null
  return { trigger: data.trigger, steps: Object.fromEntries(data.steps.map(({ node, output }) => [node, output])) }
}

/** What an expression of plain names gave: `steps.find.contact.email`. */
export const exampleOf = (examples: Examples | null, expression: string): string | null => {
  let value: unknown = examples
  for (const name of expression.split('.')) {
    if (value === null || typeof value !== 'object') return null
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value === undefined || value === null ? null : shortened(typeof value === 'string' ? value : JSON.stringify(value))
}

const most = 60
const shortened = (text: string): string => (text.length > most ? `${text.slice(0, most)}…` : text)

/** Names in what a step gave, for steps whose answers nothing describes. */
export const pathsOf = (value: unknown, prefix: string, depth = 3): string[] =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? [prefix]
    : Object.entries(value).flatMap(([name, each]) =>
        !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name)
          ? []
          : depth > 0
            ? pathsOf(each, `${prefix}.${name}`, depth - 1)
            : [`${prefix}.${name}`],
      )
