import { errors } from '#core/errors.ts'

export const documentErrors = errors({
  document_not_found: { status: 404, message: 'The document does not exist.', fix: 'List the documents with list-documents.' },
  client_has_no_email: {
    status: 409,
    message: 'The contact of the deal has no email address.',
    fix: 'Enter one on the contact, or name the signers in `signers`.',
  },
  cannot_seal: {
    status: 409,
    message: 'The document could not be sealed later, so nothing was made.',
    fix: 'The message says what is missing. Settings → Sealing shows the certificate, the storage and the timestamp authority.',
  },
  signer_doubled: {
    status: 400,
    message: 'The same person is named twice.',
    fix: 'Name each signer once for each role.',
  },
  signer_missing: {
    status: 400,
    message: 'The template has fields for a signer who is not named.',
    fix: 'The message names them. `client-2` is the second signer with the role `client`.',
  },
  deadline_wrong: {
    status: 400,
    message: 'The deadline is past, or more than a year away.',
    fix: 'Send a time within the next 365 days, or leave it out.',
  },
  signer_not_found: {
    status: 404,
    message: 'This document has no signer with this address and role.',
    fix: '`show-document` lists the signers.',
  },
  signed_as_other: {
    status: 403,
    message: 'As `admin` you sign with your own address only.',
    fix: 'Send your own email address as `signerEmail`.',
  },
  not_pending: {
    status: 409,
    message: 'The document is no longer open for signing.',
    fix: 'Load the document again: it is signed, declined, expired or voided.',
  },
  successor_is_signer: {
    status: 400,
    message: 'This is the address of the signer who hands over.',
    fix: 'Name another person, or sign yourself.',
  },
  successor_missing: {
    status: 409,
    message: 'This signer has named no other person.',
    fix: 'Load the document again.',
  },
  not_their_turn: { status: 409, message: 'Others sign before.', fix: '`show-document` shows the order of the signers.' },
  attesting_forbidden: {
    status: 403,
    message: 'This workspace does not take signatures that a colleague attests.',
    fix: 'Let the client sign by the link, or ask an admin to allow it in Settings → Sealing.',
  },
  foreign_url: {
    status: 400,
    message: 'The address is not a file of this document.',
    fix: 'Send the `url` of the document, or that of a file that was uploaded for it. No address is fetched.',
  },
  claimed_in_future: {
    status: 400,
    message: 'The time of the signature is in the future.',
    fix: 'Send the time at which it was signed.',
  },
  sign_link_unknown: {
    status: 404,
    message: 'This link does not lead to a document.',
    fix: 'Open the newest link from the email, or ask the sender for another.',
  },
  signing_code_needed: {
    status: 403,
    message: 'This signer is asked for a code before the document is shown.',
    fix: 'Send one with `send-signing-code`, enter it with `enter-signing-code`, and send the pass that it answers as `code`.',
  },
  signing_code_wrong: { status: 400, message: 'The code is wrong.', fix: 'Enter the six digits of the newest email.' },
  signing_code_spent: {
    status: 409,
    message: 'There is no code that could be entered: it has expired, or was tried five times.',
    fix: 'Send another one with `send-signing-code`.',
  },
  consent_missing: {
    status: 400,
    message: 'Consent to sign electronically is needed.',
    fix: 'Send `consent: true` once the signer has agreed.',
  },
  field_missing: { status: 400, message: 'A field is not filled in.', fix: 'The message names it.' },
  field_wrong: {
    status: 400,
    message: 'A value does not fit its field.',
    fix: 'The message names the field and what it takes.',
  },
  file_not_there: { status: 404, message: 'The document has no such file yet.', fix: '`files` of `show-document` lists them.' },
  file_damaged: {
    status: 500,
    message: 'A stored file is not what was stored.',
    fix: 'Restore it from a backup. The document page shows which one.',
  },
  seal_not_failed: { status: 409, message: 'There is nothing to seal again.', fix: 'Load the document again.' },
})
