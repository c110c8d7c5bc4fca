/** What an operator says how long it is kept. */
export type RetentionSetting = 'eventsDays' | 'auditDays'
