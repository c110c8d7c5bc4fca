import { errors } from '#core/errors.ts'

/** Of what seals. */
export const sealingErrors = errors({
  code_template_unfit: {
    status: 400,
    message: 'No code can be sent by this WhatsApp template.',
    fix: 'The message says why. Choose an approved template of the category Authentication that takes the code alone; `list-whatsapp-templates` lists them.',
  },
  identity_not_pkcs12: {
    status: 400,
    message: 'The file is not a PKCS#12 file.',
    fix: 'Send a `.p12` or `.pfx` file with the key and its certificate, of 150 KB at most.',
  },
  identity_wrong_password: {
    status: 400,
    message: 'The password does not open the file.',
    fix: 'Enter the password that was set when the file was made.',
  },
  identity_no_key: {
    status: 400,
    message: 'The file has no private key with its certificate.',
    fix: 'Export it again, with the private key.',
  },
  identity_not_for_signing: {
    status: 400,
    message: 'The certificate is not one to sign documents with.',
    fix: 'Ask its authority for a certificate for document signing or an electronic seal. One of a website is none.',
  },
  identity_expired: {
    status: 400,
    message: 'The certificate has expired, or is not valid yet.',
    fix: 'Send one that is valid now.',
  },
  identity_ends_early: {
    status: 409,
    message: 'Open documents can be signed until after this certificate ends.',
    fix: 'Upload one that is valid for longer. Or send `despiteOpenDocuments: true`: what is signed after its end is sealed once there is a newer one.',
  },
  identity_key_not_supported: {
    status: 400,
    message: 'The key is of a kind that PDF readers do not know.',
    fix: 'RSA from 2,048 bits or ECDSA on P-256, P-384 or P-521.',
  },
  seal_record_not_found: {
    status: 404,
    message: 'The record does not exist.',
    fix: 'List the records with list-seal-records.',
  },
  timestamp_url_invalid: {
    status: 400,
    message: 'timestampUrl is not a valid URL',
    fix: 'Send the full URL, with https:// or http:// and without user and password.',
  },
  timestamp_url_not_allowed: {
    status: 400,
    message:
      'timestampUrl is not a public address on port 80 or 443. The operator of Foyer can allow it in OUTGOING_ALLOWED_PRIVATE.',
    fix: 'Use a public address, or ask the operator to add this host to OUTGOING_ALLOWED_PRIVATE.',
  },
  timestamp_authority_missing: {
    status: 400,
    message: 'No timestamp authority is set.',
    fix: 'Send the address of one as `timestampUrl`, or ask the operator to set TIMESTAMP_URL.',
  },
  long_term_needs_timestamp: {
    status: 400,
    message: 'Data for long-term validation needs a timestamp on every seal.',
    fix: 'Send `timestamp` as `required` or `preferred`, or `longTerm` as false.',
  },
  long_term_unavailable: {
    status: 400,
    message: 'The data for long-term validation cannot be had.',
    fix: 'The message says of which certificate. A certificate that Foyer made before it issued revocation lists must be replaced: Settings → Sealing, Create a new certificate. Otherwise ask its authority for one that names a revocation list (CRL), or switch long-term data off.',
  },
  timestamp_authority_failed: {
    status: 400,
    message: 'The timestamp authority did not give a timestamp that holds.',
    fix: 'The message says what happened. Check the address, and that the authority takes requests without a login.',
  },
})

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
    fix: 'The message says what is missing. Settings → Sealing shows the certificate and the timestamp authority. A key that cannot be decrypted needs the former FOYER_KEY, or a new certificate.',
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
  signature_missing: {
    status: 400,
    message: 'A signer has no signature field in the PDF.',
    fix: 'The message names them. Place a signature field for each in the template, or leave the signer out.',
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
  already_signed: {
    status: 409,
    message: 'This signer has signed already, in another way. Nothing more was recorded.',
    fix: 'Load the document again: it shows how and when. A paper that is not in the evidence can be kept as a file of the deal.',
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
    fix: 'Send the `url` of the document, or the one that `upload-signed-file` answered for it. No address is fetched.',
  },
  paper_is_original: {
    status: 400,
    message: 'This is the document as it was sent, without a signature by hand.',
    fix: 'Upload the scan of the paper that was signed.',
  },
  paper_signed: {
    status: 400,
    message: 'The PDF has a digital signature, which would break in the copy that is kept.',
    fix: 'Upload a scan of the paper. To use the signed PDF, print it into a new PDF and upload that.',
  },
  papers_full: {
    status: 409,
    message: 'There is no room for another signed paper on this document.',
    fix: 'A document takes 20, and 40 MB with the document itself: what is sealed is one file. Save the scan with smaller pictures.',
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
  signing_code_wrong: { status: 400, message: 'The code is wrong.', fix: 'Enter the six digits of the newest message.' },
  signing_code_spent: {
    status: 409,
    message: 'There is no code that could be entered: it has expired, or was tried five times.',
    fix: 'Send another one with `send-signing-code`.',
  },
  signer_without_whatsapp: {
    status: 409,
    message: 'No WhatsApp number is known of this signer, so no code can be sent there.',
    fix: 'Enter the signer with this email address as a contact, with their number, or ask for a code by email.',
  },
  code_template_missing: {
    status: 409,
    message: 'No code can be sent by WhatsApp.',
    fix: 'The message says why. Connect WhatsApp in Settings → Connections, and choose a template for codes in Settings → Sealing.',
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
  download_link_unknown: {
    status: 404,
    message: 'This link does not lead to a document.',
    fix: 'Open the link from the email as it stands there, or ask the sender for the document.',
  },
  download_link_ended: {
    status: 410,
    message: 'This link has ended.',
    fix: 'Ask the sender for the document.',
  },
  file_not_there: { status: 404, message: 'The document has no such file yet.', fix: '`files` of `show-document` lists them.' },
  file_damaged: {
    status: 500,
    message: 'A stored file is not what was stored.',
    fix: 'Restore it from a backup. The document page shows which one.',
  },
  document_kept: {
    status: 409,
    message: 'The document must be kept until its term ends.',
    fix: '`kept_until` of `show-document` says when. It is removed the night after. Void a document that is still open.',
  },
  document_held: {
    status: 409,
    message: 'The document is under a legal hold.',
    fix: 'End the hold with `hold-document` first, if its reason is over.',
  },
  seal_not_failed: { status: 409, message: 'There is nothing to seal again.', fix: 'Load the document again.' },
})
