import type { Double } from './doubles.ts'
import { google } from './google/google.ts'
import type { Mailbox } from './mailbox.ts'
import { razorpay } from './razorpay/razorpay.ts'
import { resend } from './resend.ts'
import { stripe } from './stripe/stripe.ts'

/** Every provider that is played, in the order of the home page. */
export const doubles = (mailbox: Mailbox): readonly Double[] => [stripe, razorpay, google, resend(mailbox)]
