import { counted } from '#web/i18n/format.ts'

/** Portuguese of web/src/connections/ai-models. */
export default {
  'connections/ai-models/strings': {
    ai: 'IA',
    about: 'Quanto custa a IA, seus orçamentos e modelos.',
    failed: 'Não foi possível carregar as configurações de IA',
    notSaved: 'Não foi salvo',
    saved: 'Salvo',

    usage: 'Uso',
    usageText: 'Os custos são os das listas dos provedores. O que um provedor não informou é contado pelo máximo.',
    ownUsageText: 'O que você perguntou.',
    groupBy: 'Por',
    groups: { day: 'Dia', feature: 'Função', model: 'Modelo', person: 'Pessoa', provider: 'Provedor' },
    period: 'Período',
    days: (n: number) => (n === 1 ? '1 dia' : `${counted(n)} dias`),
    noUsage: 'Nada foi perguntado ainda',
    noUsageText: 'As chamadas a modelos de IA aparecem aqui com o custo.',
    calls: (n: number) => `${counted(n)} ${n === 1 ? 'chamada' : 'chamadas'}`,
    tokens: (input: number, output: number) => `${counted(input)} tokens de entrada, ${counted(output)} de saída`,
    estimated: (amount: string) => `${amount} estimados`,
    export: 'Exportar como CSV',
    total: 'Total',
    background: 'Trabalho em segundo plano',
    features: {
      chat: 'Chat',
      assistant: 'Assistente',
      drafts: 'Rascunhos',
      summaries: 'Resumos',
      knowledge: 'Respostas dos documentos',
      enrichment: 'Perfis de empresas',
      requirements: 'Documentos de requisitos',
      workflow: 'Fluxos',
    },

    newest: 'Chamadas mais recentes',
    outcomes: {
      answered: 'Respondida',
      cut: 'Interrompida',
      cancelled: 'Cancelada',
      failed: 'Falhou',
      refused: 'Recusada',
      timed_out: 'Tempo esgotado',
      unknown: 'Perdida',
      correction: 'Correção',
    },
    after: (model: string, reason: string) => `Em vez de ${model}: ${reason}`,

    budgets: 'Orçamentos',
    budgetsText:
      'Antes de cada chamada, o máximo que ela pode custar é reservado. Por isso uma chamada pode ser recusada mesmo que reste um pouco.',
    noBudget: 'Nenhum orçamento definido',
    noBudgetText:
      'Sem um orçamento, a IA pode custar o quanto for perguntado. 20 dólares americanos por mês são um bom começo.',
    scopes: { workspace: 'Espaço de trabalho', person: 'Pessoa', feature: 'Função' },
    periods: { day: 'Dia', month: 'Mês' },
    spentOf: (spent: string, limit: string) => `${spent} de ${limit}`,
    reserved: (amount: string) => `${amount} reservados`,
    resets: 'Renova em',
    limit: 'Limite em dólares americanos',
    limitWrong: 'Digite um valor, como 20 ou 0.50.',
    whose: 'Para',
    person: 'Membro',
    feature: 'Função',
    setBudget: 'Definir orçamento',
    removeBudget: (name: string) => `Remover o orçamento: ${name}`,
    remove: 'Remover',

    models: 'Modelos',
    modelsText: 'Os preços são por milhão de tokens, em dólares americanos.',
    defaultModel: 'Modelo padrão',
    operators: (model: string) => `A escolha do administrador do sistema (${model})`,
    fallbacks: 'Perguntar quando o primeiro não responder',
    providers: { gemini: 'Gemini', openai: 'OpenAI', anthropic: 'Anthropic', compatible: 'Seu servidor de IA' },
    prices: (input: string, cached: string, output: string) => `Entrada ${input}, em cache ${cached}, saída ${output}`,
    unpriced: 'Sem preço: não é usado sob um orçamento',
    context: (tokens: number, output: number) => `${counted(tokens)} tokens, respostas de até ${counted(output)}`,
    ends: 'Termina',
    endsOn: (day: string, successor: string) => `Termina em ${day}. Use ${successor} no lugar.`,
    off: 'Desativado',
    enabled: (model: string) => `Usar ${model}`,
    price: 'Preço de um modelo',
    priceText: 'De um modelo que não está na lista, ou quando seu provedor cobra outro preço.',
    model: 'Modelo',
    modelHint: 'Como o provedor o chama: gpt-6.1-sol.',
    modelWrong: 'Os nomes começam com gemini-, gpt-, claude- ou compatible/.',
    input: 'Entrada',
    cached: 'Entrada em cache',
    output: 'Saída',
    priceWrong: 'Digite um preço, como 2 ou 0.075.',
    savePrice: 'Salvar preço',
    drafts: 'Rascunhos de resposta',
    draftsText: 'Esperam na caixa de entrada até um membro verificar e enviar.',
    draftsAhead: 'Redigir uma resposta sempre que um cliente escrever',
    draftsAheadText:
      'Para o membro a quem a conversa está atribuída ou que é responsável pelo negócio. Cada rascunho é cobrado.',
    draftsAreAhead: 'Uma resposta é redigida sempre que um cliente escreve.',
    draftsOnDemand: 'As respostas são redigidas quando você pede.',
    draftCounts: ({ used, edited, discarded, ready }: Record<'used' | 'edited' | 'discarded' | 'ready', number>) =>
      `Nos últimos 30 dias: ${counted(used)} enviados como redigidos, ${counted(edited)} editados, ${counted(discarded)} descartados, ${counted(ready)} abertos.`,
    privacy: 'O que sai daqui',
    privacyText: (providers: string) =>
      `Vai para o provedor de IA consultado, nesta ordem: ${providers}. Chaves, senhas e arquivos nunca vão para lá.`,
    whatIsSent: 'O que é enviado, por função',
    sent: {
      chat: 'O que escreve quem usa ai-chat.',
      assistant: 'A pergunta, a conversa, os nomes da equipe e os registros que o Perguntar ao Foyer lê para ela.',
      drafts:
        'As 30 mensagens mais recentes da conversa, o nome e a etapa do negócio, e trechos dos seus documentos que servem.',
      summaries:
        'As 100 mensagens mais recentes, o negócio com suas tarefas, ou as tarefas, reuniões e conversas abertas do dia.',
      knowledge: 'A pergunta e os trechos dos seus documentos encontrados para ela.',
      enrichment: 'Nome e domínio da empresa. Nada de uma pessoa.',
      requirements: 'O que o cliente em potencial escreveu sobre o projeto.',
      workflow: 'O que uma etapa recebe: a instrução dela e os valores que ela examina.',
    },
    masks: 'Ocultar dos provedores',
    masksText:
      'Um marcador fica no lugar deles, e o Foyer os coloca de volta na resposta. Números de cartão são sempre ocultados.',
    masksLimits:
      'São reconhecidos pela forma, onde quer que estejam: e-mails, telefones que começam com + ou 0 ou têm dez dígitos, IBANs e cartões com dígito verificador correto. Não são reconhecidos: nomes, endereços postais, números de conta que não são IBAN e números por extenso.',
    hidden: (what: string) => `Oculto dos provedores: ${what}.`,
    masked: {
      cards: 'números de cartão',
      emails: 'Endereços de e-mail',
      phones: 'Números de telefone',
      bank: 'Números de conta bancária (IBAN)',
    },
    ownMasks: 'Seus próprios padrões',
    ownMasksText: 'Um por linha. # é um dígito, * são letras e dígitos: KD-####',
    saveMasks: 'Salvar padrões',
    transcripts: 'Guardar conversas com o Perguntar ao Foyer (dias)',
    transcriptsText: 'Depois da última palavra. Também os textos de rascunhos e resumos. 0: até a noite seguinte.',
  },
  'connections/ai-models/sentences#audit': {
    'correct-ai-call': {
      done: 'corrigiu o custo de uma chamada de IA',
      tried: 'tentou corrigir o custo de uma chamada de IA',
    },
    'save-ai-model': { done: 'alterou um modelo de IA', tried: 'tentou alterar um modelo de IA' },
    'set-ai-budget': { done: 'definiu um orçamento de IA', tried: 'tentou definir um orçamento de IA' },
    'set-ai-defaults': {
      done: 'alterou qual modelo de IA é consultado',
      tried: 'tentou alterar qual modelo de IA é consultado',
    },
  },
  'connections/ai-models/sentences': {
    ledgerDiffers: 'O uso de IA não confere',
    ledgerDiffersText:
      'O que as páginas mostram do uso de IA ou de um orçamento não é a soma do registro. Avise o administrador do sistema: o log tem os dois números.',
    ends: (model: string, day: string) => `O modelo ${model} termina em ${day}`,
    endsText: (successor: string) =>
      successor === ''
        ? 'Escolha outro modelo padrão em Configurações → IA ou fale com o administrador do sistema.'
        : `Escolha ${successor} como modelo padrão em Configurações → IA ou fale com o administrador do sistema.`,
  },
  'connections/ai-models/module': {
    ai: 'IA',
    aiAbout: 'Quanto custa a IA, seus orçamentos e modelos.',
  },
}
