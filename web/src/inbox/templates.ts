import type { Template } from './calls.ts'

interface Component {
  readonly type?: unknown
  readonly format?: unknown
  readonly text?: unknown
  readonly url?: unknown
  readonly buttons?: unknown
}

interface Part {
  readonly part: 'header' | 'body' | 'footer' | 'button'
  readonly text: string
}

/**
 * The texts of a template, in their order, with the values in their places; what has no value yet keeps its number. Each text
 * counts its places from one, so its first one takes the first value that those before it left.
 */
export const previewOf = (template: Pick<Template, 'components' | 'body'>, values: readonly string[]): Part[] => {
  let used = 0
  const fill = (text: string): string => {
    const before = used
    const places = [...new Set([...text.matchAll(place)].map(([, name]) => name))]
    used += places.length
    return text.replaceAll(place, (whole, name: string) => {
      const at = /^\d+$/.test(name) ? Number(name) - 1 : places.indexOf(name)
      return values[before + at] || whole
    })
  }
  const parts = (template.components as readonly Component[]).flatMap((component): Part[] => {
    const type = String(component.type ?? '').toLowerCase()
    if (type === 'buttons' && Array.isArray(component.buttons))
      return (component.buttons as Component[]).map(({ text, url }) => {
        const address = typeof url === 'string' && url.includes('{{') ? ` · ${fill(url)}` : ''
        return { part: 'button', text: `${String(text ?? '')}${address}` }
      })
    if ((type === 'header' || type === 'body' || type === 'footer') && typeof component.text === 'string')
      return [{ part: type, text: fill(component.text) }]
    return []
  })
  return parts.length > 0 ? parts : [{ part: 'body', text: fill(template.body ?? '') }]
}

const place = /\{\{\s*(\w+)\s*\}\}/g
