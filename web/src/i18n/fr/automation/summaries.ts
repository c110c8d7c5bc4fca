/** French of web/src/automation/summaries. */
export default {
  'automation/summaries/strings': {
    title: 'Résumé',
    make: 'Résumer',
    renew: 'Actualiser',
    failed: 'Le résumé a échoué',
    rests: 'S’appuie sur',
    asOf: 'État :',
    byAi: 'Rédigé par l’IA. Vérifiez l’essentiel dans les sources.',
    none: 'Rien dans les sources n’a pu être résumé avec certitude.',
  },
}
