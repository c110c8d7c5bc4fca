import type pg from 'pg'

/**
 * Puts the keys of contacts and the requests of leads where versions before 0053 kept them, for some of an organization's rows or all:
 * a data folder in the middle of the move. Nothing goes this way in earnest, so nothing else may look while it does.
 */
export const putBack = async (client: Pick<pg.Client, 'query'>, orgId: string, share = 1): Promise<number> => {
  await client.query('begin')
  try {
    await client.query('lock table foyer.contact_keys_before, foyer.contacts, foyer.leads in access exclusive mode')
    const { rowCount } = await client.query(
      `insert into foyer.contact_keys_before (key, org_id, contact_id, kind, value, proof)
       select key, org_id, contact_id, kind, value, proof from foyer.contact_keys k
       where k.org_id = $1 and hashtext(k.contact_id::text) & 1023 < $2::float * 1024
         and not exists (select from foyer.contact_keys_before b where b.key = k.key and b.org_id = k.org_id)`,
      [orgId, share],
    )
    await client.query(
      `update foyer.contacts set email_key = null, email_proof = null, phone_key = null, phone_proof = null,
         whatsapp_key = null, whatsapp_proof = null, whatsapp_user_id = null
       where org_id = $1 and hashtext(id::text) & 1023 < $2::float * 1024`,
      [orgId, share],
    )
    await client.query(
      `insert into foyer.deliveries (org_id, id, key_id, received_at, status, outcome, flags, body, lead_id, replay_of)
       select org_id, id, key_id, received_at, status, outcome, flags, body, lead_id, replay_of from foyer.leads_as_deliveries
       where org_id = $1 and hashtext(id::text) & 1023 < $2::float * 1024`,
      [orgId, share],
    )
    await client.query(
      `update foyer.leads set delivery_id = id, key_id = null, flags = null, replay_of = null, received = null
       where org_id = $1 and key_id is not null and hashtext(id::text) & 1023 < $2::float * 1024`,
      [orgId, share],
    )
    await client.query(`insert into directory.backfills (name, kind) values ('contact_keys', 'contact') on conflict do nothing`)
    await client.query('commit')
    return rowCount ?? 0
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
