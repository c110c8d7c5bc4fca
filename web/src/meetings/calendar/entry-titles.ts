import type { Entry } from './api.ts'
import { strings } from './strings.ts'

/** What an event of others is called, in the reader's words: the server says `Busy` in English, to programs too. */
export const eventTitle = (title: string): string => (title.toLowerCase() === 'busy' ? strings.busy : title)

export const titleOf = ({ kind, title }: Pick<Entry, 'kind' | 'title'>): string =>
  kind === 'absence' ? strings.away : eventTitle(title) || strings.nameless
