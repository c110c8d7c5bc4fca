/** German of web/src/i18n. */
export default {
  'i18n/bytes-text': { bytes: 'Byte', KB: 'KB', MB: 'MB', GB: 'GB' },
}
