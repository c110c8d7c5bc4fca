import type { Entity } from '../crm/seed.ts'

/** What Pipedrive calls the three kinds. */
export const kinds = {
  companies: { plural: 'organizations', item: 'organization', title: 'Organization', fields: 'organizationFields' },
  contacts: { plural: 'persons', item: 'person', title: 'Person', fields: 'personFields' },
  deals: { plural: 'deals', item: 'deal', title: 'Deal', fields: 'dealFields' },
} as const satisfies Record<Entity, object>

/** A time of v2: RFC 3339 in whole seconds. */
export const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** The same in v1. */
export const oldTimeOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
