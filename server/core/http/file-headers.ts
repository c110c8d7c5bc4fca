import type { Download } from '../actions/action.ts'

/** RFC 8187: what an address may hold, but for the marks that quote. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The headers of a file that is to be saved. */
export const asFile = ({ name, type }: Pick<Download, 'name' | 'type'>): Record<string, string> => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"${/[^\x20-\x7e]/.test(name) ? `; filename*=UTF-8''${encoded(name)}` : ''}`,
  'Cache-Control': 'no-store',
})
