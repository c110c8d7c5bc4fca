import { inkOn } from './colours.ts'
import { partsOf } from './links.ts'
import { type Language, languages, type Words } from './strings.ts'
import css from './widget.css?inline'

/** How a widget looks and what it says, as its workspace has set it. */
export interface Look {
  readonly title: string
  readonly greeting: string
  /** #rrggbb */
  readonly accent: string
  readonly theme: 'auto' | 'light' | 'dark'
  readonly side: 'left' | 'right'
  readonly organization: string
}

export interface Line {
  /** Stays the same while a message is on its way and when it has come. */
  readonly id: string
  readonly from: 'user' | 'agent'
  readonly author: string | null
  readonly text: string
  readonly state: 'sent' | 'sending' | 'waiting' | 'failed'
}

export interface Deeds {
  send(text: string): void
  again(id: string): void
  /** True once it is saved. */
  identify(who: { name?: string; email?: string }): Promise<boolean>
  dismissWho(): void
  /** The panel was opened or closed. */
  turned(isOpen: boolean): void
}

/** Shapes on a field of 24 by 24. */
const icons = {
  chat: 'M4 5h16v11H9l-5 4z',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4 12l16-8-6 16-3-6z',
}
const svgSpace = 'http://www.w3.org/2000/svg'

const icon = (path: string): SVGElement => {
  const svg = document.createElementNS(svgSpace, 'svg')
  const line = document.createElementNS(svgSpace, 'path')
  const attributes = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '2', 'aria-hidden': 'true' }
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value)
  for (const [name, value] of Object.entries({ d: path, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }))
    line.setAttribute(name, value)
  svg.append(line)
  return svg
}

type Child = Node | string
/** An element. What is put into it is a node or a text, never markup. */
const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A text with its web addresses as links. */
const linked = (text: string, words: Words): Child[] =>
  partsOf(text).map((part) =>
    part.href === null
      ? part.text
      : make(
          'a',
          { href: part.href, target: '_blank', rel: 'noopener noreferrer nofollow ugc' },
          part.text,
          make('span', { class: 'unseen' }, ` (${words.newTab})`),
        ),
  )

/**
 * The chat as a visitor sees it, in a shadow tree that no style of the page reaches. Its own style is a constructed sheet, which a
 * page's Content-Security-Policy does not keep out. `inside`: stands in its place, open, for a preview.
 */
