import { errors } from '#core/errors.ts'

/** Of templates that are Google Docs. */
export const googleErrors = errors({
  google_not_connected: {
    status: 409,
    message: 'No Google account is connected that may copy documents.',
    fix: 'Connect one with the right to documents: under Settings → Templates → From a Google Doc, or with `integration-init-oauth` and `wants: ["documents"]`.',
  },
  google_access_revoked: {
    status: 409,
    message: 'Google no longer accepts the consent of the connected account.',
    fix: 'Connect the account again in Settings → Connections.',
  },
  google_doc_address_wrong: {
    status: 400,
    message: 'This is not the address of a Google Doc.',
    fix: 'Copy the address from the browser: https://docs.google.com/document/d/…/edit. The id in it works too.',
  },
  google_doc_not_found: {
    status: 404,
    message: 'Google finds no such document for the connected account: it was deleted, or is not shared with this account.',
    fix: 'Share it with the account that Settings → Connections shows, or name another document.',
  },
  google_doc_locked: {
    status: 409,
    message: 'The connected account may not copy this document.',
    fix: 'Ask its owner to let readers download, print and copy it, or to share it with the connected account as an editor.',
  },
  google_doc_other_kind: {
    status: 400,
    message: 'This file is not a Google Doc.',
    fix: 'In Google Drive, open a Word file with Google Docs and save it as a Google Doc. Sheets and slides cannot be templates.',
  },
  google_doc_too_large: {
    status: 400,
    message: 'Google exports documents of 10 MB at most.',
    fix: 'Make the pictures in the Google Doc smaller, or export it by hand and upload the PDF as a template.',
  },
  google_doc_changed: {
    status: 409,
    message: 'The Google Doc has changed since this version of the template was read. Read it again in the template first.',
    fix: 'In the template, or with `update-template` and its `googleFileId`: that makes the next version.',
  },
  google_storage_full: {
    status: 409,
    message: 'The Google Drive of the connected account is full: no copy can be made.',
    fix: 'Free some storage of that account, or connect another one.',
  },
  google_quota: {
    status: 503,
    message: 'Google is rate limiting this account.',
    fix: 'Try again after the seconds in `Retry-After`, or in a minute. Nothing was sent.',
  },
  placeholder_left: {
    status: 400,
    message: 'The finished document would still contain placeholders.',
    fix: 'The message names them. Change them in the template: the name of a placeholder has letters, digits, spaces and `_ - .` alone. Google puts values into text alone: write placeholders as text, not in drawings, pictures or charts.',
  },
})
