import { notices } from '#core/declared.ts'

/** For the sender of the document; where they left, for all members. */
export const documentNotices = notices({
  signer_names_other: { about: 'A signer says that another person should sign.', least: 'member' },
})
