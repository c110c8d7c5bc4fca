/**
 * A first lead, ready to paste into a terminal. Its external_id makes a second paste harmless, and ends like the key, so
 * that the line of another key brings a lead of its own.
 */
export const firstLeadLine = (origin: string, secret: string): string =>
  [
    `curl -sS '${origin}/v1/leads'`,
    `-H 'Authorization: Bearer ${secret}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify({ ...maya, external_id: `first-lead-${secret.slice(-4)}` })}'`,
  ].join(' \\\n  ')

const maya = {
  name: 'Maya Ortiz',
  email: 'maya@example.com',
  phone: '+4915112345678',
  company: 'Ortiz & Daughters',
  source: 'terminal',
}
