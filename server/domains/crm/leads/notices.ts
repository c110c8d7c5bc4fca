import { notices } from '#core/declared.ts'

export const leadNotices = notices({
  external_id_conflict: { about: 'A repeat of an external_id came with another person.', least: 'member' },
})
