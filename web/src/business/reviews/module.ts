import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconStar } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'
import { readReviewsSearch } from './reviews-search.ts'

const strings = messages('business/reviews/module', {
  reviews: 'Reviews',
  reviewsAbout: 'What customers write about you at Google, and your replies.',
})

const reviews = createRoute({
  getParentRoute: () => staff,
  path: '/reviews',
  validateSearch: readReviewsSearch,
  component: lazyRouteComponent(() => import('./reviews-page.tsx'), 'ReviewsPage'),
})

const review = createRoute({
  getParentRoute: () => staff,
  path: '/reviews/$reviewId',
  params: idsIn('reviewId'),
  component: lazyRouteComponent(() => import('./review-page.tsx'), 'ReviewPage'),
})

export const routes = [reviews, review]

const changes = ['review.received', 'review.edited', 'review.removed', 'review.reply_changed'] as const

export const module: WebModule = {
  navigation: [
    {
      to: '/reviews',
      at: 'main',
      name: strings.reviews,
      about: strings.reviewsAbout,
      Icon: IconStar,
      least: 'member',
      key: '*',
    },
  ],
  live: {
    'list-reviews': changes,
    'show-review': changes,
    'list-review-locations': [
      ...changes,
      'review.sync_changed',
      'connection.connected',
      'connection.failed',
      'connection.disconnected',
      'connection.changed',
    ],
  },
  sentences: () => import('./sentences.ts'),
}
