import type { AiVendor } from '../vendors.ts'
import { openaiAi } from './ai.ts'

export const openaiPort: AiVendor = {
  open: ({ credentials: { apiKey = '' }, ...access }) => openaiAi({ ...access, apiKey }),
}
