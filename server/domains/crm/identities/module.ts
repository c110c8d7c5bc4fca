import { module } from '#core/module.ts'
import { contactErrors } from './errors.ts'
import { contactEvents } from './events.ts'
import { linkedIdentities } from './linked-records.ts'
import { mergeTimeline } from './merge-timeline.ts'
import { contactEntered, contactsMerged, contactsParted, linkedRecords } from './moments.ts'
import { moveContactKeys } from './move-contact-keys.ts'
import { firstReferral } from './referrals.ts'
import { timelineParts } from './timeline-parts.ts'

/** Who a contact is: what identifies them, what others claim, which records are one person. What the API shows of it is in `contacts`. */
export const identitiesModule = module({
  title: 'Contacts',
  errors: contactErrors,
  events: [contactEvents],
  moments: [contactEntered, contactsMerged, contactsParted, linkedRecords, firstReferral, timelineParts],
  within: [mergeTimeline, linkedIdentities],
  jobs: [moveContactKeys],
  owns: ['contact_claims', 'contact_keys', 'contact_keys_before', 'contact_merges', 'contacts'],
})
