import type { Database } from '#db/connect.ts'
import type { OrgContext } from '../context.ts'
import { Failure } from '../errors.ts'
import type { AnyAction } from './action.ts'
import type { Call } from './call.ts'
import { atLeast, type Caller, isRole, lesser, personOfCaller, type Role } from './caller.ts'

type Entrance = Pick<AnyAction, 'who' | 'scope' | 'website' | 'transports'>

/**
 * 403 for pages of elsewhere that would sign their visitor in or out, or act by the cookie. A form of another site needs no leave
 * to be sent, and what has the same site but another port sends the cookie along.
 */
export const refuseForeignPage = ({ who, cookie }: Pick<AnyAction, 'who' | 'cookie'>, { isForeign }: Call): void => {
  if (isForeign && (cookie || who === 'session')) throw new Failure('origin_not_allowed')
}

/** 401 for unknown callers. */
export const recognise = ({ who, website }: Entrance, caller: Caller): void => {
  if (who === 'public' || caller.kind === 'key' || caller.kind === 'workflow' || (caller.kind === 'visitor' && website)) return
  if (who.startsWith('key:')) {
    if (caller.kind === 'nobody') throw new Failure('key_invalid')
  } else if (caller.kind !== (who === 'session' ? 'session' : 'person')) throw new Failure('not_signed_in')
}

/**
 * 403 for known callers without permission. A key does what its scopes say and nothing else, not even public actions; a visitor's
 * token is for their chat. A workflow has a role as a member has, and calls only what is open to workflows.
 */
export const admit = ({ who, scope, website, transports }: Entrance, caller: Caller): void => {
  if (caller.kind === 'workflow') {
    if (!transports.includes('workflow') || !isRole(who) || !atLeast(caller.role, who)) throw new Failure('forbidden')
  } else if (caller.kind === 'key') {
    const wanted = who.startsWith('key:') ? who.slice(4) : scope
    if (wanted === undefined || !caller.scopes.includes(wanted)) throw new Failure('scope_missing')
  } else if (who.startsWith('key:') || (caller.kind === 'visitor' && !website)) throw new Failure('forbidden')
  else if (caller.kind === 'person' && isRole(who) && !atLeast(caller.role, who)) throw new Failure('forbidden')
}

/**
 * An organization or person named in a body must be the caller's own, in every action, listed field or not. A person that
 * an action lists as its input is for the action to judge: an admin may speak of others.
 */
export const refuseForeign = async (database: Database, action: AnyAction, body: unknown, caller: Caller): Promise<void> => {
  if (typeof body !== 'object' || body === null || caller.kind === 'nobody') return
  const { orgId, userId, userEmail, identity } = body as Record<string, unknown>
  if (orgId != null && orgId !== caller.orgId && !(await isSlugOf(database, orgId, caller.orgId)))
    throw new Failure('foreign_organization', { field: 'orgId' })

  const listed = (action.input as { readonly shape?: Readonly<Record<string, unknown>> }).shape ?? {}
  const personId = personOfCaller(caller)
  if (userId != null && !('userId' in listed) && userId !== personId) throw new Failure('foreign_person', { field: 'userId' })
  for (const [field, value] of Object.entries({ userEmail, identity })) {
    if (value == null || field in listed || (value === personId && field === 'identity')) continue
    const person =
      personId === null
        ? undefined
        : await database.db.selectFrom('directory.people').select('email').where('id', '=', personId).executeTakeFirst()
    if (typeof value !== 'string' || value.trim().toLowerCase() !== person?.email.toLowerCase())
      throw new Failure('foreign_person', { field })
  }
}

/** A workspace may be named by its slug wherever its id is taken. */
const isSlugOf = async (database: Database, named: unknown, orgId: string): Promise<boolean> => {
  if (typeof named !== 'string' || !/^[a-z0-9-]{1,64}$/.test(named)) return false
  const found = await database.db
    .selectFrom('directory.slugs')
    .select('org_id')
    .where('slug', '=', named)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return found !== undefined
}

/** The claims of an old token apply only as far as they still hold: removed or signed-out users lose access at once. */
export const personNow = (
  action: AnyAction,
  caller: Extract<Caller, { kind: 'person' }>,
  roleNow: Role | null,
): NonNullable<OrgContext['person']> => {
  if (roleNow === null) throw new Failure('not_signed_in')
  const role = lesser(caller.role, roleNow)
  admit(action, { ...caller, role })
  return { id: caller.personId, role, sessionId: caller.sessionId }
}
