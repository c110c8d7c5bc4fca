/** A prospect's form, ready to paste into a terminal: what a website would send. */
export const firstDealLine = (origin: string, orgId: string): string =>
  [
    `curl -sS '${origin}/gateway'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify({ type: 'prd', orgId, ...lena })}'`,
  ].join(' \\\n  ')

const lena = {
  clientName: 'Lena Hofer',
  clientEmail: 'lena@example.com',
  phone: '+4915112345679',
  businessName: 'Hofer Interiors',
  industry: 'Furniture',
  rawData: {
    problem: 'Orders come by phone and get lost',
    users: 'Four people in the shop',
    features: ['Order form', 'Calendar', 'Reminders'],
  },
}
