import { anthropic } from './anthropic/anthropic.ts'
import { apollo } from './apollo/apollo.ts'
import { caldav } from './caldav/caldav.ts'
import { canva } from './canva/canva.ts'
import { compatible } from './compatible/compatible.ts'
import { formServices } from './form-services/form-services.ts'
import { gemini } from './gemini/gemini.ts'
import { google } from './google/google.ts'
import { googleAds } from './google-ads/google-ads.ts'
import { hubspot } from './hubspot/hubspot.ts'
import { imap } from './imap/imap.ts'
import type { Mailbox } from './mailbox.ts'
import { meta } from './meta/meta.ts'
import { openai } from './openai/openai.ts'
import { pipedrive } from './pipedrive/pipedrive.ts'
import { push } from './push/push.ts'
import { razorpay } from './razorpay/razorpay.ts'
import { resend } from './resend/resend.ts'
import { s3 } from './s3/s3.ts'
import { salesforce } from './salesforce/salesforce.ts'
import type { PlayedService } from './services/played.ts'
import { playedService } from './services/service.ts'
import type { Simulator } from './simulators.ts'
import { stripe } from './stripe/stripe.ts'
import { timestamps } from './timestamps/timestamps.ts'
import { twilio } from './twilio/twilio.ts'
import { whatsapp } from './whatsapp/whatsapp.ts'
import { zoho } from './zoho/zoho.ts'

/** Every provider that is played, in the order of the home page. */
export const simulators = (mailbox: Mailbox, services: readonly PlayedService[] = []): readonly Simulator[] => [
  stripe,
  razorpay,
  // Before WhatsApp, whose tokens begin alike.
  meta,
  whatsapp,
  twilio,
  gemini,
  openai,
  anthropic,
  compatible,
  google,
  googleAds,
  formServices,
  // Before HubSpot, which takes every other path below /crm at the root.
  zoho,
  hubspot,
  salesforce,
  caldav,
  imap(mailbox),
  pipedrive,
  apollo,
  canva,
  timestamps,
  push,
  s3,
  resend(mailbox),
  ...services.map(playedService),
]
