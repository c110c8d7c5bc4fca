import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { findMailBrand } from '#domains/platform/business-identity/mail-brands.ts'
import { queueMail } from '#domains/platform/mail-out/mails.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { put } from '#shapes/texts.ts'
import { findFiles, readStored } from './document-files.ts'
import { findDocument, verifyAddress } from './documents.ts'
import { fileNameOf } from './download-document.ts'
import { downloadAddress, downloadDays, makeDownloadLink } from './download-links.ts'
import { mailSealedJob } from './job-references.ts'
import { clockOf } from './sealing.ts'
import { findSigners } from './signers.ts'
import { clientMail } from './signing-mails.ts'
import { dayOf } from './signing-views.ts'
import { signingWords } from './strings.ts'

/** What goes with an email at most: many servers refuse 10 MB. */
const mostAttached = 7 * 2 ** 20
const dayMs = 86_400_000

export const mailSealedDocument = job({
  ...mailSealedJob,
  summary: 'Email a sealed document and its certificate to all who signed it',
  // As long as sealing: it reads the stored file, and the store may be away for a day.
  retry: { times: 40, delaySeconds: 5 },
  expireSeconds: 120,

  async run({ orgId, documentId }, { inOrg, enqueueIn, vault, newId, now, settings, ports }) {
    const found = await inOrg(orgId, async (db) => ({
      document: await findDocument(db, orgId, documentId),
      signers: await findSigners(db, orgId, documentId),
      files: await findFiles(db, orgId, documentId),
      sender: (await findOrganization(db, orgId))?.name ?? '',
    }))
    const { document, files, sender } = found
    if (document?.seal !== 'sealed') return
    const wanted = files.filter(({ kind }) => kind === 'sealed' || kind === 'certificate')
    const isSmall = wanted.reduce((sum, { bytes }) => sum + Number(bytes), 0) <= mostAttached
    const attachments = isSmall
      ? await Promise.all(
          wanted.map(async (file) => ({
            name: fileNameOf(document.title, file.kind as 'sealed'),
            type: 'application/pdf',
            bytes: await readStored(ports.files, file),
          })),
        )
      : []
    const words = signingWords(document.locale)
    await inOrg(orgId, async (db) => {
      // Once each: who was told is noted with the mail, in one transaction.
      const untold = await db
        .updateTable('document_signers')
        .set({ told_at: now() })
        .where('org_id', '=', orgId)
        .where('document_id', '=', documentId)
        .where('state', '=', 'signed')
        .where('told_at', 'is', null)
        .returning(['id', 'email', 'name'])
        .execute()
      const at = await clockOf(db)
      const brand = await findMailBrand(db, orgId, document.locale)
      for (const { id: signerId, email, name } of untold) {
        const link = isSmall ? null : await linkFor(db, { orgId, documentId, signerId, at })
        await queueMail({ db, enqueue: (order, data) => enqueueIn(db, order, data), vault, newId, now }, orgId, {
          ...{ id: newId(), to: email, toName: name, template: 'document-signed' },
          brand,
          facts: clientMail(document.locale, sender, link === null ? 'verifies' : 'downloads', {
            subject: put(words.doneSubject, { title: document.title }),
            title: put(words.doneTitle, { title: document.title }),
            first: words.doneSays,
            ...(link === null
              ? {
                  second: words.doneAttached,
                  ...{ button: words.doneButton, link: verifyAddress(settings.publicUrl, documentId) },
                }
              : {
                  second: put(words.doneLinked, { day: dayOf({ at: link.endsAt, locale: document.locale }), sender }),
                  ...{ button: words.doneDownload, link: downloadAddress(settings.publicUrl, link.token) },
                }),
          }),
          attachments,
        })
      }
    })
  },
})

const linkFor = async (
  db: Db,
  { at, ...of }: { readonly orgId: string; readonly documentId: string; readonly signerId: string; readonly at: Date },
): Promise<{ readonly token: string; readonly endsAt: Date }> => {
  const endsAt = new Date(at.getTime() + downloadDays * dayMs)
  return { token: await makeDownloadLink(db, { ...of, endsAt }), endsAt }
}
