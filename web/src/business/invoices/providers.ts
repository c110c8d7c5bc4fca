/** Names of those who take the money; no language changes them. */
const names: Readonly<Record<string, string>> = { stripe: 'Stripe', razorpay: 'Razorpay' }

export const providerName = (provider: string): string => names[provider] ?? provider
