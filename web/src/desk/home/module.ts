import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconHome } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('desk/home/module', {
  home: 'Home',
  homeAbout: 'Who to answer first, and what else is due today.',
})

export interface HomeSearch {
  /** `all`: of all members; without it mine, and what is unassigned. */
  readonly who?: 'all'
}

const home = createRoute({
  getParentRoute: () => staff,
  path: '/',
  validateSearch: ({ who }: Record<string, unknown>): HomeSearch => (who === 'all' ? { who } : {}),
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
})

export const routes = [home]

export const module: WebModule = {
  navigation: [
    { to: '/', at: 'main', name: strings.home, about: strings.homeAbout, Icon: IconHome, least: 'member', key: 'H' },
  ],
  live: {
    'home-replies': [
      'message.received',
      'message.written',
      'conversation.changed',
      'deal.created',
      'deal.changed',
      'deal.closed',
      'lead.received',
      'lead.changed',
      'record.deleted',
      'record.restored',
    ],
    'home-leads': ['lead.received', 'lead.changed', 'record.deleted', 'record.restored'],
    'home-tasks': ['task.changed', 'deal.closed', 'record.deleted', 'record.restored'],
    'home-calls': ['task.changed', 'record.deleted', 'record.restored'],
    'home-deals': ['deal.created', 'deal.changed', 'deal.closed', 'task.changed', 'record.deleted', 'record.restored'],
    'home-meetings': ['booking.created', 'booking.confirmed', 'booking.rescheduled', 'booking.cancelled', 'booking.updated'],
    'home-money': ['invoice.changed', 'payment.received', 'payment.changed', 'workspace.changed'],
    'home-documents': ['document.sent', 'document.updated', 'document.signer_signed', 'document.signed', 'document.ended'],
    'home-steps': ['workflow.run_waiting', 'workflow.run_finished'],
    // While it is shown, it hears of leads as well.
    'home-checklist': [
      'invoice.changed',
      'connection.connected',
      'connection.disconnected',
      'chat_widget.changed',
      'invitation.changed',
      'member.joined',
      'workspace.changed',
      'mailbox.updated',
      'hours.changed',
    ],
  },
  sentences: () => import('./sentences.ts'),
}
