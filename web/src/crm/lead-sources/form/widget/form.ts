import type { ShownForm } from '#shapes/shown-forms.ts'
import { consoleWords } from './strings.ts'
import { makeForm, type Sent } from './view.ts'

const timeoutMs = 20_000
/** A server that cannot be reached is asked so often, each time after twice as long. */
const mostTries = 6
const againMs = 2_000

interface Answered {
  /** 0: nothing came back. */
  readonly status: number
  readonly body: { readonly [name: string]: unknown }
}

/** Asks Foyer from a page of another origin: no cookie goes along, and of the page its origin alone. */
const ask = async (url: string, values?: URLSearchParams): Promise<Answered> => {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutMs)
  try {
    const response = await fetch(url, {
      ...(values && { method: 'POST', body: values }),
      headers: { accept: 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: stop.signal,
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return { status: 0, body: {} }
  } finally {
    clearTimeout(timer)
  }
}

const send = async (url: string, values: URLSearchParams): Promise<Sent> => {
  const { status, body } = await ask(url, values)
  if (status === 200) return { ok: true, url: typeof body.url === 'string' ? body.url : null }
  return { ok: false, code: String(body.code), field: typeof body.field === 'string' ? body.field : null }
}

/** Shows the form of an address in `host`. */
const show = async (host: HTMLElement, url: string, locale: string | undefined, tries = 1): Promise<void> => {
  const { status, body } = await ask(`${url}?form${locale ? `&locale=${encodeURIComponent(locale)}` : ''}`)
  if ((status === 0 || status >= 500) && tries < mostTries)
    return void setTimeout(() => void show(host, url, locale, tries + 1), againMs * 2 ** tries)
  if (status !== 200) return console.warn(consoleWords.refused(String(body.error ?? consoleWords.unreachable)))
  const shownAt = performance.now()
  let last = ''
  let id = ''
  makeForm(host, body.form as ShownForm, {
    send(values) {
      // Sent again after an answer was lost, the same words are the same lead.
      if (values.toString() !== last) id = crypto.randomUUID?.() ?? ''
      last = values.toString()
      if (id) values.append('_id', id)
      values.append('_shown_ms', String(Math.round(performance.now() - shownAt)))
      values.append('_page', location.origin + location.pathname)
      return send(url, values)
    },
    sent(next) {
      host.dispatchEvent(new CustomEvent('foyer:sent', { bubbles: true }))
      if (next === null) return false
      location.assign(next)
      return true
    },
  })
}

// ── The script tag ──────────────────────────────────────────────────────────────────────────────────────────────────

const isSeen = Symbol.for('foyer-form')

const begin = (tag: HTMLScriptElement & { [isSeen]?: true }): void => {
  const address = tag.dataset.form
  if (!address) return console.warn(consoleWords.noForm)
  if (tag[isSeen]) return
  tag[isSeen] = true
  const target = tag.dataset.target ? document.querySelector(tag.dataset.target) : null
  const host = document.createElement('foyer-form')
  if (target) target.append(host)
  else if (tag.closest('body')) tag.after(host)
  else return console.warn(consoleWords.noPlace)
  const base = tag.src.replace(/\/form\.js.*$/, '')
  void show(host, `${base}/functions/v1/lead-form/${encodeURIComponent(address)}`, tag.dataset.locale)
}

const current = document.currentScript as HTMLScriptElement | null
const tags = (): HTMLScriptElement[] =>
  current ? [current] : [...document.querySelectorAll<HTMLScriptElement>('script[data-form][src*="/form.js"]')]
const go = (): void => {
  for (const tag of tags()) begin(tag)
}
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', go)
else go()
