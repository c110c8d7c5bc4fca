import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { RecordKind, RecordReference } from '../wire.ts'
import { strings } from './strings.ts'

/** A record that something was about: what it is, and its name, which leads to it. */
export const RecordLink = ({ of: { kind, id, name } }: { of: RecordReference }) => (
  <>
    {strings.records[kind]}{' '}
    <Anchor component={Link} {...(placeOf(kind, id) as object)} inherit>
      <bdi>{name}</bdi>
    </Anchor>
  </>
)

/** The address of a record. */
export const placeOf = (kind: RecordKind, id: string): Pick<LinkProps, 'to' | 'search'> => {
  const [to, inSearch] = places[kind]
  return {
    to: (inSearch === undefined ? to.replace('$', id) : to) as '/',
    ...(inSearch && { search: { [inSearch]: id } as never }),
  }
}

/** Where a record stands: at an address of its own, or on the page of all of them. */
const places: Readonly<Record<RecordKind, readonly [to: string, inSearch?: string]>> = {
  lead: ['/leads/$'],
  contact: ['/contacts/$'],
  company: ['/companies/$'],
  deal: ['/deals/$'],
  conversation: ['/inbox/$'],
  invoice: ['/invoices/$'],
  upload: ['/uploads/$'],
  key: ['/settings/keys/$'],
  webhook: ['/settings/webhooks/$'],
  connection: ['/settings/connections/$'],
  chat_widget: ['/settings/website-chat/$'],
  mail: ['/settings/outbox', 'mail'],
  member: ['/settings/members'],
  invitation: ['/settings/members'],
  pipeline: ['/settings/pipelines'],
  task: ['/tasks'],
}
