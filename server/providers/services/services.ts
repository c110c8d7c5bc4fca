import { calendly, linkedin, mailchimp, typeform } from './marketing.ts'
import { intercom, microsoft, slack, zoom } from './messages.ts'
import { docusign, quickbooks, shopify, stripeConnect, xero } from './money.ts'
import { airtable, asana, atlassian, dropbox, github, linear, notion } from './work.ts'

/** The services that need no code, in the order of Settings → Connections. */
export const services = [
  slack,
  microsoft,
  zoom,
  intercom,
  notion,
  airtable,
  asana,
  linear,
  atlassian,
  github,
  dropbox,
  docusign,
  quickbooks,
  xero,
  shopify,
  stripeConnect,
  mailchimp,
  typeform,
  calendly,
  linkedin,
] as const

/** Services of the catalogue that have a folder of their own, by their names there: the folder says what a row would. */
export const foldersOfServices = {
  google: 'google',
  hubspot: 'hubspot',
  salesforce: 'salesforce',
  pipedrive: 'pipedrive',
  'zoho-crm': 'zoho',
  canva: 'canva',
  apollo: 'apollo',
  meta: 'meta',
} as const
