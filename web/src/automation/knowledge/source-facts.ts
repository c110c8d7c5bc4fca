import type { KnowledgeSource } from '#web/wire.ts'
import { languageName } from './language-names.ts'
import { strings } from './strings.ts'

/** A document in one line: where it is from, its language, how long it is. */
export const aboutSource = (source: KnowledgeSource): string =>
  [
    source.file_name ?? strings.kinds[source.kind],
    languageName(source.language),
    strings.words(source.words),
    strings.passages(source.passages),
  ].join(' · ')
