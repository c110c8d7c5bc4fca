/** A first lead, ready to paste into a terminal. The external_id makes a second paste harmless. */
export const firstLeadLine = (origin: string, secret: string): string =>
  [
    `curl -sS '${origin}/v1/leads'`,
    `-H 'Authorization: Bearer ${secret}'`,
    `-H 'Content-Type: application/json'`,
    `--data-raw '${JSON.stringify({ email: 'maya@example.com', name: 'Maya Okafor', company: 'Northwind', source: 'curl', external_id: 'my-first-lead' })}'`,
  ].join(' \\\n  ')
