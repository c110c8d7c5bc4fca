import { digestOf } from '../folder.ts'
import type { ToolQuestion } from './tools.ts'

export interface Question {
  readonly model: string
  readonly system: string
  readonly prompt: string
  /** JSON is wanted, in this shape. */
  readonly schema: Schema | null
  /** Null where there is nothing to call. */
  readonly tools: ToolQuestion | null
}

/** As much of JSON Schema, or of OpenAPI's, as models are asked to keep to. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly unknown[]
}

/** An answer that is made of the question alone: the same question is answered the same way. */
export const generatedAnswer = ({ prompt, schema }: Question): string => {
  const data = dataIn(prompt)
  if (schema) return JSON.stringify(fitting(schema, 'answer', aboutOf(data, prompt)))
  if (data.problem !== undefined || data.features !== undefined) return requirements(data)
  const asked = prompt.replace(/\s+/g, ' ').trim()
  return `This is the sandbox; no real model read this. Your prompt has ${asked.length} characters and starts with “${asked.slice(0, 120)}”.`
}

type Data = Readonly<Record<string, unknown>>

/** The last JSON object in the prompt that stands on lines of its own. */
const dataIn = (prompt: string): Data => {
  for (const [text] of [...prompt.matchAll(/^\{[\s\S]*?^\}$|^\{.*\}$/gm)].reverse()) {
    try {
      return JSON.parse(text) as Data
    } catch {
      // Something else in braces.
    }
  }
  return {}
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each) => textOf(each) ?? []) : [textOf(value) ?? []].flat()

const requirements = (data: Data): string => {
  const name = textOf(data.business_name) ?? 'the product'
  const features = listOf(data.features)
  return [
    `# Product requirements: ${name}`,
    '*Written by the sandbox from the prospect’s request.*',
    `## Problem\n${textOf(data.problem) ?? 'Not stated.'}`,
    `## Users\n${listOf(data.users).join(', ') || 'Not stated.'}`,
    `## Features\n${features.map((feature, at) => `${at + 1}. ${feature}`).join('\n') || 'Not stated.'}`,
    `## Done when\n${features.map((feature) => `- ${feature}: ${name} has used it for a week.`).join('\n') || '- To be agreed.'}`,
    '## Open questions\n- What exists today, and what must keep working?\n- Who decides, and by when?',
  ].join('\n\n')
}

interface About {
  readonly name: string
  readonly domain: string | null
  readonly chance: number
}

const aboutOf = (data: Data, prompt: string): About => ({
  name: textOf(data.business_name) ?? textOf(data.name) ?? 'Somebody',
  domain: textOf(data.domain),
  chance: Number.parseInt(digestOf(prompt).slice(0, 8), 16),
})

const industries = ['Software', 'Bakery', 'Logistics', 'Architecture', 'Education', 'Machine building', 'Retail', 'Health care']
const sizes = ['1–10', '11–50', '51–200', '201–500']
const picked = (list: readonly string[], { chance }: About): string => list[chance % list.length] ?? ''

/** What a field of this name usually holds. */
const guesses: Readonly<Record<string, (about: About) => unknown>> = {
  industry: (about) => picked(industries, about),
  employees: (about) => picked(sizes, about),
  founded: ({ chance }) => String(1_950 + (chance % 75)),
  website: ({ domain }) => (domain === null ? null : `https://${domain}`),
  logo: ({ domain }) => (domain === null ? null : `https://${domain}/logo.png`),
  address: ({ chance }) => `${1 + (chance % 99)} Sandbox Street, Springfield`,
  text: () => 'This is what the sandbox makes of it; no real model read this.',
  language: () => 'en',
  template: () => null,
  answered: () => true,
  summary: (about) => `${about.name} is in ${picked(industries, about).toLowerCase()}, according to the sandbox (simulated).`,
  description: (about) =>
    `${about.name} is in ${picked(industries, about).toLowerCase()}, according to the sandbox (simulated).`,
}

const fitting = (schema: Schema, name: string, about: About): unknown => {
  if (schema.enum) return schema.enum[about.chance % schema.enum.length]
  const type = [schema.type ?? 'string'].flat().find((each) => each.toLowerCase() !== 'null')
  switch (type?.toLowerCase()) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([inner, shape]) => [inner, fitting(shape, inner, about)]),
      )
    case 'array':
      return schema.items ? [fitting(schema.items, name, about)] : []
    case 'integer':
    case 'number':
      // The first of what was numbered.
      return name === 'sources' ? 1 : about.chance % 100
    case 'boolean':
      return guesses[name]?.(about) ?? about.chance % 2 === 0
    default: {
      const guess = guesses[name]
      return guess ? guess(about) : `${name} of ${about.name}`
    }
  }
}
