import assert from 'node:assert/strict'
import type { Someone, TestApp } from './app.ts'

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
  const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1] ?? ''
  const decided = await fetch(new URL(plain(action), authorizeUrl), { method: 'POST', body: form, redirect: 'manual' })
  assert.equal(decided.status, 303, await decided.text())
  return new URL(decided.headers.get('location') ?? '')
}

/** Connects the Google account of a member, of mail and calendar, at the sandbox: the id of its mailbox. */
export const connectGoogle = async (app: Pick<TestApp, 'call'>, who: Someone, account = 'mira@'): Promise<string> => {
  const { body } = await app.call('connect-mailbox', { provider: 'google' }, who)
  const back = await consentAt(String(body.authorizeUrl), { account })
  const connected = await app.call('integration-callback', Object.fromEntries(back.searchParams), who)
  assert.equal(connected.status, 200, JSON.stringify(connected.body))
  const listed = await app.call('list-mailboxes', {}, who)
  const mailboxes = listed.body.mailboxes as unknown as { id: string; email: string }[]
  const mailbox = mailboxes.find(({ email }) => email.startsWith(account))
  assert.ok(mailbox, `${account} is not connected`)
  return mailbox.id
}

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
