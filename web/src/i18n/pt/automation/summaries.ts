/** Portuguese of web/src/automation/summaries. */
export default {
  'automation/summaries/strings': {
    title: 'Resumo',
    make: 'Resumir',
    renew: 'Atualizar',
    failed: 'Não foi possível resumir',
    rests: 'Baseado em',
    asOf: 'Atualizado',
    byAi: 'Escrito por IA. Verifique nas fontes o que importa.',
    none: 'Nada nas fontes pôde ser resumido com certeza.',
  },
}
