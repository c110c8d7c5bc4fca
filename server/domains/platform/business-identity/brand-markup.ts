import { readFileSync } from 'node:fs'
import path from 'node:path'
import { html } from '#core/http/markup.ts'
import { inkOn, readableOn } from '#shapes/colours.ts'
import { languageOf } from '#shapes/languages.ts'
import { questionWords } from './brand-strings.ts'
import type { Brand } from './brands.ts'
import { sayPhone, shortAddress } from './senders.ts'

/** The head and the foot of a page. */
export const brandStyles = readFileSync(path.join(import.meta.dirname, 'brand.css'), 'utf8')

/** The lightest and the darkest that stands behind text on pages for clients. */
const grounds = { light: '#f3f4f6', dark: '#222529' } as const

/** The styles of a page in a colour: as text it is readable on both grounds, and so are letters on it. */
export const colourStyles = (colour: string): string => {
  const [light, dark] = [readableOn(colour, grounds.light), readableOn(colour, grounds.dark)]
  return `:root{--accent:light-dark(${light},${dark});--on-accent:light-dark(${inkOn(light)},${inkOn(dark)});--link:var(--accent)}`
}

/** For the head of a page, behind its own styles. */
export const brandLinks = ({ colour }: Pick<Brand, 'colour'>): string =>
  `<link rel="stylesheet" href="/brand/assets/brand.css">${colour === null ? '' : `<link rel="stylesheet" href="/brand/colour/${colour.slice(1)}.css">`}`

/** The logo, or the first letter of the name, and the name; `under` is a second line. */
export const brandBar = (brand: Pick<Brand, 'name' | 'logo_path'>, under?: string): string => {
  const sign =
    brand.logo_path === null
      ? `<span class="brand-sign" aria-hidden="true">${html(firstLetter(brand.name))}</span>`
      : `<img class="brand-logo" src="${html(brand.logo_path)}" alt="">`
  return `${sign}<p class="brand-name"><bdi>${html(brand.name)}</bdi>${under === undefined ? '' : `<span class="brand-under">${under}</span>`}</p>`
}

const firstLetter = (name: string): string => [...new Intl.Segmenter().segment(name.trim())][0]?.segment.toUpperCase() ?? ''

/** Who the sender is, and how to reach them. `facts` are lines such as numbers. */
export const brandFoot = (brand: Brand, { locale, facts = [] }: { locale: string; facts?: readonly string[] }): string => {
  const lines = [brand.address.join(', '), ...facts].filter((line) => line !== '')
  const reached = [
    ...(brand.email === null ? [] : [`<a href="mailto:${html(brand.email)}">${html(brand.email)}</a>`]),
    ...(brand.phone === null ? [] : [`<a href="tel:${html(brand.phone)}">${html(sayPhone(brand.phone))}</a>`]),
    ...(brand.website === null
      ? []
      : [`<a href="${html(brand.website)}" rel="noreferrer">${html(shortAddress(brand.website))}</a>`]),
  ]
  return `<footer class="brand-foot">
<p><strong><bdi>${html(brand.legal_name ?? brand.name)}</bdi></strong>${lines.map((line) => `<br><bdi>${html(line)}</bdi>`).join('')}</p>
${reached.length === 0 ? '' : `<p>${html(questionWords[languageOf(locale)])}<br>${reached.join('<br>')}</p>`}
</footer>`
}
