import type { AiVendor } from '../vendors.ts'
import { anthropicAi } from './ai.ts'

export const anthropicPort: AiVendor = {
  open: ({ credentials: { apiKey = '' }, ...access }) => anthropicAi({ ...access, apiKey }),
}
