import { service } from './service.ts'

export const quickbooks = service({
  name: 'quickbooks',
  title: 'QuickBooks Online',
  about: 'The books of your company at Intuit.',
  group: 'money',
  alsoKnownAs: ['Intuit'],
  register: 'developer.intuit.com → My apps → Create an app → Keys & credentials',
  service: {
    authorizeUrl: 'https://appcenter.intuit.com/connect/oauth2',
    tokenUrl: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    tokenAuth: 'basic',
    usualSeconds: 3_600,
    rotates: true,
    scopesAlways: ['com.intuit.quickbooks.accounting'],
    // The redirect alone says which company was chosen; the company's own answer numbers itself 1 in every account.
    returns: ['realmId'],
    account: { from: 'return', field: 'realmId', form: /^\d{1,32}$/ },
    revoke: {
      url: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
      token: 'refresh',
      sentIn: 'body_with_client',
      body: 'json',
      doneAlready: ['invalid_token', 'invalid_grant', 'invalid_request'],
    },
    whose: {
      url: 'https://quickbooks.api.intuit.com/v3/company/{account}/companyinfo/{account}',
      idField: null,
      accountField: 'CompanyInfo.CompanyName',
    },
  },
})

export const shopify = service({
  name: 'shopify',
  title: 'Shopify',
  about: 'Customers and orders of your shop.',
  group: 'money',
  register: 'partners.shopify.com → Apps → Create app → Configuration → URLs',
  service: {
    authorizeUrl: 'https://shop.myshopify.com/admin/oauth/authorize',
    tokenUrl: 'https://shop.myshopify.com/admin/oauth/access_token',
    instance: {
      label: 'Shop',
      help: 'The first part of its address: shop of shop.myshopify.com.',
      form: /^[a-z0-9][a-z0-9-]{0,62}$/,
      host: '*.myshopify.com',
      parameter: 'shop',
    },
    returns: ['shop', 'hmac', 'timestamp', 'host'],
    renewal: 'by_registration',
    usualSeconds: null,
    rotates: true,
    scopeSeparator: ',',
    scopesAlways: ['read_customers', 'read_orders'],
    revoke: {
      url: 'https://shop.myshopify.com/admin/api_permissions/current.json',
      method: 'DELETE',
      token: 'access',
      sentIn: 'header',
      doneAlready: [],
      doneStatuses: [404],
    },
    whose: {
      url: 'https://shop.myshopify.com/admin/api/2025-10/shop.json',
      idField: 'shop.id',
      accountField: 'shop.name',
      tokenHeader: 'x-shopify-access-token',
    },
  },
})

export const stripeConnect = service({
  name: 'stripe-connect',
  title: 'Stripe Connect',
  about: 'Accounts of others at Stripe, for platforms. For payments of your own, connect Stripe with a key.',
  group: 'money',
  register: 'dashboard.stripe.com → Settings → Connect → OAuth; the secret is the secret key of your platform',
  service: {
    authorizeUrl: 'https://connect.stripe.com/oauth/authorize',
    tokenUrl: 'https://connect.stripe.com/oauth/token',
    usualSeconds: null,
    scopesAlways: ['read_write'],
    account: { from: 'token', field: 'stripe_user_id', form: /^acct_\w{1,64}$/ },
    revoke: {
      url: 'https://connect.stripe.com/oauth/deauthorize',
      token: 'access',
      sentIn: 'account',
      field: 'stripe_user_id',
      doneAlready: ['invalid_client'],
    },
    whose: { url: 'https://api.stripe.com/v1/account', idField: 'id', accountField: 'email' },
  },
})

export const xero = service({
  name: 'xero',
  title: 'Xero',
  about: 'The books of your company at Xero.',
  group: 'money',
  register: 'developer.xero.com/app/manage → New app → Web app',
  service: {
    issuer: 'https://identity.xero.com',
    authorizeUrl: 'https://login.xero.com/identity/connect/authorize',
    tokenUrl: 'https://identity.xero.com/connect/token',
    tokenAuth: 'basic',
    takesPkce: true,
    usualSeconds: 1_800,
    rotates: true,
    scopesAlways: ['offline_access', 'openid', 'email'],
    scopesUsual: ['accounting.contacts.read'],
    revoke: {
      url: 'https://identity.xero.com/connect/revocation',
      token: 'refresh',
      sentIn: 'body_with_client',
      doneAlready: ['invalid_token', 'invalid_grant'],
    },
    // Of several organizations in one consent, the first one is the account.
    whose: { url: 'https://api.xero.com/connections', idField: '0.tenantId', accountField: '0.tenantName' },
  },
})

export const docusign = service({
  name: 'docusign',
  title: 'DocuSign',
  about: 'Envelopes of your company at DocuSign.',
  group: 'work',
  register: 'admindemo.docusign.com → Apps and keys → Add app → Authorization code grant',
  service: {
    authorizeUrl: 'https://account.docusign.com/oauth/auth',
    tokenUrl: 'https://account.docusign.com/oauth/token',
    testServer: 'https://account-d.docusign.com',
    tokenAuth: 'basic',
    takesPkce: true,
    usualSeconds: 28_800,
    rotates: true,
    // With `extended` each renewal begins the 30 days of a refresh token anew.
    scopesAlways: ['signature', 'extended'],
    api: { field: 'accounts.0.base_uri', hosts: ['*.docusign.net'], from: 'whose' },
    whose: {
      url: 'https://account.docusign.com/oauth/userinfo',
      idField: 'accounts.0.account_id',
      accountField: 'accounts.0.account_name',
    },
  },
})
