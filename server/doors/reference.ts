import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { AnyAction } from '#core/action.ts'
import { errors, Failure } from '#core/errors.ts'
import type { Described, Field } from './described.ts'
import { openapi } from './openapi.ts'
import { actionPage, describeAll, errorsPage, indexPage, llmsText } from './pages.ts'
import { sendFailure } from './replies.ts'

const assets = {
  'reference.css': 'text/css; charset=utf-8',
  'reference.js': 'text/javascript; charset=utf-8',
} as const

/** `/docs`: the reference of this very server, searchable, without a line from elsewhere; the same as Markdown and as OpenAPI. */
export const reference = (
  app: FastifyInstance,
  parts: { actions: readonly AnyAction[]; address: () => string; version: string },
): void => {
  const described = () => describeAll(parts.actions, parts.address())
  const htmlType = 'text/html; charset=utf-8'
  const markdown = 'text/markdown; charset=utf-8'

  app.get('/openapi.json', async () => openapi(parts.actions, { address: parts.address(), version: parts.version }))
  app.get('/llms.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(described(), parts.address())),
  )
  app.get('/docs', async (_request, reply) => reply.type(htmlType).send(referencePage(described())))
  app.get('/docs/errors', async (_request, reply) => reply.type(htmlType).send(errorsHtml()))
  app.get<{ Params: { file: string } }>('/docs/:file', async (request, reply) => {
    const { file } = request.params
    const type = assets[file as keyof typeof assets]
    if (type)
      return reply
        .type(type)
        .header('Cache-Control', 'public, max-age=3600')
        .send(readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    if (file === 'index.md') return reply.type(markdown).send(indexPage(described()))
    if (file === 'errors.md') return reply.type(markdown).send(errorsPage())
    const action = described().find(({ name }) => `${name}.md` === file)
    if (action) return reply.type(markdown).send(actionPage(action))
    return sendFailure(request, reply, new Failure('not_found'))
  })
}

const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** The little Markdown that descriptions use: code, paragraphs. */
const prose = (text: string): string =>
  html(text)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('')
const inline = (text: string): string => html(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const page = (title: string, nav: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(title)}</title>
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the reference</a>
<nav aria-label="Reference">
<p class="brand"><a href="/">Foyer</a> <span>API</span></p>
<label for="find">Find an action <kbd>/</kbd></label>
<input id="find" type="search" autocomplete="off" spellcheck="false">
${nav}
<p class="more"><a href="/docs/errors">Errors</a> <a href="/openapi.json">OpenAPI</a> <a href="/llms.txt">llms.txt</a></p>
</nav>
<main id="main">${body}</main>
</body>
</html>
`

const referencePage = (actions: readonly Described[]): string =>
  page(
    'API reference · Foyer',
    `<ul id="actions">${actions.map((action) => `<li data-words="${html(`${action.name} ${action.summary}`.toLowerCase())}"><a href="#${action.name}">${action.name}</a></li>`).join('')}</ul><p id="none" hidden>No action has these words.</p>`,
    `<h1>API reference</h1>
<p class="lead"><code>POST /v1/leads</code> takes leads with an API key and is versioned. Everything else is an action: <code>POST /gateway</code> with <code>type</code> in the body and a token.</p>
${actions.map(actionHtml).join('')}`,
  )

const actionHtml = (action: Described): string => `
<section id="${action.name}" aria-labelledby="h-${action.name}">
<h2 id="h-${action.name}"><a href="#${action.name}">${action.name}</a> <small class="${action.effect}">${action.effect === 'read' ? 'reads' : 'writes'}</small></h2>
<p class="summary">${inline(action.summary)}</p>
${action.description ? prose(action.description) : ''}
<dl><div><dt>Who</dt><dd>${inline(action.whoInWords)}</dd></div><div><dt>Limit</dt><dd>${action.limit.times.toLocaleString('en')} per ${action.limit.seconds} s</dd></div><div><dt>Doors</dt><dd>${action.doors.map((door) => `<code>${html(door)}</code>`).join(' ')}</dd></div></dl>
<h3>Takes</h3>${fieldTable(action.inputFields, true)}
<h3>Answers</h3>${action.doors.includes('download') ? '<p>A file.</p>' : fieldTable(action.outputFields, false)}
${action.examples.map((example) => `<h3>${html(example.title)}</h3><pre tabindex="0"><code>${html(example.curl)}</code></pre>`).join('')}
<details><summary>Errors</summary><table><thead><tr><th>Status</th><th>Code</th><th>Message</th></tr></thead><tbody>${action.errors
  .map(
    (error) =>
      `<tr><td>${error.status}</td><td><a href="/docs/errors#${error.code}"><code>${error.code}</code></a></td><td>${html(error.message)}</td></tr>`,
  )
  .join('')}</tbody></table></details>
</section>`

const fieldTable = (fields: readonly Field[], withRequired: boolean): string =>
  fields.length === 0
    ? '<p>Nothing.</p>'
    : `<div class="wide" tabindex="0"><table><thead><tr><th>Field</th><th>Type</th><th>About</th></tr></thead><tbody>${fields
        .map(
          (field) =>
            `<tr><td><code>${html(field.name)}</code>${withRequired && field.required ? ' <em>required</em>' : ''}</td><td>${html(field.type)}</td><td>${inline(field.about)}</td></tr>`,
        )
        .join('')}</tbody></table></div>`

const errorsHtml = (): string =>
  page(
    'Errors · Foyer',
    `<ul id="actions">${Object.keys(errors)
      .map((code) => `<li data-words="${code}"><a href="#${code}">${code}</a></li>`)
      .join('')}</ul><p id="none" hidden>No code has these words.</p>`,
    `<h1>Errors</h1><p class="lead">Every code that Foyer answers with, and what to do about it. <a href="/docs">Back to the actions</a>.</p>${Object.entries(
      errors,
    )
      .map(
        ([code, error]) =>
          `<section id="${code}"><h2><a href="#${code}">${code}</a> <small>${error.status}</small></h2><p>${html(error.message)}</p><p>${inline(error.mend)}</p></section>`,
      )
      .join('')}`,
  )
