import { errors } from '#core/errors.ts'

export const userErrors = errors({
  link_invalid: { status: 400, message: 'This link is no longer valid.', fix: 'Request a new one; a link works once.' },
  sign_in_failed: {
    status: 401,
    message: 'Email or password is incorrect.',
    fix: 'Check both; reset the password with `ask-password-reset` or `foyer user create`.',
  },
  code_wrong: {
    status: 401,
    message: 'This code is incorrect or was already used.',
    fix: 'Wait for the app’s next code, or use another recovery code.',
  },
  challenge_invalid: {
    status: 401,
    message: 'This sign-in has expired or is already complete.',
    fix: 'Begin again with `sign-in` or `start-passkey-sign-in`.',
  },
  passkey_refused: {
    status: 401,
    message: 'This passkey is not registered here.',
    fix: 'Use another passkey, or your email address and password.',
  },
  passkey_unusable: {
    status: 400,
    message: 'This passkey cannot be used.',
    fix: 'Create it at the address of this Foyer, on a device that asks for a fingerprint, face or PIN.',
  },
  passkeys_need_domain: {
    status: 409,
    message: 'Passkeys need a domain name; Foyer is accessed by an IP address.',
    fix: 'Set PUBLIC_URL to an https address with a domain name.',
  },
  too_many_passkeys: { status: 409, message: 'You already have 20 passkeys.', fix: 'Remove an unused one.' },
  passkey_not_found: { status: 404, message: 'The passkey does not exist.', fix: 'List your passkeys with `show-profile`.' },
  challenge_ended: {
    status: 409,
    message: 'This setup has expired or is already complete.',
    fix: 'Begin again with `start-passkey`.',
  },
  password_wrong: { status: 403, message: 'The password is incorrect.', fix: 'Send the password that you sign in with.' },
  totp_code_wrong: {
    status: 400,
    message: 'This code is incorrect, or no setup was started.',
    fix: 'Begin with `start-totp`, and send the code that the app shows now; check the clock of the phone.',
  },
  totp_is_on: {
    status: 409,
    message: 'Two-factor codes are already on.',
    fix: 'Turn them off with `remove-totp` first.',
  },
  totp_is_off: {
    status: 409,
    message: 'Two-factor codes are off.',
    fix: 'Turn them on with `start-totp`.',
  },
  session_not_found: { status: 404, message: 'You have no such session.', fix: 'List your sessions with `list-sessions`.' },
  password_too_weak: {
    status: 400,
    message: 'The password needs at least 10 characters.',
    fix: 'A few unrelated words make a good password.',
  },
  organization_not_found: {
    status: 404,
    message: 'The workspace does not exist.',
    fix: 'List the workspaces with `foyer org list`.',
  },
})
