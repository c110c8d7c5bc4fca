import type { AnyAction } from '#core/actions/action.ts'
import { foyer } from '#domains/catalogue.ts'
import { type Described, describe, type Field, wordsOf } from './api-model.ts'
import { guide } from './guide.ts'
import { anchorOf, describeShapes, linkedType, wholesOf } from './named-shapes.ts'
import { type DescribedEvent, publicEventsDescribed } from './public-events.ts'
import { quickStarts } from './quick-starts.ts'
import { type Section, sectionsOf } from './sections.ts'
import { webhookRules } from './webhook-rules.ts'

/** The reference as Markdown: committed under docs/api, and served unchanged to programs. */

const table = (fields: readonly Field[], withRequired: boolean): string => {
  if (fields.length === 0) return '_None._\n'
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const typeOf = (field: Field): string =>
    linkedType(field, { plain: (text) => text, link: (shape) => `[${shape}](schemas.md#${anchorOf(shape)})` })
  const head = withRequired ? '| Field | Type | Required | |\n|---|---|---|---|\n' : '| Field | Type | |\n|---|---|---|\n'
  return (
    head +
    fields
      .map(
        (field) =>
          `| \`${field.name}\` | ${cell(typeOf(field))} | ${withRequired ? `${field.required ? 'yes' : ''} | ` : ''}${cell(field.about)} |\n`,
      )
      .join('')
  )
}

const answersTable = ({ output, outputFields }: Described): string => {
  const wholes = wholesOf(output)
  if (wholes.length === 0) return table(outputFields, false)
  const names = wholes.map((name) => `[${name}](schemas.md#${anchorOf(name)})`).join(' or ')
  return `${names}.\n${outputFields.length === 0 ? '' : `\n${table(outputFields, false)}`}`
}

export const actionPage = (action: Described): string => {
  const own = action.errors.filter(({ own }) => own)
  const shared = action.errors.filter(({ own }) => !own)
  return `# ${action.name}

${sentence(action.summary)}
${action.description ? `\n${action.description}\n` : ''}
| | |
|---|---|
| Who | ${action.whoInWords} |
${action.who.startsWith('key:') ? '' : `| API keys | ${action.scope === null ? 'none' : `with the scope \`${action.scope}\``} |\n`}| Transports | ${action.transports.map((transport) => `\`${transport}\``).join(', ')} |
| Effect | ${action.effect === 'read' ? 'reads' : 'writes'} |
| Limit | ${limitInWords(action)} |
| Belongs to | ${action.contract ? 'the contract' : "Foyer's own; may change with the app"} |

## Input

${table(action.inputFields, true)}
## Output

${action.transports.includes('download') ? 'A file.\n' : answersTable(action)}
## Errors

${
  own.length === 0
    ? ''
    : `| Status | Code | |\n|---|---|---|\n${own.map((error) => `| ${error.status} | [\`${error.code}\`](../errors.md#${error.code}) | ${error.message} |`).join('\n')}\n\n`
}In addition, the errors common to such calls: ${shared.map(({ code }) => `[\`${code}\`](../errors.md#${code})`).join(', ')}.
${action.examples.map((example) => `\n## Example: ${example.title}\n\n${fenced('sh', example.curl)}\n${fenced('ts', example.code)}\n${fenced('py', example.python)}`).join('')}${
  action.answer === null ? '' : `\n## Example of an answer\n\n${fenced('json', JSON.stringify(action.answer, null, 2))}`
}`
}

const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`

export const limitInWords = ({ limit }: Described): string => `${limit.times.toLocaleString('en')} per ${limit.seconds} s`

