import { module } from '#core/module.ts'
import { acceptInvite } from './accept-invite.ts'
import { changeRole } from './change-role.ts'
import { createUser } from './create-user.ts'
import { memberErrors } from './errors.ts'
import { invitationEvents } from './events.ts'
import { inviteStaff } from './invite-staff.ts'
import { listInvitations } from './list-invitations.ts'
import { listMembers } from './list-members.ts'
import { seatTaken } from './moments.ts'
import { memberNotices } from './notices.ts'
import { removeMember } from './remove-member.ts'
import { resendInvitation } from './resend-invitation.ts'
import { invitationTokenRetention } from './retention.ts'
import { sendWelcome } from './send-welcome.ts'
import { validateInvite } from './validate-invite.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

export const membersModule = module({
  title: 'Members',
  actions: [
    listMembers,
    createUser,
    sendWelcome,
    changeRole,
    removeMember,
    inviteStaff,
    listInvitations,
    resendInvitation,
    withdrawInvitation,
    validateInvite,
    acceptInvite,
  ],
  errors: memberErrors,
  events: [invitationEvents],
  notices: memberNotices,
  moments: [seatTaken],
  retention: [invitationTokenRetention],
  owns: ['directory.invitation_tokens', 'invitations', 'members'],
})
