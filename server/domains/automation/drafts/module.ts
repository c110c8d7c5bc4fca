import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { countReplyDrafts } from './count-reply-drafts.ts'
import { modelConnected } from './draft-connections.ts'
import { draftReply } from './draft-reply.ts'
import { draftErrors } from './errors.ts'
import { replyDraftEvents } from './events.ts'
import { prepareReplyDraft } from './prepare-reply-draft.ts'
import { prepareReplyDrafts } from './prepare-reply-drafts.ts'
import { draftTextRetention, forgetDraftTexts } from './retention.ts'
import { rewritePrd } from './rewrite-prd.ts'
import { settleReplyDraft } from './settle-reply-draft.ts'
import { showReplyDraft } from './show-reply-draft.ts'
import { summarize } from './summarize.ts'
import { writePrd } from './write-prd.ts'
import { writeQueuedPrds } from './write-queued-prds.ts'

export const draftsModule = module({
  title: 'AI drafts',
  actions: [rewritePrd, draftReply, showReplyDraft, settleReplyDraft, countReplyDrafts, summarize],
  jobs: [writePrd, writeQueuedPrds, prepareReplyDraft],
  reactions: [prepareReplyDrafts],
  events: [replyDraftEvents],
  retention: [draftTextRetention],
  errors: draftErrors,
  within: [modelConnected, forgetDraftTexts],
  held: [held({ name: 'drafts by AI models', kind: 'ai', jobs: [writePrd, prepareReplyDraft] })],
  owns: ['reply_drafts', 'summaries'],
})
