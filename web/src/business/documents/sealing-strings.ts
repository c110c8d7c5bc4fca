import { messages } from '#web/i18n/strings.ts'

/** What is said of sealing where it is in the way, beside the words of the documents: few pages need it. */
export const sealingStrings = messages('business/documents/sealing-strings', {
  sealProblem: 'Sealing needs attention',
  sealProblems: {
    certificate_ended: 'The certificate has expired. Documents can’t be sent until there is a new one.',
    certificate_not_yet: 'The certificate is not valid yet. Documents can’t be sent until it is.',
    certificate_ends_early: 'The certificate expires soon. Set a deadline before that, or the document can’t be sent.',
    key_unreadable:
      'The key of the certificate can’t be decrypted. Documents can’t be sent until there is a new certificate, or the former FOYER_KEY is back.',
    authority_missing: 'A timestamp is required, and no timestamp authority is set. Documents can’t be sent until one is.',
  },
  toSealing: 'Open sealing settings',
  askAdminSealing: 'Ask an admin to open Settings → Sealing.',
  takeDespite: 'Use it anyway',
  takeDespiteHint: 'Documents that are signed after it ends are sealed once there is a newer certificate.',
})
