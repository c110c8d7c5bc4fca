import type { Conversation } from '#web/wire.ts'
import { strings } from './strings.ts'

/** What the person of a conversation is called: by name, else by what they are reached at. */
export const nameOf = (person: Pick<Conversation, 'client_name' | 'client_email' | 'client_phone'>): string =>
  person.client_name || person.client_email || person.client_phone || strings.unnamed

const channelWords: Readonly<Record<string, string>> = strings.channels

export const channelName = (channel: string): string => channelWords[channel] ?? channel

/** Where a reply goes while nothing came in: the way of what was said last. */
export const wayOf = ({ channel }: Pick<Conversation, 'channel'>): string => channel ?? 'whatsapp'
