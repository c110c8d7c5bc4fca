import type { Double } from './doubles.ts'
import { gemini } from './gemini/gemini.ts'
import { google } from './google/google.ts'
import type { Mailbox } from './mailbox.ts'
import { openai } from './openai/openai.ts'
import { razorpay } from './razorpay/razorpay.ts'
import { resend } from './resend.ts'
import { stripe } from './stripe/stripe.ts'
import { whatsapp } from './whatsapp/whatsapp.ts'

/** Every provider that is played, in the order of the home page. */
export const doubles = (mailbox: Mailbox): readonly Double[] => [
  stripe,
  razorpay,
  gemini,
  openai,
  google,
  whatsapp,
  resend(mailbox),
]
