import { notices } from '#core/declared.ts'

export const fileNotices = notices({
  stored_file_damaged: {
    about:
      'A stored file of a template, an email, a message, an import or a nightly record is missing, or is not what was stored.',
    least: 'admin',
    topic: 'workspace',
    line: () => 'A stored file is damaged',
    page: () => '/settings/files',
  },
})
