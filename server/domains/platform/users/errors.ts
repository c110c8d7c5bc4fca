import { errors } from '#core/errors.ts'

export const userErrors = errors({
  link_invalid: { status: 400, message: 'This link is not valid any more.', fix: 'Ask for a new one; a link works once.' },
  sign_in_failed: {
    status: 401,
    message: 'The address or the password is wrong.',
    fix: 'Check both; a new password comes by `ask-password-reset`, or by `foyer user create`.',
  },
  code_wrong: {
    status: 401,
    message: 'This code is wrong, or was used already.',
    fix: 'Wait for the next code of the app, or use another recovery code.',
  },
  challenge_invalid: {
    status: 401,
    message: 'This sign-in was begun too long ago, or is finished.',
    fix: 'Begin again with `sign-in` or `start-passkey-sign-in`.',
  },
  passkey_refused: {
    status: 401,
    message: 'This passkey does not open anything here.',
    fix: 'Use another passkey, or the address and password.',
  },
  passkey_unusable: {
    status: 400,
    message: 'This passkey cannot be used.',
    fix: 'Make it at the address of this Foyer, with a device that asks for a fingerprint, face or PIN.',
  },
  passkeys_need_domain: {
    status: 409,
    message: 'Passkeys need a domain name; Foyer is reached by a bare address.',
    fix: 'Set PUBLIC_URL to an https address with a domain name.',
  },
  too_many_passkeys: { status: 409, message: 'There are 20 passkeys already.', fix: 'Remove one that is not used.' },
  passkey_not_found: { status: 404, message: 'No such passkey.', fix: 'List yours with `show-profile`.' },
  challenge_ended: {
    status: 409,
    message: 'This was begun too long ago, or is finished.',
    fix: 'Begin again with `start-passkey`.',
  },
  password_wrong: { status: 403, message: 'This is not your password.', fix: 'Send the password that you sign in with.' },
  totp_code_wrong: {
    status: 400,
    message: 'This code is wrong, or belongs to no secret.',
    fix: 'Begin with `start-totp`, and send the code that the app shows now; check the clock of the phone.',
  },
  totp_is_on: {
    status: 409,
    message: 'Codes of an authenticator app are on already.',
    fix: 'Switch them off with `remove-totp` first.',
  },
  totp_is_off: {
    status: 409,
    message: 'Codes of an authenticator app are off.',
    fix: 'Switch them on with `start-totp`.',
  },
  session_not_found: { status: 404, message: 'No such session of yours.', fix: 'List them with `list-sessions`.' },
  password_too_weak: {
    status: 400,
    message: 'The password needs at least 10 characters.',
    fix: 'A few unrelated words make a good one.',
  },
  organization_not_found: { status: 404, message: 'No such workspace.', fix: 'List the workspaces with `foyer org list`.' },
})
