import { module } from '#core/module.ts'
import { exportAudit } from './export-audit.ts'
import { listAudit } from './list-audit.ts'
import { auditRetention } from './retention.ts'

export const auditModule = module({
  title: 'Audit log',
  actions: [listAudit, exportAudit],
  retention: [auditRetention],
  scopes: {
    'audit:read': 'Read the audit log',
  },
  owns: [],
})
