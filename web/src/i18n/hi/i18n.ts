/** Hindi of web/src/i18n. */
export default {
  'i18n/bytes-text': {
    bytes: 'बाइट',
    KB: 'KB',
    MB: 'MB',
    GB: 'GB',
  },
}
