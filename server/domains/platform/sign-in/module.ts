import { module } from '#core/module.ts'
import { addPasskey } from './add-passkey.ts'
import { askPasswordReset } from './ask-password-reset.ts'
import { changePassword } from './change-password.ts'
import { checkLink } from './check-link.ts'
import { confirmSignIn } from './confirm-sign-in.ts'
import { confirmTotp } from './confirm-totp.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { getToken } from './get-token.ts'
import { listSessions } from './list-sessions.ts'
import { passkeySignIn } from './passkey-sign-in.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { rotateSigningKeys } from './rotate-signing-keys.ts'
import { sendResetLink } from './send-reset-link.ts'
import { setPassword } from './set-password.ts'
import { setUpWorkspace } from './set-up-workspace.ts'
import { showProfile } from './show-profile.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { startPasskey } from './start-passkey.ts'
import { startPasskeySignIn } from './start-passkey-sign-in.ts'
import { startTotp } from './start-totp.ts'
import { switchOrganization } from './switch-organization.ts'
import { updateProfile } from './update-profile.ts'

export const signInModule = module({
  title: 'Sign-in',
  actions: [
    setUpWorkspace,
    signIn,
    confirmSignIn,
    startPasskeySignIn,
    passkeySignIn,
    askPasswordReset,
    checkLink,
    setPassword,
    getToken,
    switchOrganization,
    signOut,
    showProfile,
    updateProfile,
    changePassword,
    listSessions,
    endSession,
    endOtherSessions,
    startTotp,
    confirmTotp,
    removeTotp,
    renewRecoveryCodes,
    startPasskey,
    addPasskey,
    removePasskey,
  ],
  jobs: [rotateSigningKeys, sendResetLink],
  owns: [],
})
