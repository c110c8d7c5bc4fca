import type { AiVendor } from '../vendors.ts'
import { geminiAi } from './ai.ts'

export const geminiPort: AiVendor = {
  open: ({ credentials: { apiKey = '' }, ...access }) => geminiAi({ ...access, apiKey }),
}
