import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Role, roles } from '#core/actions/caller.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { behindProxy, knock, password, postOf, whoIs } from '#test/support/sign-in.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: behindProxy })
})
after(() => app.stop())

/** An action in a workspace; numbers choose among the addresses, tokens and members that there are. */
const Step = fc.oneof(
  fc.record({ does: fc.constant('invite' as const), address: fc.nat(2), role: fc.constantFrom<Role>(...roles) }),
  fc.record({ does: fc.constant('resend' as const), address: fc.nat(2) }),
  fc.record({ does: fc.constant('withdraw' as const), address: fc.nat(2) }),
  fc.record({ does: fc.constant('accept' as const), which: fc.nat(5) }),
  fc.record({ does: fc.constant('change' as const), member: fc.nat(3), role: fc.constantFrom<Role>(...roles) }),
  fc.record({ does: fc.constant('remove' as const), member: fc.nat(3) }),
)
type Step = typeof Step extends fc.Arbitrary<infer Each> ? Each : never

/** What the workspace should look like: a page of rules. */
interface Model {
  /** By address: the open invitation, with the one token that is good. */
  readonly open: Map<string, { id: string; token: string; role: Role }>
  readonly tokens: { token: string; email: string }[]
  readonly members: Map<string, { id: string; role: Role; as: Someone | null }>
}

const run = async (steps: readonly Step[]): Promise<void> => {
  const owner = await app.given.organization()
  const addresses = [0, 1, 2].map((n) => `model${n}.${owner.orgId.slice(-8)}@example.com`)
  const model: Model = {
    open: new Map(),
    tokens: [],
    members: new Map([[owner.email, { id: owner.personId, role: 'owner', as: owner }]]),
  }
  const newest = async (email: string): Promise<string> => {
    const token = (await postOf(app, owner.orgId, email)).findLast(({ template }) => template === 'invitation')?.token
    assert.ok(token)
    return token
  }
  /** An owner who can still act. */
  const actor = (): Someone => {
    const found = [...model.members.values()].find(({ role, as }) => role === 'owner' && as)?.as
    assert.ok(found)
    return found
  }

  const take = async (step: Step): Promise<void> => {
    if (step.does === 'invite') {
      const email = addresses[step.address] as string
      const { status, body } = await app.call('invite-staff', { email, role: step.role }, actor())
      assert.equal(status, model.members.has(email) ? 409 : 200, JSON.stringify(body))
      if (status !== 200) return
      const token = await newest(email)
      model.open.set(email, { id: (body.invitation as unknown as { id: string }).id, token, role: step.role })
      model.tokens.push({ token, email })
    } else if (step.does === 'resend' || step.does === 'withdraw') {
      const email = addresses[step.address] as string
      const open = model.open.get(email)
      if (!open) return
      const { status } = await app.call(`${step.does}-invitation`, { invitationId: open.id }, actor())
      assert.equal(status, 200)
      if (step.does === 'withdraw') model.open.delete(email)
      else {
        const token = await newest(email)
        model.open.set(email, { ...open, token })
        model.tokens.push({ token, email })
      }
    } else if (step.does === 'accept') {
      const chosen = model.tokens[step.which % Math.max(1, model.tokens.length)]
      if (!chosen) return
      const open = model.open.get(chosen.email)
      const answer = await knock(app, 'accept-invite', { token: chosen.token, name: 'Model', password })
      assert.equal(answer.status, open?.token === chosen.token ? 200 : 400, JSON.stringify(answer.body))
      if (answer.status !== 200 || !open) return
      const as = await whoIs(app, answer.session)
      model.open.delete(chosen.email)
      model.members.set(chosen.email, { id: as.personId, role: open.role, as })
    } else {
      const [email, member] = [...model.members][step.member % model.members.size] ?? []
      if (!email || !member) return
      const owners = [...model.members.values()].filter(({ role }) => role === 'owner')
      const isLast = member.role === 'owner' && owners.length === 1
      const role = step.does === 'change' ? step.role : null
      const { status, body } =
        role === null
          ? await app.call('remove-member', { userId: member.id }, actor())
          : await app.call('change-role', { userId: member.id, role }, actor())
      assert.equal(status, isLast && role !== 'owner' ? 409 : 200, JSON.stringify(body))
      if (status !== 200) return
      if (role === null) model.members.delete(email)
      // An old token carries the old role: a promoted member requests a new one.
      else model.members.set(email, { ...member, role, as: member.as && (await whoIs(app, member.as.session)) })
    }
  }

  for (const step of steps) {
    await take(step)
    const { members } = (await app.call('list-members', {}, actor())).body as unknown as {
      members: { email: string; role: Role }[]
    }
    assert.deepEqual(
      members.map(({ email, role }) => `${email} ${role}`).sort(),
      [...model.members].map(([email, { role }]) => `${email} ${role}`).sort(),
    )
    const { invitations } = (await app.call('list-invitations', {}, actor())).body as unknown as {
      invitations: { id: string }[]
    }
    assert.deepEqual(invitations.map(({ id }) => id).sort(), [...model.open.values()].map(({ id }) => id).sort())
    for (const { token, email } of model.tokens)
      assert.equal((await knock(app, 'validate-invite', { token })).body.valid, model.open.get(email)?.token === token)
  }
}

test('for any order of inviting, sending again, withdrawing, accepting, changing and removing: members, invitations and links follow the rules', async () => {
  await fc.assert(fc.asyncProperty(fc.array(Step, { minLength: 4, maxLength: 14 }), run), { numRuns: 25, seed: 20_261_121 })
})
