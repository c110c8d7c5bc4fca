import { useLocation } from '@tanstack/react-router'
import type { Input } from '#web/wire.ts'

type About = NonNullable<Input<'ask-assistant'>['about']>

const kinds: Readonly<Record<string, About['kind']>> = {
  deals: 'deal',
  contacts: 'contact',
  leads: 'lead',
  invoices: 'invoice',
  bookings: 'booking',
  documents: 'document',
}

const address = /^\/([a-z]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/

/** The record of the page that is open; undefined on a page of many. */
export const useAbout = (): About | undefined => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [, room = '', id = ''] = address.exec(path) ?? []
  const kind = kinds[room]
  return kind && { kind, id }
}
