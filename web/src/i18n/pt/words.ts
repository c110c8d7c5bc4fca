import type { Translations } from '../translations.ts'

/** Portuguese: a file a room, with the catalogues whose names begin with the file's. */
export const words: Translations = Object.assign(
  {},
  ...Object.values(import.meta.glob<Translations>(['./**/*.ts', '!./words.ts'], { eager: true, import: 'default' })),
)
