/** Portuguese of web/src/i18n. */
export default {
  'i18n/bytes-text': { bytes: 'bytes', KB: 'KB', MB: 'MB', GB: 'GB' },
}
