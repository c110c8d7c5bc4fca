import { hash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { newId } from '#core/ids.ts'
import { connectionOptions, systemRole } from '#db/connect.ts'
import { digest16 } from '#domains/crm/identities/digests.ts'
import { readLead } from '#domains/crm/leads/lead-input.ts'
import { given, ready } from './ready.ts'

/**
 * What most people would write: a Fastify route, a pool of twenty connections, a transaction a lead. It gets more than it
 * would have: the key is known, there is no rate limit, row-level security needs no setting, statements are prepared.
 */
const pool = new pg.Pool({ ...connectionOptions(given.target, { application: 'bench naive', role: systemRole }), max: 20 })
pool.on('error', () => {})
const keys = new Map([[hash('sha256', given.key), { keyId: given.keyId, orgId: given.orgId }]])
const app = Fastify()

app.post('/v1/leads', async (request, reply) => {
  const key = keys.get(hash('sha256', request.headers.authorization?.slice(7) ?? ''))
  if (key === undefined) return reply.code(401).send({ error: 'unknown key' })
  const read = readLead(request.body, { defaultCountry: null, today: new Date().toISOString().slice(0, 10) })
  if (!read.ok) return reply.code(400).send({ error: read.message })
  const { lead } = read
  const { orgId } = key
  const dkey = lead.external_id === null ? null : digest16(orgId, 'external_id', lead.external_id)
  const ekey = lead.email_key === null ? null : digest16(orgId, 'email', lead.email_key)
  const pkey = lead.phone_key === null ? null : digest16(orgId, 'phone', lead.phone_key)

  const client = await pool.connect()
  try {
    await client.query('begin')
    const seen = await client.query({
      name: 'seen',
      text: 'select id, contact_id from leads where dkey = $1 and org_id = $2',
      values: [dkey, orgId],
    })
    const before = seen.rows[0] as { id: string; contact_id: string } | undefined
    if (before) {
      await client.query('commit')
      return { ok: true, lead_id: before.id, contact_id: before.contact_id, deduplicated: true }
    }
    const known = await client.query({
      name: 'known',
      text: 'select id as contact_id from contacts where (email_key = $1 or phone_key = $2) and org_id = $3',
      values: [ekey, pkey, orgId],
    })
    let contactId = (known.rows[0] as { contact_id: string } | undefined)?.contact_id
    if (contactId === undefined) {
      contactId = newId()
      await client.query({
        name: 'contact',
        text: `insert into contacts (org_id, id, email, phone, full_name, company, job_title, email_key, phone_key)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        values: [orgId, contactId, lead.email, lead.phone_e164, lead.full_name, lead.company, lead.job_title, ekey, pkey],
      })
    }
    const leadId = newId()
    await client.query({
      name: 'lead',
      text: `insert into leads (org_id, id, contact_id, dkey, external_id, source, email, phone, phone_e164, full_name, metadata, via, key_id, received)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'api', $12, $13)`,
      values: [
        orgId,
        leadId,
        contactId,
        dkey,
        lead.external_id,
        lead.source,
        lead.email,
        lead.phone,
        lead.phone_e164,
        lead.full_name,
        JSON.stringify({ company: lead.company }),
        key.keyId,
        JSON.stringify(request.body),
      ],
    })
    await client.query({
      name: 'event',
      text: `insert into events (org_id, id, type, subject_id, payload) values ($1, $2, 'lead.received', $3, $4)`,
      values: [
        orgId,
        newId(),
        leadId,
        JSON.stringify({ lead_id: leadId, contact_id: contactId, external_id: lead.external_id, source: lead.source }),
      ],
    })
    await client.query('commit')
    return { ok: true, lead_id: leadId, contact_id: contactId, deduplicated: false }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const address = app.server.address()
ready(typeof address === 'object' && address ? address.port : 0, () => app.close().then(() => pool.end()))
