import type { FastifyRequest } from 'fastify'
import type { RouteContext } from '#core/http/routes.ts'
import { findNamedOrganization, findOrganization } from '#domains/platform/organizations/organizations.ts'
import { readOrigin } from '#shapes/origins.ts'

/** A page of a website that shows a booking page in a frame. */
export interface Frame {
  /** The website, which is on the workspace's list; what the frame says is meant for it alone. */
  readonly origin: string
  /** The whole list: a frame may stand in a frame, and browsers ask for each of them. */
  readonly origins: readonly string[]
}

/**
 * The website that a booking page is asked for by: `?frame=<its origin>`, which `/book.js` puts in. Null where it is none, or not on the
 * list of the workspace: then the page stands in no frame.
 */
export const findFrame = async (
  request: FastifyRequest,
  { outside, inOrg }: Pick<RouteContext, 'outside' | 'inOrg'>,
): Promise<Frame | null> => {
  const { frame } = request.query as { frame?: unknown }
  const { org } = request.params as { org?: string }
  if (typeof frame !== 'string' || org === undefined || org.length > 64) return null
  const origin = readOrigin(frame)
  if (origin === null) return null
  const orgId = await findNamedOrganization(outside, org)
  if (orgId === null) return null
  const origins = (await inOrg(orgId, (db) => findOrganization(db, orgId)))?.booking_origins ?? []
  return origins.includes(origin) ? { origin, origins } : null
}

/** The page loads nothing from elsewhere, calls its own server alone, runs no script but its own, and stands in no frame but those of the list. */
const policyFor = (frame: Frame | null): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${frame ? frame.origins.join(' ') : "'none'"}`

/** What a page says of who may frame it. `X-Frame-Options` knows no list, so it is left out where there is one. */
export const frameHeaders = (frame: Frame | null): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policyFor(frame),
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  // A website that isolates itself shows only what allows it.
  ...(frame && { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }),
})

/** How the website looks: light, unless its tag says otherwise. A dark page in a light website would be one, since a frame follows the system. */
export const themeOf = (request: FastifyRequest): 'light' | 'dark' | 'auto' => {
  const { theme } = request.query as { theme?: unknown }
  return theme === 'dark' || theme === 'auto' ? theme : 'light'
}
