/** Spanish of web/src/automation/summaries. */
export default {
  'automation/summaries/strings': {
    title: 'Resumen',
    make: 'Resumir',
    renew: 'Renovar',
    failed: 'No se pudo resumir',
    rests: 'Se basa en',
    asOf: 'Actualizado',
    byAi: 'Escrito por IA. Comprueba lo importante en las fuentes.',
    none: 'No hay nada en las fuentes que se pueda resumir con certeza.',
  },
}
