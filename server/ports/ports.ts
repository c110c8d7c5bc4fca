import type { AiPort } from './ai.ts'
import type { CalendarsPort } from './calendars.ts'
import type { CircuitBreakers } from './circuit-breakers.ts'
import type { CrmPort } from './crm.ts'
import type { DesignsPort } from './designs.ts'
import type { Documents } from './documents.ts'
import type { FileTexts } from './file-texts.ts'
import type { Files } from './files.ts'
import type { LeadAdsPort } from './lead-ads.ts'
import type { LongTerm } from './long-term.ts'
import type { Mail } from './mail.ts'
import type { MailboxesPort } from './mailboxes.ts'
import type { MessagingPort } from './messaging.ts'
import type { OAuthPort } from './oauth.ts'
import type { OnlineDocsPort } from './online-docs.ts'
import type { Paper } from './paper.ts'
import type { PaymentsPort } from './payments.ts'
import type { PicturesPort } from './pictures.ts'
import type { ProspectsPort } from './prospects.ts'
import type { Push } from './push.ts'
import type { ReviewsPort } from './reviews.ts'
import type { Timestamps } from './timestamps.ts'
import type { VoicePort } from './voice.ts'

/** The outside, as modules see it. `main.ts` alone puts providers behind each. */
export interface Ports {
  readonly ai: AiPort
  readonly calendars: CalendarsPort
  readonly crm: CrmPort
  readonly designs: DesignsPort
  readonly files: Files
  readonly fileTexts: FileTexts
  readonly leadAds: LeadAdsPort
  readonly longTerm: LongTerm
  readonly mail: Mail
  readonly mailboxes: MailboxesPort
  readonly messaging: MessagingPort
  readonly pictures: PicturesPort
  readonly payments: PaymentsPort
  readonly prospects: ProspectsPort
  readonly circuitBreakers: CircuitBreakers
  readonly documents: Documents
  readonly paper: Paper
  readonly oauth: OAuthPort
  readonly onlineDocs: OnlineDocsPort
  readonly push: Push
  readonly reviews: ReviewsPort
  readonly timestamps: Timestamps
  readonly voice: VoicePort
}
