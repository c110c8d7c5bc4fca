import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findBrand } from '#domains/platform/business-identity/brands.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { Locale } from '#shapes/languages.ts'
import { findFiles } from './document-files.ts'
import { findDocument } from './documents.ts'
import { DownloadToken, findDownloadLink, SignedFiles } from './download-links.ts'
import { documentErrors } from './errors.ts'
import { clockOf } from './sealing.ts'

export const showSignedFiles = action({
  name: 'show-signed-files',
  summary: 'Show what a link to a signed document leads to',
  description:
    'Signers get such a link by email where the document is too large to be attached. It ends after 30 days; then it says whom to ask.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 60, seconds: 60 },
  input: z.object({ token: DownloadToken, locale: Locale.optional().describe('Default: that of the document') }),
  output: z.object({ signed: SignedFiles }),
  errors: [documentErrors.download_link_unknown],
  examples: [{ title: 'A link', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token, locale }, { db, enterOrg, fail }) {
    const link = await findDownloadLink(db, token)
    if (!link) throw fail('download_link_unknown')
    await enterOrg(link.org_id)
    const [document, organization, files, at] = await Promise.all([
      findDocument(db, link.org_id, link.document_id),
      findOrganization(db, link.org_id),
      findFiles(db, link.org_id, link.document_id),
      clockOf(db),
    ])
    if (!document) throw fail('download_link_unknown')
    const ended = link.ends_at <= at
    return {
      signed: {
        ...{ organization: organization?.name ?? '', locale: document.locale, ended },
        brand: await findBrand(db, link.org_id, locale ?? document.locale),
        ...{ ends_at: link.ends_at.toISOString(), title: ended ? null : document.title },
        document_id: ended ? null : document.id,
        files: files.flatMap(({ kind, sha256, bytes }) =>
          !ended && (kind === 'sealed' || kind === 'certificate')
            ? [{ kind: kind as 'sealed', sha256: sha256.toString('hex'), bytes: Number(bytes) }]
            : [],
        ),
      },
    }
  },
})
