/** A single argument of a command line may hold 128 KB on Linux; a body with many quotes grows as it is quoted. */
const longestArgument = 100_000

/**
 * A line for a shell that sends the same bytes again. The key stands as `$FOYER_KEY`: Foyer does not have its text any more,
 * and a line that is copied about should not carry it.
 */
export const curlLine = (publicUrl: string, body: Buffer | null): string => {
  const request = [
    `curl -sS '${publicUrl}/v1/leads'`,
    `-H "Authorization: Bearer $FOYER_KEY"`,
    `-H 'Content-Type: application/json'`,
  ]
  if (!body) return [...request, '-X POST'].join(' \\\n  ')
  const text = readText(body)
  // --data-raw: a body that begins with @ is a body, not the name of a file.
  if (text !== null && !text.includes('\0')) {
    const quoted = `'${text.replaceAll("'", `'\\''`)}'`
    if (quoted.length <= longestArgument) return [...request, `--data-raw ${quoted}`].join(' \\\n  ')
  }
  return `printf %s '${body.toString('base64')}' | base64 -d | \\\n  ${[...request, '--data-binary @-'].join(' \\\n  ')}`
}

/** The text of a body, or null when it is not UTF-8. A byte order mark stays. */
export const readText = (body: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}
