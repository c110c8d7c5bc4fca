import type { ExternalCallContext } from '#core/context.ts'
import { csvLine } from '#core/csv.ts'
import { Failure } from '#core/errors.ts'
import { uploadWhole } from '../imports/new-uploads.ts'
import { prospectingErrors } from './errors.ts'
import { findProspects, openPerson } from './prospects.ts'

/** The source of leads that come of picks. */
const source = 'apollo'

/** Named as fields of leads are, so that the columns map by themselves; the vendor’s id has a person come once. */
const columns = ['external_id', 'name', 'email', 'phone', 'company', 'title', 'linkedin_url'] as const

/**
 * Chosen people as a file of leads, which waits for a person to check and import it. No consent is written: none was given. Throws
 * where one was not shown by a search of this workspace, or has no address here.
 */
export const uploadPicks = async (
  context: Pick<ExternalCallContext, 'org' | 'person' | 'inOrg' | 'ports' | 'vault' | 'now' | 'newId' | 'settings'>,
  ids: readonly string[],
): Promise<string> => {
  const { org, inOrg, vault, now } = context
  const rows = await inOrg(({ db }) => findProspects(db, org.id, ids))
  const missing = ids.length - rows.size
  if (missing > 0)
    throw new Failure(prospectingErrors.prospect_not_found, {
      field: 'take',
      message: `${missing} of these people were not shown by a search of this workspace, or too long ago.`,
    })
  const people = ids.flatMap((id) => {
    const row = rows.get(id)
    const person = row ? openPerson(vault, row) : null
    return person && (person.email !== null || person.phone !== null) ? [{ id, ...person }] : []
  })
  const without = ids.length - people.length
  if (without > 0)
    throw new Failure(prospectingErrors.prospect_without_address, {
      field: 'take',
      message: `${without} of these people have neither an email address nor a phone number here.`,
      facts: { ids: ids.filter((id) => !people.some((person) => person.id === id)) },
    })
  const lines = people.map(({ id, name, email, phone, company, title, linkedinUrl }) =>
    csvLine([id, name, email, phone, company, title, isProfile(linkedinUrl) ? linkedinUrl : null]),
  )
  const content = Buffer.from([csvLine(columns), ...lines].join(''))
  return uploadWhole(context, { name: `apollo-${now().toISOString().slice(0, 10)}.csv`, source, content })
}

/** Another address would have the whole row refused, of a person who was paid for. */
const isProfile = (address: string | null): boolean =>
  /^https:\/\/([a-z]{2,3}\.)?linkedin\.com\/[\w%./-]+$/i.test(address ?? '')
