import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'
import { strings as files } from './strings.ts'

const strings = messages('platform/files/sentences', {
  damaged: 'A stored file is damaged',
  damagedText: (kind: string) => `${kind}: restore it from a backup.`,
})

const kinds: Readonly<Record<string, string>> = files.kinds

export const notices: NoticeSentences = {
  stored_file_damaged: ({ facts }) => ({
    title: strings.damaged,
    text: strings.damagedText(kinds[text(facts.kind)] ?? text(facts.kind)),
    tone: 'bad',
    link: { to: '/settings/files' },
  }),
}
