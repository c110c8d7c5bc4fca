import type { Catalogue } from './strings.ts'

/** The words of the app's language by the names of their catalogues; none of English, which stands in the rooms. */
export const translations: Readonly<Record<string, Catalogue>> = {}