export const makeView = (host: HTMLElement, look: Look, language: Language, deeds: Deeds, { inside = false } = {}) => {
  const words = languages[language]
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets = [sheet]

  const badge = make('span', { class: 'badge', 'aria-hidden': 'true', hidden: '' })
  const launcher = make(
    'button',
    { type: 'button', class: 'launcher', 'aria-expanded': 'false', 'aria-controls': 'panel', 'aria-haspopup': 'dialog' },
    icon(icons.chat),
    badge,
  )
  const close = make('button', { type: 'button', class: 'close', 'aria-label': words.closeIt }, icon(icons.close))
  const said = make('div', { class: 'said', role: 'log', 'aria-label': words.said, tabindex: '0' })
  const notice = make('p', { class: 'notice', role: 'status', hidden: '' })
  const field = make('textarea', { 'aria-label': words.write, placeholder: words.write, rows: '1', maxlength: '4000' })
  field.dir = 'auto'
  const send = make('button', { type: 'submit', class: 'send', 'aria-label': words.send }, icon(icons.send))
  const compose = make('form', { class: 'compose', novalidate: '' }, field, send)
  const who = whoForm(words, deeds, () => field.focus())
  const panel = make(
    'section',
    {
      class: 'panel',
      id: 'panel',
      role: inside ? 'group' : 'dialog',
      'aria-labelledby': 'title',
      ...(!inside && { hidden: '' }),
    },
    make(
      'div',
      { class: 'head' },
      make(
        'div',
        {},
        make('h2', { id: 'title', dir: 'auto' }, look.title || words.title),
        make('p', { dir: 'auto' }, look.organization),
      ),
      ...(inside ? [] : [close]),
    ),
    said,
    notice,
    who.form,
    compose,
  )
  const aloud = make('div', { class: 'unseen', role: 'status' })
  const root = make('div', { class: 'root', lang: language }, panel, ...(inside ? [] : [launcher]), aloud)
  root.dataset.theme = look.theme
  if (inside) root.dataset.inside = ''
  root.dataset.side = look.side
  root.style.setProperty('--accent', look.accent)
  root.style.setProperty('--on-accent', inkOn(look.accent))
  root.style.setProperty('--edge', inkOn(look.accent) === '#000000' ? '#767d86' : 'transparent')
  shadow.replaceChildren(root)

  let isOpen = inside
  let unread = 0
  const nameLauncher = (): void => {
    const name = isOpen ? words.closeIt : words.openIt
    launcher.setAttribute('aria-label', unread > 0 ? `${name}, ${words.unread(unread)}` : name)
  }
  nameLauncher()

  /** On a small screen the panel covers the page: then the keyboard stays in it. */
  const small = matchMedia('(max-width: 480px), (max-height: 420px)')
  const fit = (): void => {
    launcher.hidden = isOpen && small.matches
    if (isOpen && small.matches) panel.setAttribute('aria-modal', 'true')
    else panel.removeAttribute('aria-modal')
  }
  const turn = (to: boolean): void => {
    if (isOpen === to) return
    isOpen = to
    panel.hidden = !to
    launcher.setAttribute('aria-expanded', String(to))
    fit()
    nameLauncher()
    if (to) {
      said.scrollTop = said.scrollHeight
      field.focus()
    } else launcher.focus()
    deeds.turned(to)
  }

  const keepInside = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || !isOpen || !small.matches) return
    const stops = [...panel.querySelectorAll<HTMLElement>('button, textarea, input, a, [tabindex]')].filter(
      (each) => each.getClientRects().length > 0,
    )
    const end = event.shiftKey ? stops[0] : stops.at(-1)
    if (shadow.activeElement !== end) return
    event.preventDefault()
    ;(event.shiftKey ? stops.at(-1) : stops[0])?.focus()
  }
  const grow = (): void => {
    field.style.height = 'auto'
    field.style.height = `${Math.min(field.scrollHeight + 2, 140)}px`
  }
  const submit = (): void => {
    const text = field.value.trim()
    if (text === '') return
    field.value = ''
    grow()
    deeds.send(text)
    field.focus()
  }

  if (!inside) {
    launcher.addEventListener('click', () => turn(!isOpen))
    close.addEventListener('click', () => turn(false))
    small.addEventListener('change', fit)
    root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && isOpen && !event.isComposing) turn(false)
      keepInside(event)
      // What is typed here is not for the shortcuts of the page.
      event.stopPropagation()
    })
    for (const type of ['keyup', 'keypress']) root.addEventListener(type, (event) => event.stopPropagation())
  }
  field.addEventListener('input', grow)
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    submit()
  })
  compose.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })

  const greeting = make('div', { class: 'bubble' }, make('p', { class: 'text', dir: 'auto' }, ...linked(look.greeting, words)))
  greeting.hidden = look.greeting === ''
  said.append(greeting)
  const shown = new Map<string, { readonly element: HTMLElement; key: string }>()

  /** One message; made anew only when something of it has changed, so that nothing is read aloud twice. */
  const bubble = (line: Line): HTMLElement => {
    const isOwn = line.from === 'user'
    const by = make('p', { class: isOwn ? 'unseen' : 'by', dir: 'auto' }, isOwn ? words.you : line.author || words.team)
    const text = make('p', { class: 'text', dir: 'auto' }, ...linked(line.text, words))
    const element = make('div', { class: 'bubble', 'data-from': line.from }, by, text)
    if (line.state === 'sent') return element
    const state = make('p', { class: 'state', 'data-state': line.state }, words[line.state])
    if (line.state === 'failed') {
      const again = make('button', { type: 'button' }, words.again)
      again.addEventListener('click', () => deeds.again(line.id))
      state.append(' · ', again)
    }
    element.append(state)
    return element
  }

  return {
    get isOpen() {
      return isOpen
    },
    open: () => turn(true),
    close: () => turn(false),
    show(lines: readonly Line[]): void {
      const isAtEnd = said.scrollHeight - said.scrollTop - said.clientHeight < 40
      for (const [id, { element }] of shown)
        if (!lines.some((line) => line.id === id)) {
          element.remove()
          shown.delete(id)
        }
      let before: Element = greeting
      for (const line of lines) {
        const key = `${line.state} ${line.author} ${line.text}`
        let known = shown.get(line.id)
        if (known?.key !== key) {
          const element = bubble(line)
          known?.element.replaceWith(element)
          known = { element, key }
          shown.set(line.id, known)
        }
        if (before.nextElementSibling !== known.element) before.after(known.element)
        before = known.element
      }
      if (isAtEnd) said.scrollTop = said.scrollHeight
    },
    setUnread(count: number): void {
      unread = count
      badge.hidden = count === 0
      badge.textContent = count > 9 ? '9+' : String(count)
      nameLauncher()
    },
    /** For who cannot see that something came, while the panel is closed. */
    announce(author: string | null): void {
      aloud.textContent = ''
      aloud.textContent = words.newFrom(author || words.team)
    },
    setOffline(isOffline: boolean): void {
      notice.hidden = !isOffline
      notice.textContent = isOffline ? words.offline : ''
    },
    askWho(isAsked: boolean): void {
      who.ask(isAsked)
    },
    remove: () => host.remove(),
  }
}

export type View = ReturnType<typeof makeView>

/** Asks where an answer reaches the visitor. */
const whoForm = (words: Words, deeds: Deeds, done: () => void) => {
  const name = make('input', { name: 'name', autocomplete: 'name', maxlength: '200' })
  const email = make('input', { name: 'email', type: 'email', autocomplete: 'email', maxlength: '254', required: '' })
  const fault = make('p', { class: 'bad', role: 'alert', id: 'fault' })
  const save = make('button', { type: 'submit', class: 'main' }, words.save)
  const later = make('button', { type: 'button', class: 'plain' }, words.later)
  const title = make('p', {}, words.whoTitle)
  const form = make(
    'form',
    { class: 'who', novalidate: '', hidden: '' },
    title,
    make('label', {}, words.name, name),
    make('label', {}, words.email, email),
    fault,
    make('div', {}, save, later),
  )
  const refuse = (text: string): void => {
    fault.textContent = text
    email.setAttribute('aria-invalid', String(text === words.badEmail))
    email.setAttribute('aria-describedby', 'fault')
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (email.value.trim() === '' || !email.checkValidity()) {
      refuse(words.badEmail)
      email.focus()
      return
    }
    refuse('')
    save.disabled = true
    const isSaved = await deeds.identify({
      email: email.value.trim(),
      ...(name.value.trim() !== '' && { name: name.value.trim() }),
    })
    save.disabled = false
    if (!isSaved) return refuse(words.notSaved)
    form.replaceChildren(make('p', { role: 'status' }, words.thanks))
    done()
  })
  later.addEventListener('click', () => {
    form.hidden = true
    deeds.dismissWho()
    done()
  })
  return {
    form,
    ask: (isAsked: boolean): void => {
      form.hidden = !isAsked
    },
  }
}
