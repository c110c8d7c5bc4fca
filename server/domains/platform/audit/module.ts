import { module } from '#core/module.ts'
import { exportAudit } from './export-audit.ts'
import { listAudit } from './list-audit.ts'

export const auditModule = module({
  title: 'Audit log',
  actions: [listAudit, exportAudit],
  scopes: {
    'audit:read': 'Read the audit log',
  },
  owns: [],
})
