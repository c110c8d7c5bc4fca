import type { Download } from '../actions/action.ts'

/** The headers of a file that is to be saved. */
export const asFile = ({ name, type }: Pick<Download, 'name' | 'type'>): Record<string, string> => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`,
  'Cache-Control': 'no-store',
})
