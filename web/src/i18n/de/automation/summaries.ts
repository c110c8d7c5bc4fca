/** German of web/src/automation/summaries. */
export default {
  'automation/summaries/strings': {
    title: 'Zusammenfassung',
    make: 'Zusammenfassen',
    renew: 'Erneuern',
    failed: 'Die Zusammenfassung ist fehlgeschlagen',
    rests: 'Stützt sich auf',
    asOf: 'Stand',
    byAi: 'Von KI geschrieben. Prüfen Sie Wichtiges in den Quellen.',
    none: 'Nichts in den Quellen ließ sich sicher zusammenfassen.',
  },
}
