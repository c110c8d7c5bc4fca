import { randomUUID } from 'node:crypto'
import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import { openDatabase } from '#db/connect.ts'
import { findSigners, signTokenOf } from '#domains/business/documents/signers.ts'
import { addMember } from '#domains/platform/members/memberships.ts'
import { openTokens } from '#domains/platform/users/tokens.ts'
import { personOf } from '#domains/platform/users/users.ts'
import { benchAddress } from './candidates/bench-action.ts'
import type { Given } from './candidates/ready.ts'
import type { Store } from './store.ts'

/** Each may make 60 documents a minute: the limit of one is not what is measured. */
const members = 24
/** A token lasts for fifteen minutes. */
const renewMs = 8 * 60_000

interface Member {
  readonly id: string
  readonly email: string
  readonly name: string
  token: string
  signedAt: number
}

export interface MadeDocument {
  readonly id: string
  readonly url: string
  readonly by: Member
}

/** Words as a contract has them, never twice in the same order: what is compressed and drawn is no smaller than a text that was written. */
const wordsOf = (seed: number) => {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const syllables =
    'con tract ser vice par ty deliv er pay ment li able no tice term in ation rea son ab le ob lig law of the and'.split(' ')
  const vocabulary = Array.from({ length: 1_500 }, () =>
    Array.from({ length: 1 + next(3) }, () => syllables[next(syllables.length)]).join(''),
  )
  // Frequent words come first, as in any text.
  const word = (): string => vocabulary[Math.floor(vocabulary.length * (next(1_000) / 1_000) ** 3)] as string
  return (characters: number): string => {
    let text = ''
    while (text.length < characters) text += `${text === '' ? '' : ' '}${word()}`
    return text
  }
}

/** A text of so many pages. */
export const textOfPages = (pages: number): string => {
  const words = wordsOf(pages)
  const page = (n: number): string =>
    [
      `## ${n}. ${words(24)}`,
      ...Array.from({ length: 4 }, (_, at) => (at === 1 ? `**${words(30)}** ${words(420)}` : words(480))),
      `- ${words(90)}\n- ${words(90)}`,
    ].join('\n\n')
  return [
    '# Agreement',
    'Between the sender and {{CLIENT_NAME}}, for {{PRICE}}.',
    Array.from({ length: pages }, (_, n) => page(n + 1)).join('\n\n---\n\n'),
  ].join('\n\n')
}

const client = 'Εὐκλείδης Rao'
let price = 0
/** No two alike. */
export const replacementsOf = () => ({ CLIENT_NAME: client, PRICE: `${++price}.400,00 €` })

/** A workspace with a deal, templates, and members who call the server; links are read from the database, as no mail is sent. */
export const openDocuments = async (store: Store, given: Given, port: () => number) => {
  const database = openDatabase(given.target, { application: 'bench', connections: 4, onError: () => {} })
  const vault = openVault(readConfig({ FOYER_DATA: given.dataDir }))
  const tokens = await openTokens(
    database.db,
    vault,
    () => benchAddress,
    () => new Date(),
  )
  const { orgId } = given
  const people: Member[] = []
  await database.inOrg(orgId, async (db) => {
    for (let n = 0; n < members; n++) {
      const id = newId()
      const [email, name] = [`${id}@example.com`, `Member ${n}`]
      const person = await personOf(db, { id, email, name })
      await addMember(db, orgId, person.id, 'admin')
      people.push({ id: person.id, email, name, token: '', signedAt: Number.NEGATIVE_INFINITY })
    }
  })
  let turn = 0
  const nextMember = async (): Promise<Member> => {
    const member = people[turn++ % people.length] as Member
    if (performance.now() - member.signedAt > renewMs) {
      member.token = (await tokens.sign({ personId: member.id, orgId, role: 'admin', sessionId: null })).token
      member.signedAt = performance.now()
    }
    return member
  }

  let addresses = 0
  /** Another network each time: limits of one are not what is measured. */
  const network = (): string => `10.${(++addresses >> 8) & 255}.${addresses & 255}.1`
  const call = async <Body>(type: string, body: object, as: Member | null): Promise<Body> => {
    const answer = await fetch(`http://127.0.0.1:${port()}/gateway`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-forwarded-for': network() },
        ...(as && { authorization: `Bearer ${as.token}` }),
      },
      body: JSON.stringify({ type, ...body }),
    })
    if (answer.status !== 200) throw new Error(`${type}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }

  const { rows } = await store.query(given, `select id from foyer.contacts where email is not null order by id limit 1`)
  const contactId = (rows[0] as { id: string }).id
  const { deal } = await call<{ deal: { id: string } }>('create-deal', { contactId, name: 'Bench' }, await nextMember())

  const template = async (pages: number): Promise<string> => {
    const body = textOfPages(pages)
    const made = await call<{ template: { id: string } }>(
      'create-template',
      { name: `Of ${pages} pages, ${randomUUID()}`, kind: 'text', body },
      await nextMember(),
    )
    return made.template.id
  }

  return {
    database,
    vault,
    network,
    template,
    /** Answered, and how long it took. */
    async make(templateId: string): Promise<MadeDocument & { readonly ms: number }> {
      const by = await nextMember()
      const begun = performance.now()
      const { document } = await call<{ document: { id: string; url: string } }>(
        'generate-contract',
        {
          projectId: deal.id,
          templateId,
          userId: by.id,
          title: 'Agreement',
          docType: 'contract',
          replacements: replacementsOf(),
        },
        by,
      )
      return { ...document, by, ms: performance.now() - begun }
    },
    /** The path of the client's page. */
    async link({ id }: MadeDocument): Promise<string> {
      const signers = await database.inOrg(orgId, (db) => findSigners(db, orgId, id))
      const asked = signers.find(({ role }) => role === 'client')
      const token = asked && signTokenOf(vault, asked)
      if (!token) throw new Error('the client was not asked')
      return `/sign/${token}`
    },
    /** By the client's link and by the member who made it. */
    async sign(document: MadeDocument): Promise<void> {
      const token = (await this.link(document)).slice('/sign/'.length)
      await call('sign-with-link', { token, name: client, consent: true, values: {} }, null)
      const { id, url, by } = document
      const data = { signerName: by.name, signerEmail: by.email, signerRole: 'admin', timestamp: new Date().toISOString() }
      await call('sign-document', { documentId: id, data, url }, by)
    },
    verify: (docId: string) => call<{ valid: boolean }>('verify-document', { docId }, null),
    /** Nothing that was signed is sealed, until it is released. */
    async hold(): Promise<void> {
      await store.query(
        given,
        `update jobs.job set start_after = 'infinity' where name = 'seal-document' and state in ('created', 'retry')`,
      )
    },
    async release(count: number): Promise<void> {
      await store.query(
        given,
        `update jobs.job set start_after = now() where id in (
           select id from jobs.job where name = 'seal-document' and start_after = 'infinity' order by id limit ${count})`,
      )
    },
    async sealed(): Promise<number> {
      const found = await store.query(given, `select count(*)::int as count from foyer.documents where seal = 'sealed'`)
      return (found.rows[0] as { count: number }).count
    },
    close: () => database.close(),
  }
}
export type Documents = Awaited<ReturnType<typeof openDocuments>>
