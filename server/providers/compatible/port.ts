import type { AiVendor } from '../vendors.ts'
import { compatibleAi, usualModelOf } from './ai.ts'

export const compatiblePort: AiVendor = {
  usualModel: usualModelOf,
  open: ({ credentials: { apiKey = null }, ...access }) => compatibleAi({ ...access, apiKey }),
}
