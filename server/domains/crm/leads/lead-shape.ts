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
          'The address; this or `phone` is required. Every RFC 5322 atext character in a dotted local part, at least one dot in the domain, international domains as themselves or as punycode. A malformed one is refused and nothing is stored. Compared without regard to capitals; plus-addressing stays.',
        examples: ['maya.ortiz@example.com'],
      }),
    phone: z
      .string()
      .optional()
      .meta({
        description:
          'The number; this or `email` is required. Anything that can be a number: international with +, or as it is dialled in the default country of the workspace. Where it cannot be read, a lead with an email is taken and the text kept; without one it is refused. A string, not a number.',
        examples: ['+4915112345678', '(212) 555-0142'],
      }),
    name: z
      .string()
      .max(leadLimits.full_name)
      .optional()
      .meta({ description: 'The whole name.', examples: ['Maya Ortiz'] }),
    full_name: z
      .string()
      .max(leadLimits.full_name)
      .optional()
      .meta({ description: 'Another name for `name`; read where `name` is absent or blank.', examples: ['Maya Ortiz'] }),
    company: z
      .string()
      .max(leadLimits.company)
      .optional()
      .meta({ description: 'Where the person works.', examples: ['Ortiz & Daughters'] }),
    title: z
      .string()
      .max(leadLimits.job_title)
      .optional()
      .meta({ description: 'What the person does.', examples: ['Head of Operations'] }),
    job_title: z
      .string()
      .max(leadLimits.job_title)
      .optional()
      .meta({
        description: 'Another name for `title`; read where `title` is absent or blank.',
        examples: ['Head of Operations'],
      }),
    source: z
      .string()
      .optional()
      .meta({
        description: `Who sends the lead. Made a slug of ${leadLimits.source} characters at most: \`Apollo.io\` becomes \`apollo-io\`; nothing left, or absent: \`api\`.`,
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
          'Your own record id, strongly recommended: the same one again answers with the first lead and stores nothing. Compared to the letter within the organization. A whole number up to 2^53, written without an exponent, counts as its digits.',
        examples: ['rec_8842', 8842],
      }),
    note: z
      .string()
      .max(leadLimits.note)
      .optional()
      .meta({ description: 'Anything worth knowing.', examples: ['Asked for a call on Thursday.'] }),
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
            description: `One of ${recognisedBases.map((basis) => `\`${basis}\``).join(', ')} (GDPR Art. 6), or any other text, kept as claimed and marked unrecognised.`,
            examples: ['consent', 'legitimate_interests'],
          }),
        source: z
          .string()
          .optional()
          .meta({ description: 'Who says so.', examples: ['Web form "Book a demo"'] }),
        obtained_at: z
          .string()
          .optional()
          .meta({
            description: 'When: a real calendar date, YYYY-MM-DD, not in the future (tomorrow is allowed for time zones).',
            examples: ['2026-03-14'],
          }),
      })
      .optional()
      .meta({
        description:
          'A claim about permission. It is stored and shown as a claim; it never subscribes anybody to anything. An object without any of the three claims nothing.',
      }),
  })
  .meta({
    description:
      'One lead. `email` or `phone` is required. null and blank strings count as absent. Texts are trimmed (but for `phone` and `external_id`); limits count Unicode characters, so an emoji is one. NUL and broken surrogate pairs are refused. Members not listed are ignored: the delivery in Settings names them.',
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
