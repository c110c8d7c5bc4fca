import assert from 'node:assert/strict'

/** What a browser does on the sandbox's consent page: looks at it, and sends its form. Answers where it is sent back to. */
export const consentAt = async (
  authorizeUrl: string,
  {
    answer = 'allow',
    account = 'mira@',
    without = [],
  }: { answer?: 'allow' | 'deny'; account?: string; without?: string[] } = {},
): Promise<URL> => {
  const page = await fetch(authorizeUrl)
  const html = await page.text()
  assert.equal(page.status, 200, html)
  const form = new URLSearchParams({ answer })
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g))
    form.append(name, plain(value))
  for (const [, value = ''] of html.matchAll(/<input type="checkbox" name="granted\[\]" value="([^"]*)"/g))
    if (!without.includes(plain(value))) form.append('granted[]', plain(value))
  const id = new RegExp(`name="account" value="([^"]*)"[^>]*> [^<]*${account}`).exec(html)?.[1]
  assert.ok(id, `there is no ${account} on the page`)
  form.set('account', id)
  const decided = await fetch(new URL('auth', authorizeUrl), { method: 'POST', body: form, redirect: 'manual' })
  assert.equal(decided.status, 303, await decided.text())
  return new URL(decided.headers.get('location') ?? '')
}

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
