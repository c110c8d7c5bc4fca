/** What bytes of a stranger say; null where they cannot be read. Keys and numbers that are none are thrown by what reads them, OpenSSL too. */
export const readable = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch {
    return null
  }
}
