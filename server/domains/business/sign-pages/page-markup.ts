import { html } from '#core/http/markup.ts'
import { brandBar, brandFoot, brandLinks } from '#domains/platform/business-identity/brand-markup.ts'
import type { Brand } from '#domains/platform/business-identity/brands.ts'
import { languageOf, languages } from '#shapes/languages.ts'
import { type SignStrings, signStrings } from './sign-strings.ts'

export const stringsOf = (locale: string): SignStrings => signStrings[languageOf(locale)]

interface Shell {
  readonly locale: string
  readonly title: string
  /** Its address without a language, for the links to the others; null where it has none. */
  readonly self: string | null
  /** Whose page it is: in its head and its foot. */
  readonly brand?: Brand
  /** What it looks like beyond the pages of signers, and what runs in it. */
  readonly own?: { readonly styles: readonly string[]; readonly scripts: readonly string[] }
}

const ownOfSigning: NonNullable<Shell['own']> = { styles: [], scripts: ['/sign/assets/sign.js', '/views/viewing.js'] }

/** A whole page: its title, and what stands in it. */
export const shell = ({ locale, title, self, brand, own = ownOfSigning }: Shell, body: string): string => {
  const spoken = languageOf(locale)
  const others = Object.entries(languages).map(([code, name]) =>
    code === spoken
      ? `<li><span lang="${code}" aria-current="true">${html(name)}</span></li>`
      : `<li><a lang="${code}" hreflang="${code}" href="${html(addressWith(self ?? '', { lang: code }))}">${html(name)}</a></li>`,
  )
  return `<!doctype html>
<html lang="${html(locale)}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(title)}</title>
<link rel="icon" href="data:,">
${['/sign/assets/sign.css', ...own.styles].map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}
${brand ? brandLinks(brand) : ''}
${own.scripts.map((script) => `<script src="${script}" defer></script>`).join('\n')}
</head>
<body>
${brand ? `<header class="brand">${brandBar(brand)}</header>` : ''}
${body}
${brand ? brandFoot(brand, { locale }) : ''}
${self === null ? '' : `<nav class="languages" aria-label="${html(stringsOf(locale).language)}"><ul>${others.join('')}</ul></nav>`}
</body>
</html>
`
}

/** An address with some parameters set, and others removed by null. */
export const addressWith = (address: string, changes: Readonly<Record<string, string | null>>): string => {
  const url = new URL(address, 'http://here.invalid')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return `${url.pathname}${url.search}`
}

export const noPage = (status: number, locale: string): string => {
  const strings = stringsOf(locale)
  const [title, says] =
    status === 404
      ? [strings.unknownTitle, strings.unknownSays]
      : [strings.notNowTitle, status === 429 ? strings.tooMany : strings.failed]
  return shell({ locale, title, self: null }, `<main class="small"><h1>${html(title)}</h1><p>${html(says)}</p></main>`)
}

/** What people wrote keeps its own direction, and does not turn what stands around it. */
export const isolated = (text: string): string => `<bdi>${html(text)}</bdi>`

/** Puts names into a text as markup of their own; the text itself is escaped. */
export const putIsolated = (text: string, values: Readonly<Record<string, string>>): string =>
  html(text).replaceAll(/\{(\w+)\}/g, (all, name: string) => (name in values ? isolated(values[name] ?? '') : all))

/** By the calendar of UTC, as the document itself says it. */
export const sayDay = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

export const sayMoment = (at: string, locale: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`
