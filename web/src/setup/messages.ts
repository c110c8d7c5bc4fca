import { messages } from '../words/messages.ts'

/** What the pages before the shell say. */
export const words = messages({
  setUpTitle: 'Welcome to Foyer',
  setUpLead: 'This makes your workspace, and you its owner. It takes a minute, and it happens once.',
  workspace: 'Workspace',
  workspaceHint: 'The name of your agency or company.',
  yourName: 'Your name',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 10 characters. A few unrelated words make a good one.',
  country: 'Default country',
  countryHint: 'Phone numbers without a + are read as numbers of this country. You can change it later.',
  noCountry: 'None: read only numbers with +',
  create: 'Make the workspace',
  checking: 'Looking at the link…',
  linkGoneTitle: 'This link does not work any more',
  setUpLinkGone:
    'A set-up link works once. If the workspace is made already, sign in. If not, start Foyer again: it prints a new link.',
  setUpLinkMissing:
    'The address is missing its last part, from #token= on. Copy the whole line that Foyer printed in the terminal.',
  passwordLinkGone:
    'A link for a password works once, and not for long. Ask an owner of the workspace, or whoever runs this Foyer, for a new one.',
  passwordLinkMissing: 'The address is missing its last part, from #token= on. Copy the whole link.',
  toSignIn: 'Go to sign-in',
  signInTitle: 'Sign in',
  signIn: 'Sign in',
  signInLead: 'Good to see you again.',
  forgot: 'Forgot your password?',
  forgotText: 'An owner makes a new link on the machine that runs Foyer:',
  forgotCommand: 'npx foyer user create --org <workspace> --email <your address>',
  firstStart: 'First start?',
  firstStartText: 'Open the one-time set-up link that Foyer printed in its terminal.',
  setPasswordTitle: 'Choose a password',
  setPasswordLead: (email: string) => `For ${email}. Every other session of yours ends.`,
  newPassword: 'New password',
  save: 'Save and sign in',
  show: 'Show the password',
  tooShort: 'At least 10 characters, please.',
  needed: 'This is needed.',
  notAnAddress: 'This does not look like an address.',
  made: 'It worked, but the session could not be opened. Sign in with your address and password.',
})
