import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconMessageCircle } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'

const strings = messages('conversations/web-chat/module', {
  websiteChat: 'Website chat',
  websiteChatLead: 'A chat widget for your website.',
})

const websiteChat = createRoute({
  getParentRoute: () => staff,
  path: '/settings/website-chat',
  component: lazyRouteComponent(() => import('./widgets-page.tsx'), 'WidgetsPage'),
})

const chatWidget = createRoute({
  getParentRoute: () => staff,
  path: '/settings/website-chat/$widgetId',
  params: idsIn('widgetId'),
  component: lazyRouteComponent(() => import('./widget-page.tsx'), 'WidgetPage'),
})

export const routes = [websiteChat, chatWidget]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/website-chat',
      at: 'channels',
      name: strings.websiteChat,
      about: strings.websiteChatLead,
      Icon: IconMessageCircle,
      least: 'admin',
      key: 'z',
    },
  ],
  live: {
    'list-chat-widgets': ['chat_widget.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
