import type { WebModule } from '#web/module.ts'

export const module: WebModule = {
  live: { 'list-views': ['document.viewed', 'document.sent', 'proposal.viewed', 'proposal.sent'] },
}
