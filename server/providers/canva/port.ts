import type { DesignsVendor } from '../vendors.ts'
import { canvaAllowances } from './allowances.ts'
import { canvaAccount } from './designs.ts'

export const canvaDesigns: DesignsVendor = { open: canvaAccount, allowances: canvaAllowances }
