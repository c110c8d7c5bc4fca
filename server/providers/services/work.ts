import { service } from './service.ts'

const text = /^[^\p{Cc}]{1,200}$/u

/** As it is: what strangers typed mentions no one, and loads no picture. */
const asCode = (said: string): string => `\`\`\`\n${said.replaceAll('`', '’')}\n\`\`\``

export const airtable = service({
  name: 'airtable',
  title: 'Airtable',
  about: 'Tables of your team: add a row when something happens here.',
  group: 'work',
  register: 'airtable.com/create/oauth → Register new OAuth integration',
  service: {
    authorizeUrl: 'https://airtable.com/oauth2/v1/authorize',
    tokenUrl: 'https://airtable.com/oauth2/v1/token',
    tokenAuth: 'basic',
    takesPkce: true,
    usualSeconds: 3_600,
    rotates: true,
    reuseEndsAll: true,
    patienceMs: 30_000,
    scopesAlways: ['user.email:read'],
    scopesUsual: ['data.records:read', 'schema.bases:read', 'data.records:write'],
    whose: { url: 'https://api.airtable.com/v0/meta/whoami', idField: 'id', accountField: 'email' },
  },
  does: {
    name: 'add-row',
    title: 'Add a row',
    asks: [
      {
        name: 'base',
        label: 'Base id',
        help: 'In the address of the base: it begins with app.',
        optional: false,
        form: /^app\w{6,40}$/,
      },
      { name: 'table', label: 'Table', help: 'Its name, or the id that begins with tbl.', optional: false, form: text },
    ],
    takes: 'columns',
    scopes: ['data.records:write'],
    url: 'https://api.airtable.com/v0/{base}/{table}',
    body: ({ columns }) => ({ fields: Object.fromEntries(columns.map(({ name, value }) => [name, value])), typecast: true }),
    madeField: 'id',
  },
})

export const asana = service({
  name: 'asana',
  title: 'Asana',
  about: 'Tasks of your team: add one when something happens here.',
  group: 'work',
  register: 'app.asana.com/0/my-apps → Create new app → OAuth',
  service: {
    authorizeUrl: 'https://app.asana.com/-/oauth_authorize',
    tokenUrl: 'https://app.asana.com/-/oauth_token',
    takesPkce: true,
    usualSeconds: 3_600,
    scopesUsual: ['default'],
    revoke: {
      url: 'https://app.asana.com/-/oauth_revoke',
      token: 'refresh',
      sentIn: 'body_with_client',
      doneAlready: ['invalid_token', 'invalid_grant'],
    },
    whose: { url: 'https://app.asana.com/api/1.0/users/me', idField: 'data.gid', accountField: 'data.email' },
  },
  does: {
    name: 'add-task',
    title: 'Add a task',
    asks: [
      {
        name: 'project',
        label: 'Project id',
        help: 'The long number in the address of the project.',
        optional: false,
        form: /^\d{6,32}$/,
      },
    ],
    takes: 'text',
    scopes: [],
    url: 'https://app.asana.com/api/1.0/tasks',
    body: ({ asked, title, text: notes }) => ({ data: { name: title, notes, projects: [asked.project] } }),
    madeField: 'data.gid',
  },
})

export const atlassian = service({
  name: 'atlassian',
  title: 'Atlassian (Jira)',
  about: 'Issues in Jira: create one when something happens here.',
  group: 'work',
  register: 'developer.atlassian.com/console/myapps → Create → OAuth 2.0 integration → Authorization',
  service: {
    authorizeUrl: 'https://auth.atlassian.com/authorize',
    authorizeParameters: { audience: 'api.atlassian.com', prompt: 'consent' },
    tokenUrl: 'https://auth.atlassian.com/oauth/token',
    tokenBody: 'json',
    usualSeconds: 3_600,
    rotates: true,
    scopesAlways: ['offline_access', 'read:jira-user'],
    scopesUsual: ['read:jira-work', 'write:jira-work'],
    whose: {
      url: 'https://api.atlassian.com/oauth/token/accessible-resources',
      idField: '0.id',
      accountField: '0.name',
    },
  },
  does: {
    name: 'create-issue',
    title: 'Create an issue',
    asks: [
      {
        name: 'project',
        label: 'Project key',
        help: 'The letters before the number of its issues.',
        optional: false,
        form: /^[A-Z][A-Z0-9_]{1,19}$/,
      },
      { name: 'kind', label: 'Kind of issue', help: 'As your Jira names it, such as Task.', optional: false, form: text },
    ],
    takes: 'text',
    scopes: ['write:jira-work'],
    url: 'https://api.atlassian.com/ex/jira/{account}/rest/api/2/issue',
    body: ({ asked, title, text: description }) => ({
      fields: {
        project: { key: asked.project },
        issuetype: { name: asked.kind },
        summary: title,
        description: `{noformat}\n${description.replaceAll('{', '(')}\n{noformat}`,
      },
    }),
    madeField: 'key',
  },
})

export const dropbox = service({
  name: 'dropbox',
  title: 'Dropbox',
  about: 'Files of your team.',
  group: 'work',
  register: 'dropbox.com/developers/apps → Create app → Settings → OAuth 2',
  service: {
    authorizeUrl: 'https://www.dropbox.com/oauth2/authorize',
    authorizeParameters: { token_access_type: 'offline' },
    tokenUrl: 'https://api.dropboxapi.com/oauth2/token',
    takesPkce: true,
    usualSeconds: 14_400,
    scopesAlways: ['account_info.read'],
    scopesUsual: ['files.metadata.read'],
    revoke: {
      url: 'https://api.dropboxapi.com/2/auth/token/revoke',
      token: 'access',
      sentIn: 'header',
      doneAlready: ['invalid_access_token', 'expired_access_token'],
    },
    // A call without arguments has no body and names no content type.
    whose: {
      url: 'https://api.dropboxapi.com/2/users/get_current_account',
      method: 'POST',
      idField: 'account_id',
      accountField: 'email',
    },
  },
})

