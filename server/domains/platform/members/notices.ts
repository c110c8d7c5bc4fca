import { type NoticeFacts, notices } from '#core/declared.ts'

/** By the kind of what a note stands in. */
const pages: Readonly<Record<string, string>> = {
  ...{ conversation: 'inbox', contact: 'contacts', company: 'companies', lead: 'leads', deal: 'deals' },
}

/** Earlier ones name the deal of a conversation. */
const pageOfNote = ({ record_kind: kind, record_id: id, deal_id: dealId }: NoticeFacts): string =>
  `/${pages[String(kind)] ?? 'inbox'}/${id ?? dealId}`

export const memberNotices = notices({
  mentioned: {
    about: 'A colleague mentioned you in a note.',
    least: 'member',
    topic: 'mentions',
    line: ({ by, name }) => `${by ?? 'A colleague'} mentioned you in a note${name ? ` about ${name}` : ''}`,
    page: (_noteId, facts) => pageOfNote(facts),
  },
  member_joined: {
    about: 'An invitation was accepted.',
    least: 'member',
    topic: 'workspace',
    line: ({ name }) => `${name} joined the workspace`,
    page: () => '/settings/members',
  },
})
