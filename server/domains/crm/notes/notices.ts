import { notices } from '#core/declared.ts'

/** By the kind of record. */
const pages: Readonly<Record<string, string>> = { contact: 'contacts', company: 'companies', lead: 'leads', deal: 'deals' }

export const noteNotices = notices({
  mentioned_in_note: {
    about: 'A teammate mentioned you in a note of a contact, company, lead or deal.',
    least: 'member',
    topic: 'mentions',
    line: ({ by, name }) => `${by ?? 'A teammate'} mentioned you in a note${name ? ` about ${name}` : ''}`,
    page: (_noteId, { kind, record_id: id }) => (pages[String(kind)] ? `/${pages[String(kind)]}/${id}` : '/notices'),
  },
})
