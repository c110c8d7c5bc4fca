import DOMPurify from 'dompurify'
import { strings } from './strings.ts'

/** What mails look like with, and nothing that runs, loads, asks or covers the page. */
const allowed = {
  WHOLE_DOCUMENT: false,
  FORBID_TAGS:
    'script style link meta base form input button select textarea option iframe frame object embed applet audio video source track svg math dialog template noscript portal map area'.split(
      ' ',
    ),
  FORBID_ATTR: 'srcset background ping formaction action autofocus contenteditable tabindex id name class'.split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
}

/** Of a style everything that loads something, or leaves its place. */
const harmful = /url\s*\(|image-set|expression|@import|position\s*:|behavior\s*:|-moz-binding|\\/i

const none: ReadonlyMap<string, string> = new Map()

/** Nothing runs here, so what `noscript` holds is the mail; one that is left open holds all the rest, and DOMPurify would drop it. */
const parsed = (html: string): Node => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('noscript')) element.replaceWith(...element.childNodes)
  return body
}

/**
 * A mail's HTML without what could act: DOMPurify decides about elements and attributes, and then pictures from elsewhere lose their address,
 * for a load tells its sender when and where it was read. `cid` has the pictures that came with the mail and `loaded` those that were asked for, as `data:`
 * addresses: the frame itself loads nothing, ever. `hidden`: the addresses of the others. The frame that
 * shows it runs nothing and has no origin; this is the second wall, and the page's policy is the third.
 */
export const cleanHtml = (
  html: string,
  cid: ReadonlyMap<string, string>,
  loaded: ReadonlyMap<string, string> = none,
): { html: string; hidden: ReadonlySet<string> } => {
  const fragment = DOMPurify.sanitize(parsed(html), { ...allowed, RETURN_DOM_FRAGMENT: true })
  const hidden = new Set<string>()
  for (const picture of fragment.querySelectorAll('img')) {
    const address = picture.getAttribute('src') ?? ''
    const own = /^cid:/i.test(address) ? cid.get(address.slice(4).replace(/^<|>$/g, '')) : undefined
    const shown = own ?? loaded.get(address.trim())
    if (shown) picture.setAttribute('src', shown)
    else if (!/^data:image\/(png|jpe?g|gif|webp);/i.test(address)) {
      picture.removeAttribute('src')
      if (/^https?:/i.test(address.trim())) hidden.add(address.trim())
    }
  }
  for (const element of fragment.querySelectorAll<HTMLElement>('[style]'))
    if (harmful.test(element.getAttribute('style') ?? '')) element.removeAttribute('style')
  for (const link of fragment.querySelectorAll('a')) settleLink(link)
  foldQuotes(fragment)
  const holder = document.createElement('div')
  holder.append(fragment)
  return { html: holder.innerHTML, hidden }
}

/** What a mail quotes is folded; of one that is nothing but a quote it is what there is to read. */
const foldQuotes = (fragment: DocumentFragment): void => {
  const quotes = [...fragment.querySelectorAll('blockquote')].filter((quote) => !quote.parentElement?.closest('blockquote'))
  const lengthOf = (node: Node): number => (node.textContent ?? '').trim().length
  const quoted = quotes.reduce((sum, quote) => sum + lengthOf(quote), 0)
  if (quoted >= lengthOf(fragment)) return
  for (const quote of quotes) {
    const folded = document.createElement('details')
    const summary = document.createElement('summary')
    summary.textContent = strings.quotedText
    quote.replaceWith(folded)
    folded.append(summary, quote)
  }
}

/** A link opens a page of its own, which learns nothing of ours; where its words name another place than it leads to, that is said. */
const settleLink = (link: HTMLAnchorElement): void => {
  const address = link.getAttribute('href') ?? ''
  if (!/^(https?|mailto|tel):/i.test(address)) {
    link.removeAttribute('href')
    return
  }
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer nofollow')
  link.setAttribute('title', address)
  const host = /^https?:/i.test(address) ? new URL(address).host : null
  if (host !== null && !(link.textContent ?? '').toLowerCase().includes(host)) {
    const note = document.createElement('small')
    note.textContent = ` [${host}]`
    link.append(note)
  }
}

/** A page for a frame: the mail on white, as its sender saw it, in whatever theme. */
export const framePage = (html: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"><style>body{margin:16px;background:#fff;color:#111;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}blockquote{margin-inline:0;padding-inline-start:12px;border-inline-start:2px solid #ccc;color:#555}pre{white-space:pre-wrap}table{max-width:100%}small{color:#666}summary{cursor:pointer;color:#555}</style></head><body>${html}</body></html>`

/** Links open pages of their own, which are not in the frame's cage; nothing else is allowed: no script, no form, no origin. */
export const frameRights = 'allow-popups allow-popups-to-escape-sandbox'