/** Summaries are headings; in a text they end with a full stop. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const list = (sections: readonly Section<Described>[], line: (action: Described) => string, head = ''): string =>
  sections
    .map(
      ({ title, groups }) =>
        `## ${title}\n\n${groups.map(({ heading, actions }) => `### ${heading}\n\n${head}${actions.map(line).join('\n')}\n`).join('\n')}`,
    )
    .join('\n')

export const indexPage = (actions: readonly Described[]): string => `# The API of Foyer

Two APIs: \`POST /v1/leads\` accepts leads with an API key and is versioned; \`POST /gateway\` calls every other action with \`type\` in the body
and a token. \`GET /openapi.json\` describes both. This page and all pages below it are generated from the catalogue (\`npm run docs\`).

[Quick starts](quick-starts.md) · [Credentials, limits, retries, errors](guide.md) · [Webhook events](events.md) · [Schemas](schemas.md) · [All error codes](../errors.md)

${list(
  sectionsOf(actions),
  (action) => `| [\`${action.name}\`](${action.name}.md) | ${action.summary} | ${action.whoInWords} |`,
  '| Action | | Who |\n|---|---|---|\n',
)}`

export const guidePage = (actions: readonly Described[], address: string): string =>
  `# Using the API\n\n${guide(actions, address)
    .map(
      ({ title, text }) =>
        `## ${title}\n\n${text.replaceAll('](/docs/errors)', '](../errors.md)').replaceAll(/\]\(\/docs\/([\w-]+)\)/g, ']($1.md)')}\n`,
    )
    .join('\n')}`

export const quickStartsPage = (address: string): string =>
  `# Quick starts

What integrators come for, each in a few calls: for the shell, for Node with \`@foyer/client\`, and for Python. Set \`FOYER_KEY\` to an API key, or
\`FOYER_TOKEN\` to a token or a key with the scopes of the actions ([credentials](guide.md)).
${quickStarts(address)
  .map(
    ({ title, text, steps }) =>
      `\n## ${title}\n\n${text.replaceAll(/\]\(\/docs\/([\w-]+)\)/g, ']($1.md)')}\n${steps
        .map(
          (step, at) =>
            `\n### ${at + 1}. [\`${step.action}\`](${step.action}.md)\n\n${step.about}\n\n${fenced('sh', step.curl)}\n${fenced('ts', step.code)}\n${fenced('py', step.python)}`,
        )
        .join('')}`,
  )
  .join('')}`

export const schemasPage = (actions: readonly Described[]): string => `# Schemas

The records that actions and webhooks share, each once. The OpenAPI description has them under the same names as \`components/schemas\`, and
\`@foyer/client\` exports them as types: \`import type { Deal } from '@foyer/client'\`.
${describeShapes(actions)
  .map(
    (shape) =>
      `\n## ${shape.name}\n\n${shape.base === null ? '' : `All of [${shape.base}](#${anchorOf(shape.base)}), and:\n\n`}${shape.words.length > 0 ? `One of ${wordsOf(shape.words)}.\n` : table(shape.fields, shape.io === 'input')}\n${[
        ...shape.actions.map((name) => `[\`${name}\`](${name}.md)`),
        ...shape.events.map((type) => `[\`${type}\`](events.md#${type.replace('.', '')})`),
      ].join(', ')}\n`,
  )
  .join('')}`

export const eventsPage = (): string => `# Webhook events

Foyer posts events to the webhooks in Settings → Webhooks, as in [Standard Webhooks](https://www.standardwebhooks.com): the body is
\`{"type", "timestamp", "data"}\`; \`webhook-id\` identifies the message (the same in every retry), and \`webhook-signature\` proves it with the webhook's secret.

${webhookRules()
  .map((rule) => `- ${rule}\n`)
  .join('')}${publicEventsDescribed()
  .map((event) => `\n## ${event.type}\n\n${event.about}\n\n${table(event.fields, false)}\n${exampleOf(event)}`)
  .join('')}`

const exampleOf = ({ example }: DescribedEvent): string => fenced('json', JSON.stringify(example, null, 2))

export const errorsPage = (): string => `# Errors

Every error code of Foyer: what it means, and how to fix it. Generated from the catalogue (\`npm run docs\`); a test keeps the two equal.
${[...foyer.errors.values()]
  .map((error) => `\n## ${error.code}\n\n**${error.status}** · ${error.message}\n\n${error.fix}\n`)
  .join('')}`

/** llms.txt: an index of the reference for programs. */
export const llmsText = (actions: readonly Described[], address: string): string => `# Foyer

> Send leads to POST ${address}/v1/leads; everything else is an action of POST ${address}/gateway, named by \`type\` in the body.

- [OpenAPI 3.1](${address}/openapi.json)
- [Quick starts](${address}/docs/quick-starts.md)
- [Credentials, limits, retries, errors](${address}/docs/guide.md)
- [Errors](${address}/docs/errors.md)
- [Webhook events](${address}/docs/events.md)
- [Schemas](${address}/docs/schemas.md)

${list(sectionsOf(actions), (action) => `- [${action.name}](${address}/docs/${action.name}.md): ${action.summary}`)}`

export const describeAll = (actions: readonly AnyAction[], address: string): Described[] =>
  actions.map((action) => describe(action, address))
