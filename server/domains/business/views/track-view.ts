import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { programOf } from '#domains/conversations/mail/load-classes.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import { viewErrors } from './errors.ts'
import { findViewedLink } from './view-links.ts'
import { recordLooks } from './views.ts'

/** Of one token: what comes beyond in that time is answered alike and not counted. */
const counted = { times: 15, seconds: 1_800 } as const

export const trackView = action({
  name: 'track-view',
  summary: 'Record that a document or a proposal was viewed',
  description:
    'By the token of its link: the last path segment of `/sign/…` or `/proposal/…`. The viewer is classed by the program that calls: person, proxy or scanner. One view a class and half hour; later ones count on it, up to 15. The pages of the product record their views themselves.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  hints: { destructive: false, idempotent: true },
  input: z.object({ token: z.string().trim().min(1).max(200).describe('The last path segment of a link') }),
  output: z.object({ success: z.literal(true) }),
  errors: [viewErrors.view_token_unknown],
  examples: [{ title: 'The token of a link', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token }, { db, enterOrg, emitIn, allow, agent, clientAddress, session, now, fail }) {
    const link = await findViewedLink(db, token)
    const isCounted = await allow(`view ${hashToken(token).toString('hex')}`, counted)
    if (!link) throw fail('view_token_unknown')
    await enterOrg(link.orgId)
    const program = programOf({ agent: (agent ?? '').slice(0, 500), address: clientAddress })
    const isMember = session.current?.orgId === link.orgId
    // A call is an act of its caller: a view, and not only a load.
    const look = { at: now(), program, isMember, isLoad: true, attention: { seconds: 0, parts: new Map<string, number>() } }
    if (isCounted) await recordLooks({ db, emit: (event, id, facts) => emitIn(link.orgId, event, id, facts) }, link, [look])
    return { success: true as const }
  },
})
