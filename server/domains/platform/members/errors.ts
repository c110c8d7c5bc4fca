import { errors } from '#core/errors.ts'

export const memberErrors = errors({
  already_member: {
    status: 409,
    message: 'This address belongs to a member already.',
    fix: 'Change the role with `change-role`, or send a link with `send-welcome`.',
  },
  member_not_found: { status: 404, message: 'No such member.', fix: 'List the members with `list-members`.' },
  last_owner: {
    status: 409,
    message: 'A workspace needs an owner, and this is the last one.',
    fix: 'Make somebody else an owner first.',
  },
  invitation_not_found: {
    status: 404,
    message: 'No such open invitation.',
    fix: 'It may have been accepted, withdrawn or replaced; list them with `list-invitations`.',
  },
  person_not_found: {
    status: 404,
    message: 'No such person in this workspace.',
    fix: 'Check the address under Settings → Workspace.',
  },
})
