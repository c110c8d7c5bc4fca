import type { CrmEntity, OwnField } from '#ports/crm.ts'

/** What Pipedrive calls each kind: in paths, in `recents`, and where its fields are described. */
export const kinds = {
  companies: { plural: 'organizations', item: 'organization', fields: 'organizationFields', scope: 'contacts' },
  contacts: { plural: 'persons', item: 'person', fields: 'personFields', scope: 'contacts' },
  deals: { plural: 'deals', item: 'deal', fields: 'dealFields', scope: 'deals' },
} as const satisfies Record<CrmEntity, object>

/** Fields that Pipedrive has for just that. An organization's name and persons' LinkedIn profiles are no fields of a person. */
export const suggestions: Readonly<Record<CrmEntity, Readonly<Record<string, OwnField>>>> = {
  companies: { name: 'name', website: 'domain' },
  contacts: {
    ...{ emails: 'email', phones: 'phone', name: 'full_name', first_name: 'first_name', last_name: 'last_name' },
    job_title: 'job_title',
  },
  deals: { title: 'name', value: 'amount', currency: 'currency', stage_id: 'stage', owner_id: 'owner' },
}

/**
 * Standard fields that can be written here, each with how null clears it: `null` is sent, an empty text, or it cannot be cleared. From the
 * request types of npm `pipedrive` 33.7.0 (PATCH and POST of v2). First and last name are derived from `name` there.
 */
export const writable: Readonly<Record<CrmEntity, Readonly<Record<string, 'null' | 'empty' | 'never'>>>> = {
  companies: {
    ...{ name: 'never', owner_id: 'never', address: 'never' },
    ...{ website: 'null', linkedin: 'null', industry: 'null', annual_revenue: 'null', employee_count: 'null' },
  },
  contacts: {
    ...{ name: 'never', owner_id: 'never', birthday: 'never', postal_address: 'never' },
    ...{ emails: 'null', phones: 'null', job_title: 'empty', notes: 'empty' },
  },
  deals: {
    ...{ title: 'never', owner_id: 'never', stage_id: 'never', value: 'never', currency: 'never' },
    ...{ probability: 'never', expected_close_date: 'never', lost_reason: 'empty' },
  },
}

/** What comes only where `include_fields` names it (npm `pipedrive` 33.7.0, lists of v2). */
export const optionalFields: Readonly<Record<CrmEntity, ReadonlySet<string>>> = {
  companies: new Set(
    (
      'next_activity_id last_activity_id open_deals_count related_open_deals_count closed_deals_count related_closed_deals_count ' +
      'email_messages_count people_count activities_count done_activities_count undone_activities_count files_count notes_count ' +
      'followers_count won_deals_count related_won_deals_count lost_deals_count related_lost_deals_count smart_bcc_email'
    ).split(' '),
  ),
  contacts: new Set(
    (
      'next_activity_id last_activity_id open_deals_count related_open_deals_count closed_deals_count related_closed_deals_count ' +
      'participant_open_deals_count participant_closed_deals_count email_messages_count activities_count done_activities_count ' +
      'undone_activities_count files_count notes_count followers_count won_deals_count related_won_deals_count lost_deals_count ' +
      'related_lost_deals_count last_incoming_mail_time last_outgoing_mail_time marketing_status doi_status smart_bcc_email'
    ).split(' '),
  ),
  deals: new Set(
    (
      'next_activity_id last_activity_id first_won_time products_count files_count notes_count followers_count ' +
      'email_messages_count activities_count done_activities_count undone_activities_count participants_count ' +
      'last_incoming_mail_time last_outgoing_mail_time smart_bcc_email source_lead_id'
    ).split(' '),
  ),
}

/** Custom fields are named by 40 hexadecimal digits, other ones in each account. */
export const isCustomKey = (name: string): boolean => /^[0-9a-f]{40}$/.test(name)
