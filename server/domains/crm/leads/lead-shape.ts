import { z } from 'zod'
import { leadLimits, recognisedBases } from './lead-input.ts'

/**
 * The body of `POST /v1/leads` as the API reference shows it. It documents; `readLead` decides, without zod, because a
 * lead has microseconds. A test keeps the two together: examples, limits and names.
 */
export const LeadBody = z
  .object({
    email: z
      .string()
      .max(254)
      .optional()
      .meta({
        description:
          'The email address; this or `phone` is required. Every RFC 5322 atext character in a dotted local part, at least one dot in the domain, international domains in Unicode or punycode. A malformed one is rejected and nothing is stored. Compared case-insensitively; plus-addressing is kept.',
        examples: ['maya.ortiz@example.com'],
      }),
    phone: z
      .string()
      .optional()
      .meta({
        description:
          'The phone number; this or `email` is required. International with +, or in the national format of the workspace’s default country. If it cannot be parsed, a lead with an email is accepted and the text kept; without one it is rejected. A string, not a number.',
        examples: ['+4915112345678', '(212) 555-0142'],
      }),
    name: z
      .string()
      .max(leadLimits.full_name)
      .optional()
      .meta({ description: 'The full name.', examples: ['Maya Ortiz'] }),
    full_name: z
      .string()
      .max(leadLimits.full_name)
      .optional()
      .meta({ description: 'Alias of `name`; used if `name` is absent or blank.', examples: ['Maya Ortiz'] }),
    company: z
      .string()
      .max(leadLimits.company)
      .optional()
      .meta({ description: 'Where the person works.', examples: ['Ortiz & Daughters'] }),
    title: z
      .string()
      .max(leadLimits.job_title)
      .optional()
      .meta({ description: 'The job title.', examples: ['Head of Operations'] }),
    job_title: z
      .string()
      .max(leadLimits.job_title)
      .optional()
      .meta({
        description: 'Alias of `title`; used if `title` is absent or blank.',
        examples: ['Head of Operations'],
      }),
    source: z
      .string()
      .optional()
      .meta({
        description: `The sender of the lead. Converted to a slug of at most ${leadLimits.source} characters: \`Apollo.io\` becomes \`apollo-io\`; if empty or absent: \`api\`.`,
        examples: ['apollo', 'Apollo.io'],
      }),
    external_id: z
      .union([
        z.string().max(leadLimits.external_id),
        z
          .number()
          .min(-(2 ** 53))
          .max(2 ** 53)
          .meta({ type: 'integer' }),
      ])
      .optional()
      .meta({
        description:
          'Your own record id, strongly recommended: repeating it returns the first lead and stores nothing. Compared exactly, within the organization. A whole number up to 2^53, written without an exponent, counts as its digits.',
        examples: ['rec_8842', 8842],
      }),
    note: z
      .string()
      .max(leadLimits.note)
      .optional()
      .meta({ description: 'Any additional information.', examples: ['Asked for a call on Thursday.'] }),
    linkedin_url: z
      .string()
      .max(leadLimits.linkedin_url)
      .optional()
      .meta({ description: 'With http:// or https://.', examples: ['https://www.linkedin.com/in/maya-ortiz'] }),
    consent: z
      .object({
        basis: z
          .string()
          .max(leadLimits.consent_basis)
          .optional()
          .meta({
            description: `One of ${recognisedBases.map((basis) => `\`${basis}\``).join(', ')} (GDPR Art. 6), or any other text, kept as claimed and marked unrecognized.`,
            examples: ['consent', 'legitimate_interests'],
          }),
        source: z
          .string()
          .optional()
          .meta({ description: 'The source of the claim.', examples: ['Web form "Book a demo"'] }),
        obtained_at: z
          .string()
          .optional()
          .meta({
            description: 'The date: a real calendar date, YYYY-MM-DD, not in the future (tomorrow is allowed for time zones).',
            examples: ['2026-03-14'],
          }),
      })
      .optional()
      .meta({
        description:
          'A claim about permission. It is stored and shown as a claim, and never subscribes anyone to anything. An object with none of the three fields claims nothing.',
      }),
  })
  .meta({
    description:
      'One lead. `email` or `phone` is required. null and blank strings count as absent. Texts are trimmed (except `phone` and `external_id`); limits count Unicode characters, so an emoji is one. NUL and broken surrogate pairs are rejected. Unknown members are ignored: the request log in Settings lists them.',
    examples: [
      {
        email: 'maya.ortiz@example.com',
        phone: '+4915112345678',
        name: 'Maya Ortiz',
        company: 'Ortiz & Daughters',
        title: 'Head of Operations',
        source: 'apollo',
        external_id: 'rec_8842',
        note: 'Asked for a call on Thursday.',
        linkedin_url: 'https://www.linkedin.com/in/maya-ortiz',
        consent: { basis: 'consent', source: 'Web form "Book a demo"', obtained_at: '2026-03-14' },
      },
      { email: 'maya.ortiz@example.com' },
      { phone: '+4915112345678', external_id: 8842 },
    ],
  })