export const github = service({
  name: 'github',
  title: 'GitHub',
  about: 'Repositories: open an issue when something happens here.',
  group: 'work',
  register: 'github.com/settings/developers → New OAuth app',
  service: {
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    takesPkce: true,
    // Eight hours where the app has expiring tokens.
    renewal: 'by_registration',
    usualSeconds: null,
    rotates: true,
    refusesWithOk: true,
    refusals: { bad_verification_code: 'dead', bad_refresh_token: 'dead', incorrect_client_credentials: 'client' },
    scopesAlways: ['read:user', 'user:email'],
    scopesUsual: ['repo'],
    revoke: {
      url: 'https://api.github.com/applications/{client_id}/grant',
      method: 'DELETE',
      token: 'access',
      sentIn: 'body_with_client',
      field: 'access_token',
      body: 'json',
      client: 'basic',
      doneAlready: [],
      doneStatuses: [404, 422],
    },
    whose: { url: 'https://api.github.com/user', idField: 'id', accountField: 'login' },
  },
  does: {
    name: 'open-issue',
    title: 'Open an issue',
    asks: [
      { name: 'owner', label: 'Owner', help: 'The person or organization.', optional: false, form: /^[\w-]{1,39}$/ },
      {
        name: 'repository',
        label: 'Repository',
        help: 'Its name, without the owner.',
        optional: false,
        form: /^[\w.-]{1,100}$/,
      },
    ],
    takes: 'text',
    scopes: ['repo'],
    url: 'https://api.github.com/repos/{owner}/{repository}/issues',
    body: ({ title, text: body }) => ({ title, body: asCode(body) }),
    madeField: 'number',
  },
})

export const linear = service({
  name: 'linear',
  title: 'Linear',
  about: 'Issues of your team: create one when something happens here.',
  group: 'work',
  register: 'linear.app → Settings → API → OAuth applications → New',
  service: {
    authorizeUrl: 'https://linear.app/oauth/authorize',
    authorizeParameters: { prompt: 'consent' },
    tokenUrl: 'https://api.linear.app/oauth/token',
    takesPkce: true,
    usualSeconds: 86_399,
    rotates: true,
    scopeSeparator: ',',
    scopesAlways: ['read'],
    scopesUsual: ['issues:create'],
    // A limit comes as 400 with a code of GraphQL's.
    refusals: { RATELIMITED: 'busy' },
    patienceMs: 60_000,
    revoke: {
      url: 'https://api.linear.app/oauth/revoke',
      token: 'access',
      sentIn: 'header',
      doneAlready: ['invalid_token'],
      doneStatuses: [400],
    },
    whose: {
      url: 'https://api.linear.app/graphql',
      method: 'POST',
      json: { query: '{ viewer { id email } organization { id name } }' },
      idField: 'data.organization.id',
      accountField: 'data.organization.name',
    },
  },
  does: {
    name: 'create-issue',
    title: 'Create an issue',
    asks: [
      {
        name: 'team',
        label: 'Team id',
        help: 'Linear → the team → Copy model UUID, from the command menu.',
        optional: false,
        form: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
      },
    ],
    takes: 'text',
    scopes: ['issues:create'],
    url: 'https://api.linear.app/graphql',
    body: ({ asked, title, text: description }) => ({
      query: 'mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { identifier } } }',
      variables: { input: { teamId: asked.team, title, description: asCode(description) } },
    }),
    madeField: 'data.issueCreate.issue.identifier',
  },
})

export const notion = service({
  name: 'notion',
  title: 'Notion',
  about: 'Pages and databases of your team: add a page when something happens here.',
  group: 'work',
  register: 'notion.so/my-integrations → New integration → Public',
  service: {
    authorizeUrl: 'https://api.notion.com/v1/oauth/authorize',
    authorizeParameters: { owner: 'user' },
    tokenUrl: 'https://api.notion.com/v1/oauth/token',
    tokenAuth: 'basic',
    tokenBody: 'json',
    // No answer says how long: a token is renewed when it is refused.
    usualSeconds: null,
    rotates: true,
    revoke: {
      url: 'https://api.notion.com/v1/oauth/revoke',
      token: 'access',
      sentIn: 'body_with_client',
      body: 'json',
      doneAlready: ['invalid_token', 'invalid_grant'],
    },
    whose: {
      url: 'https://api.notion.com/v1/users/me',
      idField: 'bot.workspace_id',
      accountField: 'bot.workspace_name',
      headers: { 'notion-version': '2022-06-28' },
    },
  },
  does: {
    name: 'add-page',
    title: 'Add a page to a database',
    asks: [
      {
        name: 'database',
        label: 'Database id',
        help: 'The 32 digits and letters in its address. Share the database with Foyer’s integration there.',
        optional: false,
        form: /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/,
      },
      { name: 'column', label: 'Title column', help: 'Its name; Name in a new database.', optional: false, form: text },
    ],
    takes: 'text',
    scopes: [],
    url: 'https://api.notion.com/v1/pages',
    body: ({ asked, title, text: content }) => ({
      parent: { database_id: asked.database },
      properties: { [asked.column ?? 'Name']: { title: [{ text: { content: title } }] } },
      children: [
        { object: 'block', type: 'paragraph', paragraph: { rich_text: [{ text: { content: content.slice(0, 2_000) } }] } },
      ],
    }),
    madeField: 'id',
  },
})
