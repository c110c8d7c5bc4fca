import type { AnyAction } from '#core/actions/action.ts'
import { foyer } from '#domains/catalogue.ts'
import { type Described, describe, type Field } from './api-model.ts'
import { guide } from './guide.ts'
import { type DescribedEvent, eventsTold } from './public-events.ts'
import { type Chapter, chaptersOf } from './sections.ts'
import { webhookRules } from './webhook-rules.ts'

/** The reference as Markdown: committed under docs/api, served as it is to those who read with a program. */

const table = (fields: readonly Field[], withRequired: boolean): string => {
  if (fields.length === 0) return '_Nothing._\n'
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const head = withRequired ? '| Field | Type | Required | |\n|---|---|---|---|\n' : '| Field | Type | |\n|---|---|---|\n'
  return (
    head +
    fields
      .map(
        (field) =>
          `| \`${field.name}\` | ${cell(field.type)} | ${withRequired ? `${field.required ? 'yes' : ''} | ` : ''}${cell(field.about)} |\n`,
      )
      .join('')
  )
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

## Takes

${table(action.inputFields, true)}
## Answers

${action.transports.includes('download') ? 'A file.\n' : table(action.outputFields, false)}
## Errors

${
  own.length === 0
    ? ''
    : `| Status | Code | |\n|---|---|---|\n${own.map((error) => `| ${error.status} | [\`${error.code}\`](../errors.md#${error.code}) | ${error.message} |`).join('\n')}\n\n`
}As with every call of its kind: ${shared.map(({ code }) => `[\`${code}\`](../errors.md#${code})`).join(', ')}.
${action.examples.map((example) => `\n## Example: ${example.title}\n\n\`\`\`sh\n${example.curl}\n\`\`\`\n\n\`\`\`ts\n${example.code}\n\`\`\`\n`).join('')}`
}

export const limitInWords = ({ limit }: Described): string => `${limit.times.toLocaleString('en')} per ${limit.seconds} s`

/** Summaries are headings; in a text they end as sentences do. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const list = (chapters: readonly Chapter<Described>[], line: (action: Described) => string, head = ''): string =>
  chapters
    .map(
      ({ title, groups }) =>
        `## ${title}\n\n${groups.map(({ heading, actions }) => `### ${heading}\n\n${head}${actions.map(line).join('\n')}\n`).join('\n')}`,
    )
    .join('\n')

export const indexPage = (actions: readonly Described[]): string => `# The API of Foyer

Two surfaces: \`POST /v1/leads\` takes leads with an API key and is versioned; \`POST /gateway\` takes every other action with \`type\` in the body
and a token. \`GET /openapi.json\` describes both. This page and all below it are written from the catalogue (\`npm run docs\`).

[Getting started, credentials, limits, repeats, errors](guide.md) · [What webhooks tell](events.md) · [All error codes](../errors.md)

${list(
  chaptersOf(actions),
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

export const eventsPage = (): string => `# What webhooks tell

Foyer posts what happens to the addresses under Settings → Webhooks, by [Standard Webhooks](https://www.standardwebhooks.com): the body is
\`{"type", "timestamp", "data"}\`; \`webhook-id\` names the message (the same in every repeat), and \`webhook-signature\` proves it with the endpoint's secret.

${webhookRules()
  .map((rule) => `- ${rule}\n`)
  .join('')}${eventsTold()
  .map((event) => `\n## ${event.type}\n\n${event.about}\n\n${table(event.fields, false)}\n${exampleOf(event)}`)
  .join('')}`

const exampleOf = ({ example }: DescribedEvent): string => `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`

export const errorsPage = (): string => `# Errors

Every code that Foyer answers with: what it means, and what to do. Written from the catalogue (\`npm run docs\`); a test keeps the two equal.
${[...foyer.errors.values()]
  .map((error) => `\n## ${error.code}\n\n**${error.status}** · ${error.message}\n\n${error.fix}\n`)
  .join('')}`

/** llms.txt: the whole reference for a reader that is a program, short first. */
export const llmsText = (actions: readonly Described[], address: string): string => `# Foyer

> Leads come in through POST ${address}/v1/leads; everything else is an action of POST ${address}/gateway, named by \`type\` in the body.

- [OpenAPI 3.1](${address}/openapi.json)
- [Credentials, limits, repeats, errors](${address}/docs/guide.md)
- [Errors](${address}/docs/errors.md)
- [Webhook events](${address}/docs/events.md)

${list(chaptersOf(actions), (action) => `- [${action.name}](${address}/docs/${action.name}.md): ${action.summary}`)}`

export const describeAll = (actions: readonly AnyAction[], address: string): Described[] =>
  actions.map((action) => describe(action, address))
