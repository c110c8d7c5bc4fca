import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'
import { FieldType } from './fields.ts'

const RemovedField = z.object({ orgId: z.uuid(), fieldId: z.uuid(), type: FieldType })

export const removeValuesReference = {
  name: 'remove-field-values',
  data: RemovedField,
} satisfies JobReference<typeof RemovedField>
