import { errors } from '#core/errors.ts'

export const memberErrors = errors({
  already_member: {
    status: 409,
    message: 'This email address already belongs to a member.',
    fix: 'Change the role with `change-role`, or send a link with `send-welcome`.',
  },
  member_not_found: { status: 404, message: 'The member does not exist.', fix: 'List the members with `list-members`.' },
  last_owner: {
    status: 409,
    message: 'This is the last owner of the workspace.',
    fix: 'Make another member an owner first.',
  },
  invitation_not_found: {
    status: 404,
    message: 'The invitation does not exist or is not open.',
    fix: 'It may have been accepted, withdrawn or replaced; list them with `list-invitations`.',
  },
  person_not_found: {
    status: 404,
    message: 'This user is not a member of this workspace.',
    fix: 'Check the email address in Settings → Members.',
  },
})
