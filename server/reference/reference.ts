import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyAction } from '#core/actions/action.ts'
import { Failure } from '#core/errors.ts'
import { codeBlock, html, inline, prose, tableOf } from '#core/http/markup.ts'
import { type Packed, pack, sendPacked } from '#core/http/packed.ts'
import { sendFailure } from '#core/http/replies.ts'
import { definitionSchema } from '#domains/automation/workflows/definition-schema.ts'
import { foyer } from '#domains/catalogue.ts'
import type { Described, Field } from './api-model.ts'
import { guide } from './guide.ts'
import { anchorOf, type DescribedShape, describeShapes, linkedType, wholesOf } from './named-shapes.ts'
import { openapi } from './openapi.ts'
import {
  actionPage,
  describeAll,
  errorsPage,
  eventsPage,
  guidePage,
  indexPage,
  limitInWords,
  llmsText,
  quickStartsPage,
  schemasPage,
  sentence,
} from './pages.ts'
import { publicEventsDescribed } from './public-events.ts'
import { quickStarts } from './quick-starts.ts'
import { anchor, searchable } from './search-entries.ts'
import { sectionsOf } from './sections.ts'
import { webhookRules } from './webhook-rules.ts'

const assets = new Map([
  ['reference.css', 'text/css; charset=utf-8'],
  ['reference.js', 'text/javascript; charset=utf-8'],
])

