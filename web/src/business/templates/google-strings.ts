import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

export const strings = messages('business/templates/google-strings', {
  newTitle: 'New template from a Google Doc',
  button: 'From a Google Doc',
  address: 'Address of the Google Doc',
  addressHint: 'As in the browser: https://docs.google.com/document/d/…/edit. Write {{CLIENT_NAME}} in it where a value comes.',
  addressMissing: 'Paste the address.',
  notRead: 'The Google Doc could not be read',
  connect: 'Connect Google',
  connectText:
    'Foyer makes a copy of the document in the connected account, fills it in, exports it as PDF and deletes the copy. Google asks for the right to your files, because no smaller one lets a document be copied.',
  connected: 'Google is connected. Paste the address of the document.',
  document: 'Google Doc',
  open: 'Open in Google Docs',
  read: 'Read',
  readText: 'Documents are made of the text as it was then. After a change, read it again.',
  readAgain: 'Read again',
  unchanged: 'The Google Doc has not changed.',
  readVersion: (n: number) => `The Google Doc has changed: this is version ${counted(n)} now.`,
  other: 'Another document',
  otherHint: 'Paste its address to read that one from now on.',
  readOther: 'Read this one',
  text: 'Text as it was read',
  textHint: 'Without pictures and looks. Headers, footers, tables and all tabs are in it.',
  placeholdersHint: 'Found in the document, and filled in for each one.',
  noPlaceholders: 'None yet. Write {{CLIENT_NAME}} in the Google Doc and read it again.',
  signaturesText: 'Everyone signs on a page that is added at the end of the document.',
  saveFirst: 'Save to see the preview.',
})
