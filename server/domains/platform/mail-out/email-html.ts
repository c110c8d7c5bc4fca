import { inkOn, readableOn } from '#shapes/colours.ts'

/** How a workspace shows itself in mails to its clients. */
export interface MailBrand {
  /** The name of the workspace: whom the mail is from, where the operator names no sender. */
  readonly name: string
  /** `#rrggbb` */
  readonly colour: string | null
  /** Who it is and how to reach them, line by line. */
  readonly lines: readonly string[]
  /** Shown by `cid:logo`; it is read from the store of files when the mail is sent. */
  readonly logo: { readonly file: string; readonly type: string } | null
}

export const logoContentId = 'logo'

/** What every mail of ours consists of. All texts are plain; they are escaped here. */
export interface Letter {
  readonly subject: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Lines behind the paragraphs, each of which leads somewhere. */
  readonly items?: readonly LinkedLine[]
  readonly button: { readonly label: string; readonly link: string }
  readonly footer: string
  /** Behind the footer: where to choose what is mailed. */
  readonly settings?: LinkedLine
  /** ISO 639, of the reader. */
  readonly language: string
  /** Above the address of the button. */
  readonly orCopy: string
  /** What differs for a recipient who is not a user of Foyer: the sender. */
  readonly outward?: {
    readonly sender: string
    readonly brand?: MailBrand | undefined
  }
}

export interface LinkedLine {
  readonly text: string
  readonly link: string
}

/**
 * One layout for all mails. Tables and inline styles, as mail programs want it; 600 px at most; nothing is loaded from
 * anywhere. Programs that know dark mode take the colours of the style block, the others stay with those inline.
 */
export const renderLetter = (letter: Letter): { html: string; text: string } => {
  const link = webAddress(letter.button.link)
  return { html: asHtml(letter, link), text: asText(letter, link) }
}

const usualColour = '#1864ab'

/** The colours of a mail: a button with letters that can be read, and links on white and in the dark. */
const coloursOf = (brand: MailBrand | undefined) => {
  if (!brand?.colour)
    return { button: usualColour, ink: '#ffffff', link: usualColour, darkButton: '#1971c2', darkLink: '#74c0fc' }
  const link = readableOn(brand.colour, '#ffffff')
  return { button: link, ink: inkOn(link), link, darkButton: link, darkLink: readableOn(brand.colour, '#222529') }
}

const asHtml = (
  { subject, title, paragraphs, items = [], button, footer, settings, language, orCopy, outward }: Letter,
  link: string,
): string => {
  const colours = coloursOf(outward?.brand)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #17191c !important; }
  .card { background-color: #222529 !important; border-color: #373b40 !important; }
  .title, .words { color: #f1f3f5 !important; }
  .quiet { color: #a6adb4 !important; }
  .link { color: ${colours.darkLink} !important; }
  .button { background-color: ${colours.darkButton} !important; }
}
@media (max-width: 480px) {
  .edge { padding: 16px 8px !important; }
  .card { padding: 24px 20px !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f3f4f6;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(paragraphs[0] ?? '')}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f4f6;">
<tr><td class="edge" align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;">
<tr><td class="quiet" style="padding:0 4px 16px;${font}font-size:15px;font-weight:600;color:#495057;">${logoOf(outward)}${escapeHtml(outward?.sender ?? 'Foyer')}</td></tr>
<tr><td class="card" style="background-color:#ffffff;border:1px solid #e5e7eb;border-radius:8px;padding:32px;">
<h1 class="title" style="margin:0 0 16px;${font}font-size:22px;line-height:1.3;color:#1a1b1e;word-break:break-word;">${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p class="words" style="margin:0 0 16px;${font}font-size:16px;line-height:1.5;color:#343a40;word-break:break-word;">${escapeHtml(paragraph)}</p>`).join('\n')}
${items.map((item) => `<p style="margin:0 0 12px;${font}font-size:16px;line-height:1.5;word-break:break-word;">${anchor(item)}</p>`).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;">
<tr><td class="button" align="center" style="background-color:${colours.button};border-radius:6px;">
<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;${font}font-size:16px;font-weight:600;color:${colours.ink};text-decoration:none;">${escapeHtml(button.label)}</a>
</td></tr>
</table>
<p class="quiet" style="margin:0 0 4px;${font}font-size:13px;line-height:1.5;color:#5c636a;">${escapeHtml(orCopy)}</p>
<p style="margin:0;${font}font-size:13px;line-height:1.5;word-break:break-all;"><a class="link" href="${escapeHtml(link)}" style="color:${colours.link};">${escapeHtml(link)}</a></p>
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;${font}font-size:13px;line-height:1.5;color:#5c636a;">${linesOf(outward?.brand)}${escapeHtml(footer)}${settings ? ` ${anchor(settings)}` : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const anchor = ({ text, link }: LinkedLine): string =>
  `<a class="link" href="${escapeHtml(webAddress(link))}" style="color:${usualColour};">${escapeHtml(text)}</a>`

/** On white, as it is drawn for paper. Programs that show no pictures show the name beside it. */
const logoOf = (outward: Letter['outward']): string =>
  outward?.brand?.logo
    ? `<img src="cid:${logoContentId}" alt="" height="40" style="height:40px;width:auto;max-width:200px;padding:4px;background-color:#ffffff;border-radius:6px;vertical-align:middle;margin-right:12px;">`
    : ''

const linesOf = (brand: MailBrand | undefined): string =>
  brand && brand.lines.length > 0 ? `${brand.lines.map(escapeHtml).join('<br>')}<br><br>` : ''

const asText = ({ title, paragraphs, items = [], button, footer, settings, outward }: Letter, link: string): string => {
  const lines = outward?.brand?.lines ?? []
  const listed = items.map((item) => `${item.text}\n${webAddress(item.link)}`)
  const ends = settings ? `${footer} ${settings.text}\n${webAddress(settings.link)}` : footer
  const foot = [...(lines.length > 0 ? [lines.join('\n')] : []), ends].join('\n\n')
  return `${[title, ...paragraphs, ...listed, `${button.label}:\n${link}`, `-- \n${foot}`].join('\n\n')}\n`
}

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Links are ours, so another kind of address in one is a defect. */
const webAddress = (link: string): string => {
  const url = new URL(link)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('an email can only link to http or https')
  return url.href
}
