/** French of web/src/i18n. */
export default {
  'i18n/bytes-text': { bytes: 'octets', KB: 'Ko', MB: 'Mo', GB: 'Go' },
}
