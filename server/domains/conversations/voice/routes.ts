import type { Db } from '#core/context.ts'
import { findSettings } from '#domains/platform/organizations/workspaces.ts'
import type { Instruction, VoiceNews } from '#ports/voice.ts'
import { isDemoPhone } from '#shapes/demo-people.ts'
import { findCaller, isMember, whoIsRung } from './callers.ts'
import type { Refusal } from './calls.ts'
import { nameInAddress, nameOf, personOfName } from './names.ts'
import { countryOf, refusalOf } from './numbers.ts'

/** Where a call goes, and why it does not go where it was to. */
export interface Route {
  readonly direction: 'in' | 'out'
  /** Who calls, or the one who is rung; null where several are, or it is not known. */
  readonly personId: string | null
  readonly refusedBecause: Refusal | null
  readonly instruction: Instruction
}

/** How long a phone rings: voicemail at the other end usually answers after thirty seconds. */
const ringSeconds = 25

/** What a caller hears who is not put through. */
const spoken: Readonly<Record<Refusal, string>> = {
  not_a_number: 'This call was not placed, because the dialed number is not a phone number.',
  country_not_allowed: 'This call was not placed, because your workspace does not allow calls to this country.',
  premium_rate: 'This call was not placed, because it is a premium-rate number.',
  not_a_member: 'This call was not placed, because you are not a member of this workspace.',
  by_a_program: 'This call was not placed, because no member of this workspace requested it.',
  demo_data: 'This call was not placed, because the number is demo data.',
}
export const nobodyAnswers = 'No one is available to take your call right now. We will call you back. Goodbye.'
export const sorryWords = 'An error occurred. Please call again in a moment.'

/** Numbers in these countries may be dialed: the configured ones, else the workspace's own, else that of its number. */
export const allowedCountries = async (db: Db, orgId: string, callerId: string): Promise<string[]> => {
  const settings = await findSettings(db, orgId)
  if (settings.call_countries.length > 0) return settings.call_countries
  const own = settings.default_country ?? countryOf(callerId)
  return own === null ? [] : [own]
}

/**
 * Routes a call. An inbound call to the organization's number rings here. A call from the app goes to a number in an
 * allowed country, or to a member; to nothing else, whatever the request says: a wrong number costs real money.
 */
export const routeCall = async (
  db: Db,
  orgId: string,
  news: Pick<VoiceNews, 'from' | 'to' | 'isInbound' | 'isByProgram'>,
  { callerId, afterwards }: { readonly callerId: string; readonly afterwards: string },
): Promise<Route> => {
  const caller = nameInAddress(news.from)
  if (caller === null && (news.isInbound === true || news.to === callerId)) return routeIn(db, orgId, news.from, afterwards)

  const personId = caller === null ? null : personOfName(caller)
  const refuse = (refusedBecause: Refusal): Route => ({
    ...{ direction: 'out', personId: null, refusedBecause },
    instruction: { kind: 'say', words: spoken[refusedBecause] },
  })
  if (news.isByProgram) return refuse('by_a_program')
  if (caller !== null && !(personId !== null && (await isMember(db, orgId, personId)))) return refuse('not_a_member')

  const dial = { kind: 'dial', callerId, ringSeconds, afterwards } as const
  const called = nameInAddress(news.to)
  if (called !== null) {
    const colleagueId = personOfName(called)
    if (colleagueId === null || !(await isMember(db, orgId, colleagueId))) return { ...refuse('not_a_member'), personId }
    const who = { names: [nameOf(colleagueId)] }
    return { direction: 'out', personId, refusedBecause: null, instruction: { ...dial, who } }
  }
  if (isDemoPhone(news.to)) return { ...refuse('demo_data'), personId }
  const refusal = refusalOf(news.to, await allowedCountries(db, orgId, callerId))
  if (refusal) return { ...refuse(refusal), personId }
  return { direction: 'out', personId, refusedBecause: null, instruction: { ...dial, who: { number: news.to } } }
}

const routeIn = async (db: Db, orgId: string, from: string, afterwards: string): Promise<Route> => {
  const known = await findCaller(db, orgId, from)
  const people = await whoIsRung(db, orgId, known?.assignedTo ?? null)
  const [first, ...others] = people
  return {
    direction: 'in',
    personId: first !== undefined && others.length === 0 ? first : null,
    refusedBecause: null,
    instruction:
      first === undefined
        ? { kind: 'say', words: nobodyAnswers }
        : { kind: 'dial', who: { names: people.map(nameOf) }, callerId: null, ringSeconds, afterwards },
  }
}
