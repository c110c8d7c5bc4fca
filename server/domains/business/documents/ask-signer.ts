import { job } from '#core/jobs/job.ts'
import { findMailBrand } from '#domains/platform/business-identity/mail-brands.ts'
import { findMail, queueMail } from '#domains/platform/mail-out/mails.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { put } from '#shapes/texts.ts'
import { enterSignerMail } from './document-mails.ts'
import { findDocument } from './documents.ts'
import { askSignerJob } from './job-references.ts'
import { findSigners, signAddress, signTokenOf } from './signers.ts'
import { clientMail } from './signing-mails.ts'
import { signingWords } from './strings.ts'

export const askSigner = job({
  ...askSignerJob,
  summary: 'Ask a signer by email to sign a document',
  retry: { times: 8, delaySeconds: 5 },
  expireSeconds: 60,

  async run({ orgId, documentId, signerId, mailId, isReminder }, { inOrg, enqueueIn, vault, now, newId, settings }) {
    await inOrg(orgId, async (db) => {
      const document = await findDocument(db, orgId, documentId)
      const signer = (await findSigners(db, orgId, documentId)).find(({ id }) => id === signerId)
      if (document?.status !== 'pending_signature' || signer?.state !== 'asked' || (await findMail(db, orgId, mailId))) return
      const token = signTokenOf(vault, signer)
      if (token === null) throw new Error('a signer who was asked has no link')
      const sender = (await findOrganization(db, orgId))?.name ?? ''
      const words = signingWords(document.locale)
      const day = new Intl.DateTimeFormat(document.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(document.ends_at)
      const values = { sender, title: document.title, day }
      await enterSignerMail(db, orgId, { mailId, documentId, signerId, kind: isReminder ? 'reminder' : 'request' })
      await queueMail({ db, enqueue: (order, data) => enqueueIn(db, order, data), vault, newId, now }, orgId, {
        ...{ id: mailId, to: signer.email, toName: signer.name, template: 'sign-request' },
        brand: await findMailBrand(db, orgId, document.locale),
        facts: clientMail(document.locale, sender, 'signs', {
          subject: put(isReminder ? words.remindSubject : words.askSubject, values),
          title: put(words.askTitle, values),
          first: put(words.askSays, values),
          second: put(words.askEnds, values),
          ...{ button: words.askButton, link: signAddress(settings.publicUrl, token) },
        }),
      })
    })
  },
})
