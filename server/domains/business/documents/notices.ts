import { notices } from '#core/declared.ts'

/** For whoever sent the document; where they left, for all members. */
export const documentNotices = notices({
  signer_handover: { about: 'A signer says that another person should sign.', least: 'member' },
})
