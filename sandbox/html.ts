/** Text that is markup already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

/** Markup; what is put into it is text, unless it is markup itself. Lists are joined, and what is not there leaves nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, at) => text + markup(parts[at - 1]) + string))

const markup = (part: Part): string => {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return (part as readonly Part[]).map(markup).join('')
  return escapeHtml(String(part))
}

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** A page of the sandbox, whole. `base`: where the sandbox is mounted. */
export const page = (base: string, title: string, body: Html, options: { script?: string; bare?: boolean } = {}): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/sandbox.css">
${options.script && html`<script src="${base}/${options.script}" defer></script>`}
</head>
<body>
${
  options.bare
    ? null
    : html`<header><a class="home" href="${base}/">Sandbox</a><nav aria-label="Sandbox"><a href="${base}/mailbox">Mailbox</a><a href="${base}/faults">Faults</a><a href="${base}/webhooks">Webhooks</a><a href="/">Foyer</a></nav></header>`
}
${body}
</body>
</html>
`.text

/** A button that changes something: a form of its own, so that it works without a script. */
export const button = (action: string, label: string, fields: Readonly<Record<string, string>> = {}, kind = ''): Html =>
  html`<form method="post" action="${action}">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="${kind}">${label}</button></form>`

/** A moment for people; the full timestamp on hover. */
export const moment = (at: Date | string | null): Html | string => {
  if (at === null) return '–'
  const iso = typeof at === 'string' ? at : at.toISOString()
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** What a page of the sandbox may load, and where its forms may lead: `formsTo`, origins beside our own. */
export const pagePolicy = (...formsTo: readonly string[]): string =>
  `default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action ${["'self'", ...formsTo].join(' ')}; frame-ancestors 'none'`
