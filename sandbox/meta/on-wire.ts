import type { FastifyRequest } from 'fastify'
import { adOf } from './notifications.ts'
import type { Form, Lead } from './rows.ts'

/** What was asked for; the id comes in any case. */
export const fieldsOf = (request: FastifyRequest): readonly string[] => {
  const { fields } = request.query as Record<string, unknown>
  return typeof fields === 'string' ? fields.split(',') : ['name', 'status', 'created_time', 'field_data']
}

const chosen = (id: string, whole: Readonly<Record<string, unknown>>, fields: readonly string[]): object => ({
  id,
  ...Object.fromEntries(Object.entries(whole).filter(([name, value]) => fields.includes(name) && value !== undefined)),
})

/** A zone without a colon. */
const timeOf = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace(/\.\d+Z$/, '+0000')

export const leadOnWire = (lead: Lead, fields: readonly string[]): object => {
  const ad = adOf(lead.id)
  const ofAd = lead.isOrganic
    ? {}
    : {
        ...{ ad_id: ad, ad_name: 'Autumn, video', adset_id: `${ad}2`, adset_name: 'Berlin 25-60' },
        ...{ campaign_id: `${ad}3`, campaign_name: 'Autumn 2026' },
      }
  return chosen(
    lead.id,
    {
      ...{ created_time: timeOf(lead.createdAt), form_id: lead.formId, is_organic: lead.isOrganic, platform: 'ig' },
      ...ofAd,
      field_data: lead.fields,
      ...(lead.mayCall !== null && {
        // Boolean, and as text.
        custom_disclaimer_responses: [{ checkbox_key: 'may_call', is_checked: lead.mayCall ? '1' : '' }],
      }),
    },
    fields,
  )
}

export const formOnWire = (form: Form, leads: readonly Lead[], fields: readonly string[]): object =>
  chosen(
    form.id,
    {
      ...{ name: form.name, status: form.status, locale: 'de_DE', created_time: timeOf(form.createdAt / 1_000) },
      leads_count: leads.filter(({ isOrganic, isTest }) => !isOrganic && !isTest).length,
      organic_leads_count: leads.filter(({ isOrganic, isTest }) => isOrganic && !isTest).length,
    },
    fields,
  )

/** As the platform's testing tool fills a form in. */
export const testFields = ({ question }: Form): Lead['fields'] =>
  ['full_name', 'email', 'phone_number', question].map((name) => ({
    name,
    values: [name === 'email' ? 'test@meta.com' : `<test lead: dummy data for ${name}>`],
  }))
