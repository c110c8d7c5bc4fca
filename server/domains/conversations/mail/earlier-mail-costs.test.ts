import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#core/ids.ts'
import { asOwner, cloneDatabase } from '#test/support/database.ts'

const mails = 6_000
const leads = 100
/** The way down two indexes, and what each page of the mailbox would come on top of. */
const mostPagesALead = 12

test('earlier mails of new leads are found by the index of addresses alone, in a mailbox that is read for the first time', async () => {
  const { target, drop } = await cloneDatabase()
  try {
    await asOwner(target, async (owner) => {
      const [orgId, mailboxId] = [newId(), newId()]
      await owner.query(`set session_replication_role = replica`)
      await owner.query(
        `insert into mailboxes (org_id, id, person_id, provider, email, email_key, has_mail, has_calendar)
         values ($1, $2, $3, 'imap', 'team@foyer.example', 'team@foyer.example', true, false)`,
        [orgId, mailboxId, newId()],
      )
      await owner.query(
        `insert into mailbox_mails (org_id, id, mailbox_id, fingerprint, at, direction, subject, preview, kind, kind_reason, from_email,
           to_list, is_seen)
         select $1, gen_random_uuid(), $2, sha256(n::text::bytea), now(), 'in', 'Kitchen', '', 'person', '', 'client' || n || '@far.example',
           '[{"email":"team@foyer.example"}]', false from generate_series(1, ${mails}) n`,
        [orgId, mailboxId],
      )
      const contactId = newId()
      await owner.query(`insert into contacts (org_id, id) values ($1, $2)`, [orgId, contactId])
      const contacts = Array.from({ length: leads }, () => contactId)
      const addresses = Array.from({ length: leads }, (_, n) => (n === 0 ? 'client7@far.example' : `lead${n}@near.example`))
      const { rows } = await owner.query(`select mailbox_id, address from unthreaded_mails($1, $2, $3)`, [
        orgId,
        addresses,
        contacts,
      ])
      assert.deepEqual(rows, [{ mailbox_id: mailboxId, address: 'client7@far.example' }])
      const { rows: plans } = await owner.query(
        `explain (analyze, buffers, format json) select from unthreaded_mails($1, $2, $3)`,
        [orgId, addresses, contacts],
      )
      const pages = (plans[0] as { 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] })[
        'QUERY PLAN'
      ][0].Plan
      const read = pages['Shared Hit Blocks'] + pages['Shared Read Blocks']
      assert.ok(read <= leads * mostPagesALead, `${read} pages were read for ${leads} leads`)
    })
  } finally {
    await drop()
  }
})
