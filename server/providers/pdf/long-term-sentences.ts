import type { LongTermFault, LongTermProblem } from '#ports/paper.ts'

/** Why data for long-term validation does not hold, or cannot be had, in plain English: for reports, logs and the command line. */
export const longTermSays = ({ fault, certificate }: LongTermProblem): string =>
  says[fault].replace('{certificate}', certificate ?? 'a certificate')

const says: Readonly<Record<LongTermFault, string>> = {
  no_timestamp: 'There is no timestamp that holds, so it cannot be said what was valid at the time of the seal.',
  removed: 'The seal announces data for long-term validation after it, and that was removed. What was sealed is unchanged.',
  changed: 'The data for long-term validation holds something else than what the seal and its timestamp rest on.',
  certificate_missing: 'The certificate of the issuer of {certificate} is missing.',
  certificate_ended: 'The certificate of {certificate} was not valid at the time of the seal.',
  crl_missing: 'There is no revocation list (CRL) for {certificate}.',
  crl_unreachable: 'The revocation list (CRL) for {certificate} cannot be reached.',
  crl_unreadable: 'What stands for the revocation list (CRL) for {certificate} cannot be read.',
  crl_foreign: 'A revocation list (CRL) is by another issuer than that of {certificate}, or is of other certificates.',
  crl_forged: 'The revocation list (CRL) for {certificate} was not signed by its issuer, or was changed.',
  crl_outdated: 'The revocation list (CRL) for {certificate} is not of the time of the seal.',
  revoked: 'The certificate of {certificate} had been revoked at the time of the seal.',
}