/** `/docs`: the reference of this very server, searchable, without a line from elsewhere; the same as Markdown and as OpenAPI. */
export const reference = (
  app: FastifyInstance,
  parts: { actions: readonly AnyAction[]; address: () => string; version: string },
): void => {
  // The catalogue is fixed while the process lives; only the address in the examples can move once, when the port is known.
  let known: { address: string; described: Described[] } | undefined
  const described = (): Described[] => {
    const address = parts.address()
    if (known?.address !== address) known = { address, described: describeAll(parts.actions, address) }
    return known.described
  }
  const htmlType = 'text/html; charset=utf-8'
  // Each page is squeezed when it is first asked for, and again where the address in it has become another.
  const packed = new Map<string, { address: string; page: Packed }>()
  const send = (request: FastifyRequest, reply: FastifyReply, name: string, type: string, make: () => string): FastifyReply => {
    const address = parts.address()
    let kept = packed.get(name)
    if (kept?.address !== address) {
      kept = { address, page: pack(make(), true) }
      packed.set(name, kept)
    }
    return sendPacked(request, reply.type(type).header('Cache-Control', 'no-cache'), kept.page)
  }

  app.get('/openapi.json', async (request, reply) =>
    send(request, reply, '/openapi.json', 'application/json; charset=utf-8', () =>
      JSON.stringify(openapi(parts.actions, { address: parts.address(), version: parts.version })),
    ),
  )
  app.get('/llms.txt', async (request, reply) =>
    send(request, reply, '/llms.txt', 'text/plain; charset=utf-8', () => llmsText(described(), parts.address())),
  )
  app.get('/docs', async (request, reply) => send(request, reply, '/docs', htmlType, () => overviewHtml(described())))
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
  app.get<{ Params: { file: string } }>('/docs/:file', async (request, reply) => {
    const { file } = request.params
    const type = assets.get(file)
    if (type) return send(request, reply, file, type, () => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    if (file === 'search.json')
      return send(request, reply, file, 'application/json; charset=utf-8', () => JSON.stringify(searchable(described())))
    if (file === 'workflow.schema.json')
      return send(request, reply, file, 'application/schema+json; charset=utf-8', () => JSON.stringify(definitionSchema()))
    const markdown = markdownPage(file, described(), parts.address())
    if (markdown) return send(request, reply, file, 'text/markdown; charset=utf-8', markdown)
    const page = htmlPage(file, described(), parts.address())
    if (page) return send(request, reply, file, htmlType, page)
    // People find the way on; a program gets its own format.
    if (request.headers.accept?.includes('text/html') && !path.extname(file))
      return reply.code(404).type(htmlType).send(noPageHtml(described()))
    return sendFailure(request, reply, new Failure('not_found'))
  })
}

const markdownPage = (file: string, actions: readonly Described[], address: string): (() => string) | undefined => {
  if (!file.endsWith('.md')) return undefined
  const name = file.slice(0, -'.md'.length)
  const action = actions.find((each) => each.name === name)
  const others = new Map([
    ['index', () => indexPage(actions)],
    ['quick-starts', () => quickStartsPage(address)],
    ['guide', () => guidePage(actions, address)],
    ['events', eventsPage],
    ['schemas', () => schemasPage(actions)],
    ['errors', errorsPage],
  ])
  const make = action ? () => actionPage(action) : others.get(name)
  // Here the errors stand beside the rest; in the repository, one folder up.
  return make && (() => make().replaceAll('](../errors.md', '](errors.md'))
}

const htmlPage = (name: string, actions: readonly Described[], address: string): (() => string) | undefined => {
  if (name === 'quick-starts') return () => quickStartsHtml(actions, address)
  if (name === 'guide') return () => guideHtml(actions, address)
  if (name === 'events') return () => eventsHtml(actions)
  if (name === 'schemas') return () => schemasHtml(actions)
  if (name === 'errors') return () => errorsHtml(actions)
  const action = actions.find((each) => each.name === name)
  return action && (() => actionHtml(action, actions))
}

/** The same call in one language at a time, chosen by radio buttons: so arrow keys and a page without scripts can choose too. */
const codeTabs = (name: string, call: { readonly curl: string; readonly code: string; readonly python: string }): string => {
  const tabs = [
    { language: 'curl', code: call.curl },
    { language: 'Node', code: call.code },
    { language: 'Python', code: call.python },
  ]
  const choice = ({ language }: { readonly language: string }, at: number): string =>
    `<input type="radio" name="${name}" id="${name}-${language}" value="${language}"${at === 0 ? ' checked' : ''}><label for="${name}-${language}">${language}</label>`
  return `<fieldset class="tabs"><legend>Language</legend>${tabs.map(choice).join('')}${tabs
    .map(({ language, code }) => codeBlock(code, language))
    .join('')}</fieldset>`
}

/** A page with the whole reference at its side. `at` is the path of the page itself. */
const page = (parts: { title: string; at: string; actions: readonly Described[]; aside?: string; body: string }): string => {
  const link = (href: string, text: string): string =>
    `<a href="${href}"${href === parts.at ? ' aria-current="page"' : ''}>${text}</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(parts.title)} · Foyer API</title>
<link rel="stylesheet" href="/docs/reference.css">
${parts.at === '' ? '' : `<link rel="alternate" type="text/markdown" href="${parts.at === '/docs' ? '/docs/index' : parts.at}.md">`}
<script src="/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header>
<p class="brand"><a href="/">Foyer</a> <a href="/docs">API</a></p>
<div class="search" role="search">
<label for="find">Search the reference</label>
<input id="find" type="search" placeholder="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" aria-keyshortcuts="/">
<kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="Found" hidden></ul>
<p id="said" role="status"></p>
</div>
<button type="button" id="menu" aria-expanded="false" aria-controls="pages" hidden>Pages</button>
</header>
<nav id="pages" aria-label="Reference">
<ul><li>${link('/docs', 'Overview')}</li><li>${link('/docs/quick-starts', 'Quick starts')}</li><li>${link('/docs/guide', 'Using the API')}</li><li>${link('/docs/events', 'Webhook events')}</li><li>${link('/docs/schemas', 'Schemas')}</li><li>${link('/docs/errors', 'Errors')}</li></ul>
${sectionsOf(parts.actions)
  .map(
    ({ title, groups }) =>
      `<h2>${html(title)}</h2>${groups
        .map(
          ({ heading, actions }) =>
            `<h3>${html(heading)}</h3><ul>${actions.map(({ name }) => `<li>${link(`/docs/${name}`, name)}</li>`).join('')}</ul>`,
        )
        .join('')}`,
  )
  .join('')}
<ul><li><a href="/openapi.json">OpenAPI 3.1</a></li><li><a href="/llms.txt">llms.txt</a></li></ul>
</nav>
<main id="main">${parts.body}</main>
</body>
</html>
`
}

const noPageHtml = (actions: readonly Described[]): string =>
  page({
    title: 'Page not found',
    at: '',
    actions,
    body: `<h1>Page not found</h1><p class="lead">The reference has no action or page of this name. Search for it above, or go to the <a href="/docs">overview</a>.</p>`,
  })

const overviewHtml = (actions: readonly Described[]): string =>
  page({
    title: 'Reference',
    at: '/docs',
    actions,
    body: `<h1>The API of Foyer</h1>
<p class="lead"><code>POST /v1/leads</code> accepts leads with an API key and is versioned. Everything else is an action: <code>POST /gateway</code> with its name as <code>type</code> in the body, and a token. <a href="/docs/quick-starts">Quick starts</a> · <a href="/docs/guide">How to use both</a></p>
${sectionsOf(actions)
  .map(
    ({ title, groups }) =>
      `<section><h2>${html(title)}</h2>${groups
        .map(
          ({ heading, actions: list }) =>
            `<h3>${html(heading)}</h3>${tableOf(
              ['Action', 'What it does', 'Who'],
              list.map((action) => [
                `<a href="/docs/${action.name}"><code>${action.name}</code></a>`,
                inline(action.summary),
                inline(action.whoInWords),
              ]),
              heading,
            )}`,
        )
        .join('')}</section>`,
  )
  .join('')}`,
  })

const actionHtml = (action: Described, actions: readonly Described[]): string => {
  const own = action.errors.filter((error) => error.own)
  const shared = action.errors.filter((error) => !error.own)
  const code = (name: string): string => `<a href="/docs/errors#${name}"><code>${name}</code></a>`
  return page({
    title: action.name,
    at: `/docs/${action.name}`,
    actions,
    body: `<article>
<p class="trail">${action.contract ? 'The contract' : 'Foyer’s own'} · ${html(action.heading)}</p>
<h1>${action.name} <small class="${action.effect}">${action.effect === 'read' ? 'reads' : 'writes'}</small></h1>
<p class="lead">${inline(sentence(action.summary))}</p>
${action.description ? prose(action.description) : ''}
<dl>
<div><dt>Who</dt><dd>${inline(action.whoInWords)}</dd></div>
${action.who.startsWith('key:') ? '' : `<div><dt>API keys</dt><dd>${action.scope === null ? 'None' : `With the scope <code>${html(action.scope)}</code>`}</dd></div>`}
<div><dt>Limit</dt><dd>${limitInWords(action)}</dd></div>
<div><dt>Transports</dt><dd>${action.transports.map((transport) => `<code>${html(transport)}</code>`).join(' ')}</dd></div>
</dl>
${action.examples
  .map(
    (example, at) => `<section class="example"><h2>${html(example.title)}</h2>${codeTabs(`example-${at}`, example)}</section>`,
  )
  .join('')}${
  action.answer === null
    ? ''
    : `<section class="example"><h2>Example of an answer</h2>${codeBlock(JSON.stringify(action.answer, null, 2), 'JSON')}</section>`
}
<section><h2 id="takes">Input</h2>${fieldTable(action.inputFields, true, 'Input')}</section>
<section><h2 id="answers">Output</h2>${action.transports.includes('download') ? '<p>A file.</p>' : answersHtml(action)}</section>
<section><h2 id="errors">Errors</h2>${
      own.length === 0
        ? ''
        : tableOf(
            ['Status', 'Code', 'Message', 'How to fix'],
            own.map((error) => [String(error.status), code(error.code), html(error.message), inline(error.fix)]),
            'Errors',
          )
    }<p class="shared">In addition, the errors common to such calls: ${shared.map((error) => code(error.code)).join(' ')}</p></section>
<p class="more"><a href="/docs/${action.name}.md">This page as Markdown</a></p>
</article>`,
  })
}

const schemaLink = (name: string): string => `<a href="/docs/schemas#${anchorOf(name)}">${name}</a>`

const answersHtml = ({ output, outputFields }: Described): string => {
  const wholes = wholesOf(output)
  return `${wholes.length === 0 ? '' : `<p>${wholes.map(schemaLink).join(' or ')}.</p>`}${
    wholes.length > 0 && outputFields.length === 0 ? '' : fieldTable(outputFields, false, 'Output')
  }`
}

const fieldTable = (fields: readonly Field[], withRequired: boolean, label: string): string =>
  fields.length === 0
    ? '<p>Nothing.</p>'
    : tableOf(
        ['Field', 'Type', 'About'],
        fields.map((field) => [
          `<code>${html(field.name)}</code>${withRequired && field.required ? ' <em>required</em>' : ''}`,
          linkedType(field, { plain: html, link: schemaLink }),
          inline(field.about),
        ]),
        label,
      )

const quickStartsHtml = (actions: readonly Described[], address: string): string => {
  const starts = quickStarts(address)
  return page({
    title: 'Quick starts',
    at: '/docs/quick-starts',
    actions,
    body: `<h1>Quick starts</h1><p class="toc">${starts.map(({ title }) => `<a href="#${anchor(title)}">${html(title)}</a>`).join(' ')}</p>${starts
      .map(
        ({ title, text, steps }) =>
          `<section><h2 id="${anchor(title)}">${html(title)}</h2>${prose(text)}${steps
            .map(
              (step, at) =>
                `<div class="example"><h3>${at + 1}. <a href="/docs/${step.action}"><code>${step.action}</code></a></h3>${prose(step.about)}${codeTabs(`${anchor(title)}-${at}`, step)}</div>`,
            )
            .join('')}</section>`,
      )
      .join('')}<p class="more"><a href="/docs/quick-starts.md">This page as Markdown</a></p>`,
  })
}

const guideHtml = (actions: readonly Described[], address: string): string => {
  const sections = guide(actions, address)
  return page({
    title: 'Using the API',
    at: '/docs/guide',
    actions,
    body: `<h1>Using the API</h1><p class="toc">${sections.map(({ title }) => `<a href="#${anchor(title)}">${html(title)}</a>`).join(' ')}</p>${sections
      .map(({ title, text }) => `<section><h2 id="${anchor(title)}">${html(title)}</h2>${prose(text)}</section>`)
      .join('')}<p class="more"><a href="/docs/guide.md">This page as Markdown</a></p>`,
  })
}

const eventsHtml = (actions: readonly Described[]): string =>
  page({
    title: 'Webhook events',
    at: '/docs/events',
    actions,
    body: `<h1>Webhook events</h1>
<p class="lead">Foyer posts events to the webhooks in Settings → Webhooks, as in <a href="https://www.standardwebhooks.com">Standard Webhooks</a>.</p>
<p>The body is <code>{"type", "timestamp", "data"}</code>. <code>webhook-id</code> identifies the message, the same in every retry; <code>webhook-signature</code> proves it with the secret of the webhook.</p>
<ul>${webhookRules()
      .map((rule) => `<li>${inline(rule)}</li>`)
      .join('')}</ul>
${publicEventsDescribed()
  .map(
    (event) =>
      `<section><h2 id="${event.type}">${event.type}</h2><p>${inline(event.about)}</p>${fieldTable(event.fields, false, event.type)}${codeBlock(JSON.stringify(event.example, null, 2), 'The body')}</section>`,
  )
  .join('')}<p class="more"><a href="/docs/events.md">This page as Markdown</a></p>`,
  })

const shapeHtml = ({ name, io, base, words, fields }: DescribedShape): string => {
  if (words.length > 0) return `<p>One of ${words.map((word) => `<code>${html(String(word))}</code>`).join(' ')}.</p>`
  const extended = base === null ? '' : `<p>All of <a href="#${anchorOf(base)}">${base}</a>, and:</p>`
  return extended + fieldTable(fields, io === 'input', name)
}

const schemasHtml = (actions: readonly Described[]): string => {
  const users = (names: readonly string[], path: (name: string) => string): string =>
    names.map((name) => `<a href="${path(name)}"><code>${name}</code></a>`).join(' ')
  return page({
    title: 'Schemas',
    at: '/docs/schemas',
    actions,
    body: `<h1>Schemas</h1><p class="lead">The records that actions and webhooks share, each once: in <a href="/openapi.json">OpenAPI</a> under the same name, and a type of <code>@foyer/client</code>.</p>${describeShapes(
      actions,
    )
      .map(
        (shape) =>
          `<section><h2 id="${anchorOf(shape.name)}">${shape.name}</h2>${shapeHtml(shape)}<p class="shared">${users(shape.actions, (name) => `/docs/${name}`)} ${users(shape.events, (type) => `/docs/events#${type}`)}</p></section>`,
      )
      .join('')}<p class="more"><a href="/docs/schemas.md">This page as Markdown</a></p>`,
  })
}

const errorsHtml = (actions: readonly Described[]): string => {
  // A code that every call of a kind can have would name half the catalogue.
  const common = new Set(actions.flatMap((action) => action.errors.filter(({ own }) => !own).map(({ code }) => code)))
  const users = new Map<string, string[]>()
  for (const action of actions)
    for (const { code, own } of action.errors)
      if (own && !common.has(code)) users.set(code, [...(users.get(code) ?? []), action.name])
  return page({
    title: 'Errors',
    at: '/docs/errors',
    actions,
    body: `<h1>Errors</h1><p class="lead">Every error code of Foyer, and how to fix it.</p>${[...foyer.errors]
      .map(
        ([code, error]) =>
          `<section id="${code}"><h2><a href="#${code}">${code}</a> <small>${error.status}</small></h2><p>${html(error.message)}</p><p>${inline(error.fix)}</p>${
            users.has(code)
              ? `<p class="shared">Returned by ${users
                  .get(code)
                  ?.map((name) => `<a href="/docs/${name}"><code>${name}</code></a>`)
                  .join(' ')}</p>`
              : ''
          }</section>`,
      )
      .join('')}<p class="more"><a href="/docs/errors.md">This page as Markdown</a></p>`,
  })
}
