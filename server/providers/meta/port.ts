import type { LeadAdsVendor } from '../vendors.ts'
import { metaLeadAdsOf } from './lead-ads.ts'
import { isSignedByMeta, isTrialOfMeta, parseMetaWebhook } from './webhooks.ts'

export const metaLeadAds: LeadAdsVendor = {
  open: ({ base, token, client, http, now }) => metaLeadAdsOf({ base, token, client, http, now }),
  isSigned: isSignedByMeta,
  parseWebhook: parseMetaWebhook,
  isTrial: isTrialOfMeta,
}
